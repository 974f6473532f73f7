import type { Connection, Request, Workload } from '../load/load.ts'
import { measureRound, warmUpSeconds } from '../load/measure.ts'
import type { Server } from '../load/servers.ts'
import { median } from '../statistics.ts'

/** An account whose payments go to one processor. */
export interface Subject {
  readonly name: string
  readonly key: string
}

/** What the worker itself needs for an authorize. */
export interface OwnTime {
  /** The median of single requests: the whole response without the processor, in milliseconds. */
  readonly ownMs: number
  /** CPU time of the runtime per request under load, in milliseconds; null on systems without /proc. */
  readonly cpuMs: number | null
}

const authorizeOf = ({ key }: Subject): Request => ({
  method: 'POST',
  path: '/v1/transactions/authorize',
  headers: { 'x-api-key': key },
  body: { payment: { creditCard: { accountNumber: '4111111111111111', expires: '1230' } }, amount: { value: 10.05 } },
})

const authorize = async (connection: Connection, subject: Subject) => {
  const { json, headers } = await connection.request(authorizeOf(subject))
  if (json.approved !== true) throw new Error(`A payment over ${subject.name} was not approved.`)
  return String(headers['server-timing'])
}

const workloadOf = (subject: Subject): Workload => ({
  runOnce: async (connection) => {
    await authorize(connection, subject)
    return true
  },
})

const durationOf = (serverTiming: string, name: string): number =>
  Number(new RegExp(`${name};(?:[^,]*;)?dur=([0-9.]+)`).exec(serverTiming)?.[1])

/** Single requests of a round. */
const singles = 60

const ownMsOf = async (connection: Connection, subject: Subject): Promise<number> => {
  const own: number[] = []
  for (let nth = 0; nth < singles; nth++) {
    const began = performance.now()
    const processorMs = durationOf(await authorize(connection, subject), 'processor')
    own.push(performance.now() - began - processorMs)
  }
  return median(own)
}

export const warmUp = (server: Server, subject: Subject) => measureRound(server, workloadOf(subject), warmUpSeconds)

/** A round: both processors after one another, each first in every second round. @returns in the order of the subjects */
export const measureProcessors = async (
  server: Server,
  subjects: readonly Subject[],
  { seconds, nth }: { readonly seconds: number; readonly nth: number },
): Promise<ReadonlyMap<string, OwnTime>> => {
  const measured = new Map<string, OwnTime>()
  for (const subject of nth % 2 === 0 ? subjects : subjects.toReversed()) {
    const ownMs = await ownMsOf(server.connections[0]!, subject)
    const { cpuMs } = await measureRound(server, workloadOf(subject), seconds)
    measured.set(subject.name, { ownMs, cpuMs })
  }
  return measured
}
