import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { CliError } from '../../cli/cliError.ts'
import { run } from '../../cli/wrangler/processes.ts'
import { inRepository, repository } from '../../cli/repository.ts'
import { ofStryker } from './install.ts'
import type { Line } from './lines.ts'
import type { Results } from './report.ts'

const linked = ['node_modules', 'dist']
const notCopied = new Set([...linked, '.git', '.wrangler', 'test-results', 'playwright-report'])

/** Stryker writes its mutants into the sources, so it gets a copy of them. */
const copyRepository = async (folder: string): Promise<void> => {
  await cp(repository, folder, { recursive: true, filter: (file) => !notCopied.has(basename(file)) })
  for (const name of linked) await symlink(inRepository(name), join(folder, name))
}

const rangeOf = (line: Line): string => `${line}-${line.split(':').at(-1)}`

const configOf = (lines: readonly Line[], report: string) => ({
  mutate: lines.map(rangeOf),
  inPlace: true,
  testRunner: 'vitest',
  plugins: [ofStryker('vitest-runner/dist/src/index.js')],
  vitest: { configFile: 'worker/proof/mutation/vitest.config.ts', related: false },
  // Each mutant runs the tests that ran its line.
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Generous, since a mutant that was only slow would count as noticed.
  timeoutMS: 20_000,
  // Stryker cannot read a configuration of TypeScript 7, and vitest needs none.
  tsconfigFile: 'none.json',
  disableTypeChecks: false,
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: report },
  allowConsoleColors: false,
  logLevel: 'warn',
  warnings: { slow: false },
})

/**
 * Runs the tests of the domain on each mutant of some lines.
 *
 * @param folder an empty folder, for all that is written
 * @throws CliError where the tests fail without a mutant, too
 */
export const mutate = async (lines: readonly Line[], folder: string): Promise<Results> => {
  await copyRepository(folder)
  const [config, report] = ['stryker.config.json', 'stryker.report.json'].map((name) => join(folder, name)) as [
    string,
    string,
  ]
  await writeFile(config, JSON.stringify(configOf(lines, report)))
  const { code } = await run({
    command: process.execPath,
    args: [ofStryker('core/bin/stryker.js'), 'run', config],
    cwd: folder,
    env: { TMPDIR: folder },
    onOutput: (chunk) => process.stdout.write(chunk),
  })
  if (code !== 0) throw new CliError(`Stryker ended with code ${code}.`)
  return (JSON.parse(await readFile(report, 'utf8')) as { files: Results }).files
}
