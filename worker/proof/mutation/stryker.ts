import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { CliError } from '../../cli/cliError.ts'
import { run } from '../../cli/wrangler/processes.ts'
import { inRepository, repository } from '../../cli/repository.ts'
import { strykerFile } from './install.ts'
import type { Line } from './lines.ts'
import type { Results } from './report.ts'

const linkedFolders = ['node_modules', 'dist']
const excludedFolders = new Set([...linkedFolders, '.git', '.wrangler', 'test-results', 'playwright-report'])

/** Stryker writes mutants into the sources, so it runs on a copy. */
const copyRepository = async (folder: string): Promise<void> => {
  await cp(repository, folder, { recursive: true, filter: (file) => !excludedFolders.has(basename(file)) })
  for (const name of linkedFolders) await symlink(inRepository(name), join(folder, name))
}

const toRange = (line: Line): string => `${line}-${line.split(':').at(-1)}`

const strykerConfig = (lines: readonly Line[], report: string) => ({
  mutate: lines.map(toRange),
  inPlace: true,
  testRunner: 'vitest',
  plugins: [strykerFile('vitest-runner/dist/src/index.js')],
  vitest: { configFile: 'worker/proof/mutation/vitest.config.ts', related: false },
  // Runs only the tests that cover the mutated line.
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Long, since a timeout counts as killed.
  timeoutMS: 20_000,
  // Stryker cannot read a TypeScript 7 configuration, and vitest needs none.
  tsconfigFile: 'none.json',
  disableTypeChecks: false,
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: report },
  allowConsoleColors: false,
  logLevel: 'warn',
  warnings: { slow: false },
})

/**
 * Runs the domain's tests on each mutant of these lines.
 *
 * @param folder an empty folder for all output
 * @throws CliError if Stryker fails, for example because a test fails without a mutant
 */
export const mutate = async (lines: readonly Line[], folder: string): Promise<Results> => {
  await copyRepository(folder)
  const [config, report] = ['stryker.config.json', 'stryker.report.json'].map((name) => join(folder, name)) as [
    string,
    string,
  ]
  await writeFile(config, JSON.stringify(strykerConfig(lines, report)))
  const { code } = await run({
    command: process.execPath,
    args: [strykerFile('core/bin/stryker.js'), 'run', config],
    cwd: folder,
    env: { TMPDIR: folder },
    onOutput: (chunk) => process.stdout.write(chunk),
  })
  if (code !== 0) throw new CliError(`Stryker exited with code ${code}.`)
  return (JSON.parse(await readFile(report, 'utf8')) as { files: Results }).files
}
