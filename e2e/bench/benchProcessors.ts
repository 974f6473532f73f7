import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureWidgets } from '../../worker/cli/build/widgets.ts'
import { runCommand } from '../../worker/cli/cliError.ts'
import { demoAccount } from '../../worker/cli/dev/demoAccount.ts'
import { startNmi } from '../../worker/proof/nmi/server.ts'
import { describeMachine, parseNumber, withUsage } from './commandLine.ts'
import { measureProcessors, warmUp, type OwnTime, type Subject } from './processors/measure.ts'
import { processorTable } from './processors/report.ts'
import { prepareStates, startGateways } from './load/servers.ts'

const usage = `npm run bench:processors -- [options]
  --rounds <number>    measurements of each processor (default 8)
  --seconds <number>   length of a measurement (default 2)`

const readOptions = () => {
  const string = { type: 'string' } as const
  const { values } = parseArgs({ options: { rounds: string, seconds: string } })
  return {
    rounds: parseNumber(values.rounds ?? '8', (value) => Number.isInteger(value) && value > 0, usage),
    seconds: parseNumber(values.seconds ?? '2', (value) => value > 0 && value <= 60, usage),
  }
}

const note =
  'Own time is that of the whole response without the processor, by Server-Timing: of one request at a time, in milliseconds. CPU time is that of the local runtime with its database, per request under load. The stand-in runs in another process on loopback: it cannot show the latency of NMI, nor TLS.'

/** Compares the time that the worker itself needs for an authorize with each processor, in one gateway. */
const bench = async (): Promise<void> => {
  const { rounds, seconds } = withUsage(readOptions, usage)
  await ensureWidgets()
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const standIn = await startNmi()
  const cleanup: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true }), () => standIn.close()]
  try {
    console.error('Starting …')
    const states = await prepareStates(folder, [1000])
    const server = (await startGateways(states, cleanup)).get(1000)!
    const [connection] = server.connections
    const headers = { 'x-api-key': states.subscribedKey }
    const settings = { host: standIn.url, securityKey: 'sandbox-bench' }
    const added = await connection!.request({
      method: 'POST',
      path: '/v1/connections',
      body: { processor: 'nmi', label: 'Stand-in', settings },
      headers,
    })
    const routing = [{ connection: added.json.connection.id }]
    await connection!.request({ method: 'PUT', path: '/v1/account', body: { routing }, headers })
    const subjects: readonly Subject[] = [
      { name: 'simulator', key: demoAccount.secretKey },
      { name: 'NMI', key: states.subscribedKey },
    ]
    for (const subject of subjects) await warmUp(server, subject)
    const measured: ReadonlyMap<string, OwnTime>[] = []
    for (let nth = 0; nth < rounds; nth++) measured.push(await measureProcessors(server, subjects, { seconds, nth }))
    console.log(`Authorize, ${rounds} rounds of ${seconds} s. ${describeMachine()}\n`)
    console.log(`${processorTable(subjects, measured)}\n\n${note}`)
  } finally {
    for (const step of cleanup.toReversed()) await step()
  }
}

await runCommand(bench)
