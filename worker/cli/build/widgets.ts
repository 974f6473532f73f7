import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Complaint } from '../cliError.ts'
import { run } from '../wrangler/processes.ts'
import { inRepository, repository } from '../repository.ts'

/** Everything that the build reads. */
const sources = [
  'widget',
  'worker/contract',
  'worker/pages',
  'worker/openapi.json',
  'worker/cli/build/docsAssets.ts',
  'vite.config.ts',
  'package.json',
  'tsconfig.base.json',
]

/** What the build makes: the files and the pages that the worker serves. */
const built = 'dist'

const modifiedMs = async (path: string): Promise<number[]> => {
  if (!existsSync(path)) return []
  const entry = await stat(path)
  if (!entry.isDirectory()) return [entry.mtimeMs]
  const names = await readdir(path)
  return (await Promise.all(names.map((name) => modifiedMs(join(path, name))))).flat()
}

const isFresh = async (): Promise<boolean> => {
  const oldestBuilt = Math.min(...(await modifiedMs(inRepository(built))))
  const newestSource = Math.max(...(await Promise.all(sources.map((path) => modifiedMs(inRepository(path))))).flat())
  // An empty folder has no oldest file: Infinity.
  return Number.isFinite(oldestBuilt) && oldestBuilt > newestSource
}

/** Builds the widgets when they are missing or older than what they are built from. */
export const ensureWidgets = async (): Promise<void> => {
  if (await isFresh()) return
  const { code, output } = await run({
    command: process.execPath,
    args: [inRepository('node_modules/vite/bin/vite.js'), 'build'],
    cwd: repository,
  })
  if (code !== 0) throw new Complaint(`The widgets could not be built (npm run build):\n${output}`)
  if (!existsSync(inRepository(built)))
    throw new Complaint(`The build of the widgets left no ${built}: see vite.config.ts, then npm run build.`)
}
