import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand } from '../../worker/cli/cliError.ts'
import { ensureWidgets } from '../../worker/cli/build/widgets.ts'
import { benchGrowth } from './growth/benchGrowth.ts'
import { describeMachine, parseNumber, withUsage, parseRows } from './commandLine.ts'
import { priceList } from './report/costs.ts'
import { connections } from './load/load.ts'
import { measureRow, type BenchSetup, type Measured } from './load/measure.ts'
import { CountingReceiver } from './load/countingReceiver.ts'
import { costSheet, growthTable, rateTable, shopperSeconds, shortfalls } from './report/report.ts'
import { BaselineUnderLoad, rows, GatewayUnderLoad } from './load/rows.ts'
import { prepareStates, startBaselines, startGateways } from './load/servers.ts'

const usage = `npm run bench -- [options]
  --growth             rows, bytes and costs of a payment instead, with options of its own
  --rounds <number>    measurements of each row (default 5)
  --seconds <number>   length of a measurement (default 2)
  --stored <numbers>   stored payments (default 1000); 1000,100000,1000000 takes about twenty minutes
  --only <rows>        comma-separated, of: ${Object.keys(rows).join(', ')}`

const readOptions = () => {
  const string = { type: 'string' } as const
  const { values } = parseArgs({ options: { rounds: string, seconds: string, stored: string, only: string } })
  return {
    rounds: parseNumber(values.rounds ?? '5', (value) => Number.isInteger(value) && value > 0, usage),
    seconds: parseNumber(values.seconds ?? '2', (value) => value > 0 && value <= 60, usage),
    stored: (values.stored ?? '1000')
      .split(',')
      .map((text) => parseNumber(text, (value) => Number.isInteger(value) && value > 0 && value <= 2_000_000, usage)),
    only: parseRows(values.only ?? Object.keys(rows).join(), usage),
  }
}

/** Prints progress to stderr, separate from the tables. */
const logProgress = (text: string) => console.error(text)

const ratesNote = [
  'After a slash: the baseline, measured in alternation with the gateway. Shares are the median of these pairs, with minimum and maximum.',
  'Live mode caches a key and its account for ten seconds; test mode reads them for each request.',
  'The webhook row ends with the arrival of the delivery. In the terminal row 16 devices encrypt a card for each payment on the same machine.',
].join(' ')

const costsNote = [
  `By Cloudflare's price list as of ${priceList.readOn}, in US dollars.`,
  'CPU time is that of the local runtime including its database, an upper bound.',
  `A shopper takes ${shopperSeconds} s at a terminal.`,
  'Not included: the sweep for settlement and billing, requests for the card form and checkout pages, rows read by Durable Objects, and retries.',
].join(' ')

const bench = async (): Promise<void> => {
  const { rounds, seconds, stored, only } = withUsage(readOptions, usage)
  await ensureWidgets()
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const receiver = new CountingReceiver()
  const cleanup: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true }), () => receiver.close()]
  try {
    await receiver.open()
    logProgress(`Storing ${stored.map((count) => count.toLocaleString('en')).join(', ')} payments …`)
    const states = await prepareStates(folder, stored)
    logProgress('Starting …')
    const baselines = await startBaselines(folder)
    cleanup.push(() => baselines.close())
    const gateways = new Map<number, GatewayUnderLoad>()
    for (const [count, server] of await startGateways(states, cleanup))
      gateways.set(count, new GatewayUnderLoad(server, receiver, states.subscribedKey))
    const setting: BenchSetup = { gateways, baseline: new BaselineUnderLoad(baselines, receiver), rounds, seconds }
    const measured: Measured[] = []
    for (const name of only) {
      logProgress(`${name} …`)
      measured.push(...(await measureRow(name, setting)))
    }
    const fewest = Math.min(...stored)
    console.log(`${connections} connections, median of ${rounds} rounds of ${seconds} s. ${describeMachine()}\n`)
    console.log(`${rateTable(measured)}\n\n${ratesNote}\n`)
    if (stored.length > 1) console.log(`${growthTable(measured)}\n`)
    console.log(`${costSheet(measured.filter((one) => one.stored === fewest))}\n\n${costsNote}\n`)
    for (const sentence of shortfalls(measured)) console.log(sentence)
    const [load = 0] = loadavg()
    // The measurement itself causes a load of two.
    if (load > cpus().length + 2) console.log(`Other programs used the machine (load ${load.toFixed(1)}).`)
  } finally {
    for (const step of cleanup.toReversed()) await step()
  }
}

await runCommand(process.argv.includes('--growth') ? benchGrowth : bench)
