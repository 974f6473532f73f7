import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { CliError } from '../cliError.ts'
import { targetOptions, toTarget } from '../options.ts'
import { shardsOf } from '../wrangler/database.ts'
import type { Target } from '../wrangler/database.ts'
import { readStatus } from './readStatus.ts'
import type { RunStatements } from './readStatus.ts'
import { ageText, longestWaitMs, toJson, toText } from './report.ts'
import type { ShardStatus } from './report.ts'

export const usage = `npm run status -- [--json] [--fail-after <seconds>] [--remote] [--shard 00]

Shows whether background work keeps up: due work by lane and mode, the accounts with the oldest work, payments that need attention,
webhooks with undelivered events, test clocks in progress, and how far the scans have read.
--json prints one JSON object, for monitors.
--fail-after exits with 1 if due work of live mode, or a scan, has waited for longer than these seconds.
The local database of npm run dev is read (elsewhere with --state <folder>), or with --remote the deployed ones: all shards, or that of --shard.

Exit codes: 0, 1 with --fail-after if work has waited for longer, 2 if a database could not be read.`

/** What the command uses. Tests replace it. */
export interface StatusPorts {
  /** Runs statements on a shard and returns the rows of each. */
  run(statements: readonly string[], target: Target): ReturnType<RunStatements>
  /** Real time, milliseconds since 1970. */
  now(): number
  print(text: string): void
}

const readOptions = (args: readonly string[]) => {
  const flag = { type: 'boolean', default: false } as const
  const own = { json: flag, 'fail-after': { type: 'string' } } as const
  try {
    const { values } = parseArgs({ args: [...args], options: { ...own, ...targetOptions } })
    return { json: values.json, failAfter: values['fail-after'], shard: values.shard, target: toTarget(values) }
  } catch (error) {
    throw new CliError(`${(error as Error).message}\n\n${usage}`)
  }
}

/** @throws CliError */
const toLimitMs = (seconds: string | undefined): number => {
  if (seconds === undefined) return Infinity
  if (!/^\d{1,9}$/.test(seconds)) throw new CliError(`--fail-after must be a number of seconds.\n\n${usage}`)
  return Number(seconds) * 1000
}

/** Reads the status of shards and prints it. Returns the exit code. @throws CliError */
export const runStatus = async (args: readonly string[], { run, now, print }: StatusPorts): Promise<0 | 1> => {
  const { json, failAfter, shard, target } = readOptions(args)
  const limitMs = toLimitMs(failAfter)
  const at = now()
  const shards = shard === undefined ? shardsOf(await readFile(target.config, 'utf8')) : [shard]
  const found: ShardStatus[] = []
  for (const each of shards)
    found.push(await readStatus((statements) => run(statements, { ...target, shard: each }), each, at))
  const waitMs = longestWaitMs(found)
  print(json ? JSON.stringify(toJson(found, at), null, 2) : found.map((one) => toText(one, at)).join('\n\n'))
  if (waitMs === null || waitMs <= limitMs) return 0
  if (!json) print(`\nWork has waited for ${ageText(waitMs)}, longer than ${failAfter} s.`)
  return 1
}
