import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { CliError, runCommand } from '../../worker/cli/cliError.ts'
import { repository } from '../../worker/cli/repository.ts'
import { ensureWidgets } from '../../worker/cli/build/widgets.ts'
import { describeMachine, parseNumber, withUsage, parseRows } from './commandLine.ts'
import { compareRow, comparisonTable, joinComparisons, type Comparison } from './report/comparison.ts'
import { connections } from './load/load.ts'
import { CountingReceiver } from './load/countingReceiver.ts'
import { GatewayUnderLoad, type RowName } from './load/rows.ts'

const usage = `npm run bench:against -- <folder> [options]
  <folder>             another checkout of Sluice, after npm install and npm run build
  --starts <number>    how often each gateway is restarted (default 4); two runs of the same code differ by up to 5 %
  --rounds <number>    measurements of each request per start (default 6)
  --seconds <number>   length of a measurement (default 2)
  --stored <number>    stored payments before the measurement (default 1000)
  --only <rows>        comma-separated (default authorize,capture,get,list)`

const defaultRows: readonly RowName[] = ['authorize', 'capture', 'get', 'list']

const readOptions = () => {
  const string = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { starts: string, rounds: string, seconds: string, stored: string, only: string },
  })
  const [folder] = positionals
  if (folder === undefined || positionals.length > 1) throw new CliError(usage)
  if (!existsSync(join(folder, 'dist/pages.json'))) throw new CliError(`${folder} has no build.\n${usage}`)
  return {
    folder: resolve(folder),
    starts: parseNumber(values.starts ?? '4', (value) => Number.isInteger(value) && value > 0, usage),
    rounds: parseNumber(values.rounds ?? '6', (value) => Number.isInteger(value) && value > 0, usage),
    seconds: parseNumber(values.seconds ?? '2', (value) => value > 0 && value <= 60, usage),
    stored: parseNumber(values.stored ?? '1000', (value) => Number.isInteger(value) && value > 0, usage),
    only: values.only === undefined ? defaultRows : parseRows(values.only, usage),
  }
}

type Options = ReturnType<typeof readOptions>

/** Starts a checkout's gateway with its own code, since its database schema may differ. */
const startGateway = async (
  checkout: string,
  { folder, stored, receiver }: { folder: string; stored: number; receiver: CountingReceiver },
  cleanup: (() => Promise<unknown>)[],
): Promise<GatewayUnderLoad> => {
  await mkdir(folder)
  const file = pathToFileURL(join(checkout, 'e2e/bench/load/servers.ts')).href
  const { prepareStates, startGateways } = (await import(file)) as typeof import('./load/servers.ts')
  const states = await prepareStates(folder, [stored])
  const gateways = await startGateways(states, cleanup)
  return new GatewayUnderLoad(gateways.get(stored)!, receiver, states.subscribedKey)
}

/** Starts both gateways and measures all rows. @param nth number of the start; the checkouts take turns in starting first */
const compareOnce = async (nth: number, { folder, rounds, seconds, stored, only }: Options): Promise<Comparison[]> => {
  const temporary = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const receiver = new CountingReceiver()
  const cleanup: (() => Promise<unknown>)[] = [() => rm(temporary, { recursive: true }), () => receiver.close()]
  try {
    await receiver.open()
    const start = (name: string, checkout: string) =>
      startGateway(checkout, { folder: join(temporary, name), stored, receiver }, cleanup)
    const there = nth % 2 === 0 ? null : await start('there', folder)
    const here = await start('here', repository)
    const both = { here, there: there ?? (await start('there', folder)) }
    const comparisons: Comparison[] = []
    for (const row of only) {
      console.error(`${row} …`)
      comparisons.push(await compareRow(row, { ...both, rounds, seconds }))
    }
    return comparisons
  } finally {
    for (const step of cleanup.toReversed()) await step()
  }
}

const compare = async (): Promise<void> => {
  const options = withUsage(readOptions, usage)
  await ensureWidgets()
  const all: Comparison[] = []
  for (let nth = 0; nth < options.starts; nth++) all.push(...(await compareOnce(nth, options)))
  const { starts, rounds, seconds, only } = options
  console.log(
    `${connections} connections, ${starts} starts, ${rounds} rounds of ${seconds} s each. ${describeMachine()}\n`,
  )
  console.log(comparisonTable(only.map((row) => joinComparisons(all.filter((one) => one.row === row)))))
}

await runCommand(compare)
