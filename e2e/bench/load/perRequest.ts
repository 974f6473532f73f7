import { setTimeout as sleep } from 'node:timers/promises'
import type { Usage } from '../../../worker/testing/workers/metered/usage.ts'
import type { Connection, Workload } from './load.ts'
import { median } from '../statistics.ts'
import type { Server } from './servers.ts'

const samples = 9
/** Asynchronous effects of a request start within this time of each other. */
const quietMs = 60

export const countNames = [
  'trips',
  'statements',
  'rowsRead',
  'rowsWritten',
  'objectCalls',
  'objectMessages',
  'objectRowsWritten',
  'objectMs',
  'logged',
] as const satisfies readonly (keyof Usage)[]

/** Counters of one request with its asynchronous effects. */
export type PerRequest = Readonly<Record<(typeof countNames)[number], number>>

const isSame = (one: Usage, other: Usage): boolean => countNames.every((name) => one[name] === other[name])

/** Waits until the counters stop changing. */
export const stableCounts = async (server: Server): Promise<Usage> => {
  for (let before = await server.counts(); ;) {
    await sleep(quietMs)
    const after = await server.counts()
    if (isSame(before, after)) return after
    before = after
  }
}

/** Counts single requests and returns the median, since one request a minute also updates its key’s lastUsed. */
export const countRequest = async (server: Server, { runOnce, drain }: Workload): Promise<PerRequest> => {
  const [connection] = server.connections as readonly [Connection]
  const counted: PerRequest[] = []
  let before = await stableCounts(server)
  for (let nth = 0; nth < samples; nth++) {
    if (!(await runOnce(connection))) throw new Error('The workload ended early.')
    await drain?.()
    const after = await stableCounts(server)
    counted.push(Object.fromEntries(countNames.map((name) => [name, after[name] - before[name]])) as PerRequest)
    before = after
  }
  return Object.fromEntries(countNames.map((name) => [name, median(counted.map((each) => each[name]))])) as PerRequest
}
