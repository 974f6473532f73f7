import { globSync, statSync } from 'node:fs'
import { CliError } from '../cliError.ts'
import { inRepository, repository } from '../repository.ts'
import { run } from '../wrangler/processes.ts'

/** The folder of the built documentation. */
export const builtDocumentation = inRepository('dist/docs')

const sources = [
  'docs/**/*.{md,png,svg,json}',
  'docs/.vitepress/**/*.{ts,vue,css}',
  'worker/cli/docs/anchors.ts',
  'package.json',
]

/** A file that each build of the documentation writes last. */
const lastBuilt = 'dist/docs/llms-full.txt'

const modifiedMs = (file: string): number => statSync(inRepository(file), { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Builds the documentation, like npm run docs:build. @returns the time it takes in milliseconds */
export const buildDocumentation = async (): Promise<number> => {
  const start = performance.now()
  const { code, output } = await run({
    command: process.execPath,
    args: [inRepository('node_modules/vitepress/bin/vitepress.js'), 'build', 'docs'],
    cwd: repository,
  })
  if (code !== 0) throw new CliError(`The documentation could not be built (npm run docs:build):\n${output}`)
  return performance.now() - start
}

/** Builds the documentation if it is missing or older than its sources. */
export const ensureDocumentation = async (): Promise<void> => {
  const newest = Math.max(...globSync(sources, { cwd: repository }).map(modifiedMs))
  if (modifiedMs(lastBuilt) < newest) await buildDocumentation()
}
