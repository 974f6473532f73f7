import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { CliError, runCommand } from '../../worker/cli/cliError.ts'
import { repository } from '../../worker/cli/repository.ts'
import { ensureWidgets } from '../../worker/cli/build/widgets.ts'
import { aboutMachine, readNumber, readOptionsBy, readRows } from './commandLine.ts'
import { compareRow, comparisonTable, joinComparisons, type Comparison } from './report/comparison.ts'
import { connections } from './load/load.ts'
import { Counting } from './load/countingReceiver.ts'
import { Scene, type RowName } from './load/rows.ts'

const usage = `npm run bench:against -- <folder> [options]
  <folder>             another checkout of Sluice, in which npm install and npm run build have run
  --starts <number>    how often either is started anew, 4 if not given: two runs of the same code differ by up to 5 %
  --rounds <number>    how often each request is measured at either after a start, 6 if not given
  --seconds <number>   how long each time, 2 if not given
  --stored <number>    how many payments either has stored before, 1000 if not given
  --only <rows>        with commas between them; authorize,capture,get,list if not given`

const usual: readonly RowName[] = ['authorize', 'capture', 'get', 'list']

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
    starts: readNumber(values.starts ?? '4', (value) => Number.isInteger(value) && value > 0, usage),
    rounds: readNumber(values.rounds ?? '6', (value) => Number.isInteger(value) && value > 0, usage),
    seconds: readNumber(values.seconds ?? '2', (value) => value > 0 && value <= 60, usage),
    stored: readNumber(values.stored ?? '1000', (value) => Number.isInteger(value) && value > 0, usage),
    only: values.only === undefined ? usual : readRows(values.only, usage),
  }
}

type Options = ReturnType<typeof readOptions>

/** Starts the gateway of a checkout by that checkout's own code: its database may have other tables. */
const startGateway = async (
  checkout: string,
  { folder, stored, receiver }: { folder: string; stored: number; receiver: Counting },
  undo: (() => Promise<unknown>)[],
): Promise<Scene> => {
  await mkdir(folder)
  const file = pathToFileURL(join(checkout, 'e2e/bench/load/servers.ts')).href
  const { makeStates, startGateways } = (await import(file)) as typeof import('./load/servers.ts')
  const states = await makeStates(folder, [stored])
  const gateways = await startGateways(states, undo)
  return new Scene(gateways.get(stored)!, receiver, states.toldKey)
}

/** All rows on two gateways that are started for it. @param nth which start it is: each checkout is the first to start in every second one */
const compareOnce = async (nth: number, { folder, rounds, seconds, stored, only }: Options): Promise<Comparison[]> => {
  const temporary = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const receiver = new Counting()
  const undo: (() => Promise<unknown>)[] = [() => rm(temporary, { recursive: true }), () => receiver.close()]
  try {
    await receiver.open()
    const start = (name: string, checkout: string) =>
      startGateway(checkout, { folder: join(temporary, name), stored, receiver }, undo)
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
    for (const step of undo.toReversed()) await step()
  }
}

const compare = async (): Promise<void> => {
  const options = readOptionsBy(readOptions, usage)
  await ensureWidgets()
  const all: Comparison[] = []
  for (let nth = 0; nth < options.starts; nth++) all.push(...(await compareOnce(nth, options)))
  const { starts, rounds, seconds, only } = options
  console.log(
    `${connections} connections, ${starts} starts, ${rounds} rounds of ${seconds} s each. ${aboutMachine()}\n`,
  )
  console.log(comparisonTable(only.map((row) => joinComparisons(all.filter((one) => one.row === row)))))
}

await runCommand(compare)
