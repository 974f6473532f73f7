import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand } from '../../worker/cli/cliError.ts'
import { ensureWidgets } from '../../worker/cli/build/widgets.ts'
import { aboutMachine, readNumber, readOptionsBy, readRows } from './commandLine.ts'
import { priceList } from './report/costs.ts'
import { connections } from './load/load.ts'
import { measureRow, type Bench, type Measured } from './load/measure.ts'
import { Counting } from './load/countingReceiver.ts'
import { costSheet, growthTable, rateTable, shopperSeconds, shortfalls } from './report/report.ts'
import { BaselineScene, rows, Scene } from './load/rows.ts'
import { makeStates, startBaselines, startGateways } from './load/servers.ts'

const usage = `npm run bench -- [options]
  --rounds <number>    how often each is measured, 5 if not given
  --seconds <number>   how long each time, 2 if not given
  --stored <numbers>   how many payments are stored, 1000 if not given; 1000,100000,1000000 takes some twenty minutes
  --only <rows>        with commas between them, of: ${Object.keys(rows).join(', ')}`

const readOptions = () => {
  const string = { type: 'string' } as const
  const { values } = parseArgs({ options: { rounds: string, seconds: string, stored: string, only: string } })
  return {
    rounds: readNumber(values.rounds ?? '5', (value) => Number.isInteger(value) && value > 0, usage),
    seconds: readNumber(values.seconds ?? '2', (value) => value > 0 && value <= 60, usage),
    stored: (values.stored ?? '1000')
      .split(',')
      .map((text) => readNumber(text, (value) => Number.isInteger(value) && value > 0 && value <= 2_000_000, usage)),
    only: readRows(values.only ?? Object.keys(rows).join(), usage),
  }
}

/** Says what is under way, apart from the tables. */
const say = (text: string) => console.error(text)

const aboutRates = [
  'After a slash: the baseline, which is measured in turns with the gateway. Shares are the median of such pairs, with the least and the most.',
  'A key and its account are remembered for ten seconds, as in live mode; test mode reads them anew each time.',
  'A webhook counts as paid when its delivery has arrived. At the terminal 16 readers encrypt a card for each payment, on the same machine.',
].join(' ')

const aboutCosts = [
  `By Cloudflare's price list as of ${priceList.readOn}, in US dollars.`,
  'CPU time is that of the whole local runtime, its database included, so an upper bound.',
  `At a card reader a shopper takes ${shopperSeconds} s.`,
  'Not in it: the sweep that settles and bills, the card form and the checkout as pages, rows that objects read from their own storage, a payment that is tried again.',
].join(' ')

const bench = async (): Promise<void> => {
  const { rounds, seconds, stored, only } = readOptionsBy(readOptions, usage)
  await ensureWidgets()
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const receiver = new Counting()
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true }), () => receiver.close()]
  try {
    await receiver.open()
    say(`Storing ${stored.map((count) => count.toLocaleString('en')).join(', ')} payments …`)
    const states = await makeStates(folder, stored)
    say('Starting …')
    const baselines = await startBaselines(folder)
    undo.push(() => baselines.close())
    const gateways = new Map<number, Scene>()
    for (const [count, server] of await startGateways(states, undo))
      gateways.set(count, new Scene(server, receiver, states.toldKey))
    const setting: Bench = { gateways, baseline: new BaselineScene(baselines, receiver), rounds, seconds }
    const measured: Measured[] = []
    for (const name of only) {
      say(`${name} …`)
      measured.push(...(await measureRow(name, setting)))
    }
    const fewest = Math.min(...stored)
    console.log(`${connections} connections, median of ${rounds} rounds of ${seconds} s. ${aboutMachine()}\n`)
    console.log(`${rateTable(measured)}\n\n${aboutRates}\n`)
    if (stored.length > 1) console.log(`${growthTable(measured)}\n`)
    console.log(`${costSheet(measured.filter((one) => one.stored === fewest))}\n\n${aboutCosts}\n`)
    for (const sentence of shortfalls(measured)) console.log(sentence)
    const [load = 0] = loadavg()
    // What is measured takes two by itself.
    if (load > cpus().length + 2) console.log(`The machine was busy with other things (load ${load.toFixed(1)}).`)
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}

await runCommand(bench)
