import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CliError, runCommand } from '../../cli/cliError.ts'
import { inRepository, repository } from '../../cli/repository.ts'
import { inTempDir } from '../../cli/verify/tempDir.ts'
import { installStryker } from './install.ts'
import { codeLines, drawLines, type Line } from './lines.ts'
import { folderRows, allMutants, mutationScore, survivorRows, totalRow } from './report.ts'
import { mutate } from './stryker.ts'

const root = 'worker/domain'
/** The minimum percentage of mutants that the domain's tests kill. */
const minScore = 70

const usage = `npm run mutation -- [--seed <number>] [--lines <number>] [<file>:<line>…]
  Mutates lines of ${root}. Exits with code 1 if its tests kill less than ${minScore} % of the mutants.
  --seed <number>    seed of the drawn lines (default 1)
  --lines <number>   number of drawn lines (default 300)
  <file>:<line>      mutates these lines only`

const parseInteger = (text: string): number => {
  if (!/^\d+$/.test(text)) throw new Error(`"${text}" is not a whole number.`)
  return Number(text)
}

/** Parses `file:line` with an optional column. */
const parseLine = (text: string): Line => {
  const [, line] = /^([^:]+:\d+)(?::\d+)?$/.exec(text) ?? []
  if (line === undefined) throw new Error(`"${text}" is not <file>:<line>.`)
  return line
}

const readOptions = () => {
  const options = { seed: { type: 'string', default: '1' }, lines: { type: 'string', default: '300' } } as const
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    return { seed: parseInteger(values.seed), count: parseInteger(values.lines), named: positionals.map(parseLine) }
  } catch (error) {
    throw new CliError(`${(error as Error).message}\n${usage}`)
  }
}

const allLines = (): Line[] =>
  globSync(`${root}/**/*.ts`, { cwd: repository })
    .filter((file) => !/\.(?:test|fixtures?)\.ts$/.test(file))
    .toSorted()
    .flatMap((file) => codeLines(file, readFileSync(inRepository(file), 'utf8')))

// Stryker runs in its own process group, so Ctrl-C reaches only this process, whose exit ends Stryker. See cli/wrangler/processes.ts.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

await runCommand(async () => {
  const { seed, count, named } = readOptions()
  const all = allLines()
  const lines = named.length > 0 ? named : drawLines(all, count, seed)
  await installStryker()
  console.log(named.length > 0 ? named.join('\n') : `Seed ${seed}: ${lines.length} of ${all.length} lines of ${root}`)
  const results = await inTempDir((folder) => mutate(lines, folder))
  console.log(['', ...folderRows(results, root), '', ...survivorRows(results), '', totalRow(results)].join('\n'))
  if (mutationScore(allMutants(results)) < minScore) process.exitCode = 1
})
