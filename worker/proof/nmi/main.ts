import { parseArgs } from 'node:util'
import { answerHelp, CliError, runCommand } from '../../cli/cliError.ts'
import { startNmi } from './server.ts'

const usage = `npm run nmi:standin -- [options]

  --port <port>              default: 8790
  --settle-every-ms <ms>     time between two settlements, default: a day
  --visible-after-ms <ms>    how long query.php does not show an action, default: 0
  --duplicate-seconds <s>    time of the duplicate check, default: 0, off
  --refunds <rule>           always (default) or settledOnly
  --start <time>             where its clock starts, as an ISO 8601 time, default: now`

const text = { type: 'string' } as const

const options = {
  port: text,
  'settle-every-ms': text,
  'visible-after-ms': text,
  'duplicate-seconds': text,
  refunds: text,
  start: text,
} as const

const readOptions = (args: string[]) => {
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new CliError(`${(error as Error).message}\n\n${usage}`)
  }
}

const toNumber = (name: string, value: string | undefined, fallback: number, least = 0): number => {
  const number = value === undefined ? fallback : Number(value)
  if (Number.isInteger(number) && number >= least) return number
  throw new CliError(`--${name} must be a whole number of at least ${least}.`)
}

/** A clock that starts at a time. */
const clockFrom = (start: string | undefined): (() => number) => {
  const offset = start === undefined ? 0 : Date.parse(start) - Date.now()
  if (Number.isNaN(offset)) throw new CliError('--start must be an ISO 8601 time.')
  return () => Date.now() + offset
}

await runCommand(async () => {
  const args = process.argv.slice(2)
  answerHelp(args, usage)
  const values = readOptions(args)
  const { refunds = 'always' } = values
  if (refunds !== 'always' && refunds !== 'settledOnly') throw new CliError('--refunds must be always or settledOnly.')
  const { url } = await startNmi({
    port: toNumber('port', values.port, 8790),
    settleEveryMs: toNumber('settle-every-ms', values['settle-every-ms'], 86_400_000, 1),
    visibleAfterMs: toNumber('visible-after-ms', values['visible-after-ms'], 0),
    duplicateSeconds: toNumber('duplicate-seconds', values['duplicate-seconds'], 0),
    refunds,
    now: clockFrom(values.start),
    log: (line) => console.log(line),
  })
  console.log(`The stand-in for NMI runs at ${url}`)
})
