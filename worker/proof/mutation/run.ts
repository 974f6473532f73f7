import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CliError, runCommand } from '../../cli/cliError.ts'
import { inTempDir } from '../../cli/verify/tempDir.ts'
import { installStryker } from './install.ts'
import type { Line } from './lines.ts'
import { folderRows, mutantsIn, mutationScore, sqlRows, survivorRows, totalRow } from './report.ts'
import { allSqlMutants, drawRoom, rooms, type Room } from './rooms.ts'
import { mutate, type Drawn } from './stryker.ts'

const usage = `npm run mutation -- [--seed <number>] [--room <name>] [--lines <number>] [--sql <number>] [--report <file>] [<file>:<line>…]
  Mutates lines and SQL texts of ${rooms.map(({ root }) => root).join(', ')}. Exits with code 1 if the tests of these folders kill
  less than the minimum of one of them: ${rooms.map(({ root, minScore }) => `${root} ${minScore} %`).join(', ')}.
  --seed <number>    seed of the draw (default 1)
  --room <name>      mutates one of the folders only, for example store
  --lines <number>   number of drawn lines of each folder (default 100)
  --sql <number>     number of drawn mutants of SQL texts of each folder (default 100)
  --report <file>    also writes the report of Stryker, for npm run mutation:histories
  <file>:<line>      mutates these lines only, with the SQL texts on them`

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

const parseRoom = (name: string | undefined): readonly Room[] => {
  const found = rooms.filter(({ root }) => name === undefined || root === `worker/${name}`)
  if (found.length === 0) throw new Error(`"${name}" is not one of ${rooms.map(({ root }) => root).join(', ')}.`)
  return found
}

const readOptions = () => {
  const options = {
    seed: { type: 'string', default: '1' },
    room: { type: 'string' },
    lines: { type: 'string', default: '100' },
    sql: { type: 'string', default: '100' },
    report: { type: 'string' },
  } as const
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    return {
      seed: parseInteger(values.seed),
      chosen: parseRoom(values.room),
      counts: { lines: parseInteger(values.lines), sql: parseInteger(values.sql) },
      report: values.report === undefined ? undefined : resolve(values.report),
      named: positionals.map(parseLine),
    }
  } catch (error) {
    throw new CliError(`${(error as Error).message}\n${usage}`)
  }
}

const named = (lines: readonly Line[]): Drawn => {
  console.log(lines.join('\n'))
  const all = rooms.filter(({ hasSql }) => hasSql).flatMap(({ root }) => allSqlMutants(root))
  return { lines, sql: all.filter(({ file, line }) => lines.includes(`${file}:${line}`)) }
}

const drawn = ({ chosen, counts, seed }: ReturnType<typeof readOptions>): Drawn => {
  const parts = chosen.map((room) => {
    const part = drawRoom(room, counts, seed)
    const sql = room.hasSql ? ` and ${part.sql.length} of ${part.allSql} mutants of SQL texts` : ''
    console.log(`Seed ${seed}: ${part.lines.length} of ${part.allLines} lines${sql} of ${room.root}`)
    return part
  })
  return { lines: parts.flatMap(({ lines }) => lines), sql: parts.flatMap(({ sql }) => sql) }
}

// Stryker runs in its own process group, so Ctrl-C reaches only this process, whose exit ends Stryker. See cli/wrangler/processes.ts.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

await runCommand(async () => {
  const options = readOptions()
  const mutants = options.named.length > 0 ? named(options.named) : drawn(options)
  await installStryker()
  const results = await inTempDir((folder) => mutate(mutants, folder, options.report))
  for (const { root, minScore } of rooms) {
    const own = mutantsIn(results, root)
    if (Object.keys(own).length === 0) continue
    console.log(
      ['', root, ...folderRows(own, root), '', ...sqlRows(own), '', ...survivorRows(own), '', totalRow(own)].join('\n'),
    )
    if (mutationScore(Object.values(own).flatMap((file) => file.mutants)) < minScore) process.exitCode = 1
  }
})
