import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CliError } from '../cliError.ts'
import { run } from '../wrangler/processes.ts'
import { inRepository, repository } from '../repository.ts'

/** The inputs of the build. */
const sources = [
  'widget',
  'worker/contract',
  'worker/pages',
  'worker/openapi.json',
  'worker/cli/build/staticPages.ts',
  'vite.config.ts',
  'package.json',
  'CHANGELOG.md',
  'tsconfig.base.json',
]

/** The last file that the build writes. Others in dist may be older: the documentation, and files of earlier versions. */
const built = 'dist/docs.json'

const modifiedMs = async (path: string): Promise<number[]> => {
  if (!existsSync(path)) return []
  const entry = await stat(path)
  if (!entry.isDirectory()) return [entry.mtimeMs]
  const names = await readdir(path)
  return (await Promise.all(names.map((name) => modifiedMs(join(path, name))))).flat()
}

const isFresh = async (): Promise<boolean> => {
  const [builtMs] = await modifiedMs(inRepository(built))
  const newestSource = Math.max(...(await Promise.all(sources.map((path) => modifiedMs(inRepository(path))))).flat())
  return builtMs !== undefined && builtMs > newestSource
}

/** Builds the widgets if they are missing or older than their sources. */
export const ensureWidgets = async (): Promise<void> => {
  if (await isFresh()) return
  const { code, output } = await run({
    command: process.execPath,
    args: [inRepository('node_modules/vite/bin/vite.js'), 'build'],
    cwd: repository,
  })
  if (code !== 0) throw new CliError(`The widgets could not be built (npm run build):\n${output}`)
  if (!existsSync(inRepository(built)))
    throw new CliError(`The build wrote no ${built}. Check vite.config.ts and run npm run build.`)
}
