import { countNames, stableCounts, type PerRequest } from '../load/perRequest.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { bare, flows, type Flow } from './flows.ts'
import { bytesPerPayment, totalBytes, type StoredBytes } from './storedBytes.ts'
import type { GrowthSubject } from './subject.ts'

const samples = 7

export interface MeasuredStep {
  readonly step: string
  readonly counts: PerRequest
}

export interface MeasuredFlow {
  readonly flow: string
  readonly steps: readonly MeasuredStep[]
}

/** The rows of the sweeps for one payment. */
export interface Swept {
  readonly name: string
  readonly rowsWritten: number
  readonly rowsRead: number
}

/** What one payment keeps and costs after its requests. */
export interface Life {
  readonly flow: string
  readonly payments: number
  /** CPU time of its requests in milliseconds; null on systems without /proc. */
  readonly cpuMs: number | null
  readonly swept: readonly Swept[]
  readonly firstMonth: number
  readonly afterwards: number
  /** Bytes by table and index. */
  readonly tables: readonly { readonly name: string; readonly firstMonth: number; readonly afterwards: number }[]
}

/** The figures of one build. */
export interface Growth {
  readonly name: string
  readonly flows: readonly MeasuredFlow[]
  readonly lives: readonly Life[]
}

/** Days after the payment, and what the sweeps until then do. */
const ages = [
  { name: 'Sweeps of the first two days: settlement, totals, keys, tokens', days: 2 },
  { name: 'Sweeps until day 40: events', days: 40 },
  { name: 'Sweeps until day 200', days: 200 },
] as const

const fewest = (counts: readonly PerRequest[]): PerRequest =>
  Object.fromEntries(countNames.map((name) => [name, Math.min(...counts.map((one) => one[name]))])) as PerRequest

/** Longer than a gateway knows an API key, whose account has the time at which its connection last responded. */
const keyCacheMs = 11_000

/** The rows and round trips of each step, the fewest of some payments: further ones are written once a minute. */
const measureFlow = async (subject: GrowthSubject, flow: Flow): Promise<MeasuredFlow> => {
  const [connection] = subject.server.connections
  const counted = flow.steps.map(({ name }) => ({ step: name, counts: [] as PerRequest[] }))
  for (let nth = 0; nth < samples; nth++)
    await subject.pay(flow, connection!, async (step, send) => {
      const before = await stableCounts(subject.server)
      await send()
      const after = await stableCounts(subject.server)
      const difference = Object.fromEntries(countNames.map((name) => [name, after[name] - before[name]]))
      counted[flow.steps.indexOf(step)]!.counts.push(difference as PerRequest)
    })
  return { flow: flow.name, steps: counted.map(({ step, counts }) => ({ step, counts: fewest(counts) })) }
}

const byTable = (before: StoredBytes, fresh: StoredBytes, old: StoredBytes, payments: number): Life['tables'] => {
  const afterwards = new Map(bytesPerPayment(before, old, payments))
  const names = bytesPerPayment(before, fresh, payments)
  return names.map(([name, firstMonth]) => ({ name, firstMonth, afterwards: afterwards.get(name) ?? 0 }))
}

/** Stores payments, and lets them age. @param since days that the clock is ahead already */
const measureLife = async (
  subject: GrowthSubject,
  { flow, payments, since }: { readonly flow: Flow; readonly payments: number; readonly since: number },
): Promise<Life> => {
  const { server } = subject
  // Creates what an account has once, such as its key. The events of the settlement are purged at the second step.
  await subject.payMany(flow, 20)
  await subject.age(since - 100)
  await subject.age(since)
  const before = await subject.bytes()
  const cpuBefore = server.cpuMs()
  await subject.payMany(flow, payments)
  const cpuAfter = server.cpuMs()
  let fullest = await subject.bytes()
  let old = fullest
  const swept: Swept[] = []
  for (const { name, days } of ages) {
    const start = await server.counts()
    await subject.age(since + days)
    const end = await server.counts()
    swept.push({
      name,
      rowsWritten: (end.rowsWritten - start.rowsWritten) / payments,
      rowsRead: (end.rowsRead - start.rowsRead) / payments,
    })
    // Settlement adds events.
    old = await subject.bytes()
    if (totalBytes(old) > totalBytes(fullest)) fullest = old
  }
  return {
    flow: flow.name,
    payments,
    cpuMs: cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / payments,
    swept,
    firstMonth: (totalBytes(fullest) - totalBytes(before)) / payments,
    afterwards: (totalBytes(old) - totalBytes(before)) / payments,
    tables: byTable(before, fullest, old, payments),
  }
}

/** Measures a build. @param log receives progress */
export const measureGrowth = async (
  subject: GrowthSubject,
  payments: number,
  log: (text: string) => void,
): Promise<Growth> => {
  const measured: MeasuredFlow[] = []
  await subject.pay(bare, subject.server.connections[0]!)
  await sleep(keyCacheMs)
  for (const flow of flows) {
    log(`${subject.name}: ${flow.name} …`)
    measured.push(await measureFlow(subject, flow))
  }
  const lives: Life[] = []
  for (const [nth, flow] of [bare, flows[1]!].entries()) {
    log(`${subject.name}: ${payments.toLocaleString('en')} payments, ${flow.name} …`)
    lives.push(await measureLife(subject, { flow, payments, since: (nth + 1) * 400 }))
  }
  return { name: subject.name, flows: measured, lives }
}
