import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { CliError } from '../../cli/cliError.ts'
import { run } from '../../cli/wrangler/processes.ts'
import { inRepository, repository } from '../../cli/repository.ts'
import { strykerFile } from './install.ts'
import type { Line } from './lines.ts'
import type { SqlMutant } from './sql/candidates.ts'
import type { Results } from './report.ts'

const linkedFolders = ['node_modules', 'dist']
const excludedFolders = new Set([...linkedFolders, '.git', '.wrangler', 'test-results', 'playwright-report'])

/** Stryker writes mutants into the sources, so it runs on a copy. */
const copyRepository = async (folder: string): Promise<void> => {
  await cp(repository, folder, { recursive: true, filter: (file) => !excludedFolders.has(basename(file)) })
  for (const name of linkedFolders) await symlink(inRepository(name), join(folder, name))
}

/** The mutants of one run. */
export interface Drawn {
  readonly lines: readonly Line[]
  readonly sql: readonly SqlMutant[]
}

const mutatedFiles = ({ lines, sql }: Drawn): string[] => [
  ...new Set([...lines.map((line) => line.split(':')[0]!), ...sql.map(({ file }) => file)]),
]

const strykerConfig = (drawn: Drawn, report: string) => ({
  mutate: mutatedFiles(drawn),
  inPlace: true,
  testRunner: 'vitest',
  plugins: [strykerFile('vitest-runner/dist/src/index.js'), inRepository('worker/proof/mutation/plugin.js')],
  vitest: { configFile: 'worker/proof/mutation/vitest.config.ts', related: false },
  // Runs only the tests that cover the mutated line.
  coverageAnalysis: 'perTest',
  concurrency: Number(process.env.SLUICE_MUTATION_PROCESSES ?? 2),
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
 * Runs the tests of domain, store and webhooks on each of these mutants.
 *
 * @param folder an empty folder for all output
 * @param copyOfReport a file for Stryker's report
 * @throws CliError if Stryker fails, for example because a test fails without a mutant
 */
export const mutate = async (drawn: Drawn, folder: string, copyOfReport?: string): Promise<Results> => {
  await copyRepository(folder)
  const config = join(folder, 'stryker.config.json')
  const report = join(folder, 'stryker.report.json')
  const mutants = join(folder, 'mutants.json')
  await writeFile(config, JSON.stringify(strykerConfig(drawn, report)))
  await writeFile(mutants, JSON.stringify({ ...drawn, instrumenter: strykerFile('instrumenter') }))
  const { code } = await run({
    command: process.execPath,
    args: [strykerFile('core/bin/stryker.js'), 'run', config],
    cwd: folder,
    env: { TMPDIR: folder, SLUICE_MUTATION: mutants },
    onOutput: (chunk) => process.stdout.write(chunk),
  })
  if (code !== 0) throw new CliError(`Stryker exited with code ${code}.`)
  if (copyOfReport !== undefined) await cp(report, copyOfReport)
  return (JSON.parse(await readFile(report, 'utf8')) as { files: Results }).files
}
