import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CliError, runCommand } from '../../cli/cliError.ts'
import { inRepository, repository } from '../../cli/repository.ts'
import { inTempDir } from '../../cli/verify/tempDir.ts'
import { installStryker } from './install.ts'
import { codeLines, drawLines, type Line } from './lines.ts'
import { folderRows, mutantsIn, scoreOf, survivorRows, totalRow } from './report.ts'
import { mutate } from './stryker.ts'

const root = 'worker/domain'
/** Percent of the mutants that the tests beside the domain must notice. */
const leastScore = 70

const usage = `npm run mutation -- [--seed <number>] [--lines <number>] [<file>:<line>…]
  Mutates lines of ${root}, and ends with code 1 where its tests notice less than ${leastScore} % of the mutants.
  --seed <number>    draws other lines; 1 if not given
  --lines <number>   300 if not given
  <file>:<line>      these lines, and none drawn`

const whole = (text: string): number => {
  if (!/^\d+$/.test(text)) throw new Error(`"${text}" is not a whole number.`)
  return Number(text)
}

/** A line as an editor or this command prints it, with or without a column. */
const lineOf = (text: string): Line => {
  const [, line] = /^([^:]+:\d+)(?::\d+)?$/.exec(text) ?? []
  if (line === undefined) throw new Error(`"${text}" is not <file>:<line>.`)
  return line
}

const readOptions = () => {
  const options = { seed: { type: 'string', default: '1' }, lines: { type: 'string', default: '300' } } as const
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    return { seed: whole(values.seed), count: whole(values.lines), named: positionals.map(lineOf) }
  } catch (error) {
    throw new CliError(`${(error as Error).message}\n${usage}`)
  }
}

const allLines = (): Line[] =>
  globSync(`${root}/**/*.ts`, { cwd: repository })
    .filter((file) => !/\.(?:test|fixtures?)\.ts$/.test(file))
    .toSorted()
    .flatMap((file) => codeLines(file, readFileSync(inRepository(file), 'utf8')))

// Stryker is in a process group of its own: a Ctrl-C reaches this process alone, whose exit ends it. See cli/processes.ts.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

await runCommand(async () => {
  const { seed, count, named } = readOptions()
  const all = allLines()
  const lines = named.length > 0 ? named : drawLines(all, count, seed)
  await installStryker()
  console.log(named.length > 0 ? named.join('\n') : `Seed ${seed}: ${lines.length} of ${all.length} lines of ${root}`)
  const results = await inTempDir((folder) => mutate(lines, folder))
  console.log(['', ...folderRows(results, root), '', ...survivorRows(results), '', totalRow(results)].join('\n'))
  if (scoreOf(mutantsIn(results)) < leastScore) process.exitCode = 1
})
