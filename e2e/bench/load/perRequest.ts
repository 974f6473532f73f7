import { setTimeout as sleep } from 'node:timers/promises'
import type { Usage } from '../../../worker/testing/workers/metered/usage.ts'
import type { Connection, Exercise } from './load.ts'
import { median } from '../statistics.ts'
import type { Server } from './servers.ts'

const times = 9
/** What goes on beside an answer begins within so long of what went on before. */
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

/** What one request comes to, with all that it sets going. */
export type PerRequest = Readonly<Record<(typeof countNames)[number], number>>

const same = (one: Usage, other: Usage): boolean => countNames.every((name) => one[name] === other[name])

/** Counts that stay as they are. */
const settled = async (server: Server): Promise<Usage> => {
  for (let before = await server.counts(); ;) {
    await sleep(quietMs)
    const after = await server.counts()
    if (same(before, after)) return after
    before = after
  }
}

/** Counts one request at a time: the median, since once a minute one also notes that its key was used. */
export const countRequest = async (server: Server, { once, rest }: Exercise): Promise<PerRequest> => {
  const [connection] = server.connections as readonly [Connection]
  const counted: PerRequest[] = []
  let before = await settled(server)
  for (let nth = 0; nth < times; nth++) {
    if (!(await once(connection))) throw new Error('There is nothing left to count.')
    await rest?.()
    const after = await settled(server)
    counted.push(Object.fromEntries(countNames.map((name) => [name, after[name] - before[name]])) as PerRequest)
    before = after
  }
  return Object.fromEntries(countNames.map((name) => [name, median(counted.map((each) => each[name]))])) as PerRequest
}
