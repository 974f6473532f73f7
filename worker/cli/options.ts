import { parseArgs } from 'node:util'
import type { ParseArgsOptionsConfig } from 'node:util'
import { answerHelp, CliError } from './cliError.ts'
import type { Target } from './wrangler/database.ts'
import { defaults } from './dev/defaults.ts'

const text = { type: 'string' } as const

/** Options that select a database. `--state` is the folder of `npm run dev -- --state`. */
export const targetOptions = { remote: { type: 'boolean' }, shard: text, state: text } as const

interface TargetValues {
  readonly remote?: boolean | undefined
  readonly shard?: string | undefined
  readonly state?: string | undefined
}

/** The database that the options select. @throws Error for values that are not valid */
export const toTarget = ({ remote = false, shard = '00', state }: TargetValues): Target => {
  if (remote && state !== undefined) throw new Error('--remote and --state exclude each other.')
  if (!/^[0-9a-z]{2}$/.test(shard)) throw new Error('--shard must be two characters of 0-9 and a-z.')
  return { config: defaults.config, state: remote ? null : (state ?? defaults.state), shard }
}

/**
 * Reads a command's text options and those that select the database.
 *
 * @throws CliError with the usage for an unknown option; `--help` ends the command with the usage
 */
export const readOptions = <const Name extends string>(
  names: readonly Name[],
  usage: string,
  args: string[] = process.argv.slice(3),
): { values: Partial<Record<Name, string>>; target: Target; rest: string[] } => {
  answerHelp(args, usage)
  const own = Object.fromEntries(names.map((name) => [name, text])) as ParseArgsOptionsConfig
  try {
    const { values, positionals } = parseArgs({ args, options: { ...own, ...targetOptions }, allowPositionals: true })
    const target = toTarget(values as TargetValues)
    return { values: values as Partial<Record<Name, string>>, target, rest: positionals }
  } catch (error) {
    throw new CliError(`${(error as Error).message}\n\n${usage}`)
  }
}
