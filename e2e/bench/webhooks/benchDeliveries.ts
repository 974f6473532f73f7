import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureWidgets } from '../../../worker/cli/build/widgets.ts'
import { describeMachine } from '../commandLine.ts'
import { printTable, milliseconds } from '../report/textTable.ts'
import { median, percentile } from '../statistics.ts'
import { BenchReceiver, openHostileReceivers } from './receivers.ts'
import type { HostileReceiver } from './receivers.ts'
import { DeliverySubject } from './subject.ts'
import { throughputOf } from './throughput.ts'

/** Each receiver’s time for a response. */
const afterMs = 250
const backlogs = { willing: 6_000, limited: 900, five: 900, few: 1_000, million: 1_000_000 } as const
type Behind = keyof typeof backlogs
/** Deliveries whose rows are compared. */
const compared = { few: 1_000, million: 5_000 } as const
const newEvents = 20
/** Rounds of the hostile receivers, events of each, and the time between two. */
const rounds = 3
const eventsOfRound = 50
const apartMs = 150

/** Prints progress to stderr, separate from the tables. */
const logProgress = (text: string) => console.error(text)

const count = (value: number) => Math.round(value).toLocaleString('en')

/** Share of one core that the runtime used during work. */
const withCpu = async (subject: DeliverySubject, work: () => Promise<void>): Promise<string> => {
  const [began, before] = [performance.now(), subject.server.cpuMs()]
  await work()
  const after = subject.server.cpuMs()
  return before === null || after === null
    ? ''
    : `${Math.round(((after - before) / (performance.now() - began)) * 100)} %`
}

const measureThroughput = async (
  subject: DeliverySubject,
  receivers: Readonly<Record<Behind, BenchReceiver>>,
): Promise<void> => {
  const deliver = (account: Behind) => async () => {
    await subject.causeEvent(account)
    await receivers[account].waitForCount(backlogs[account])
  }
  const cpu = await withCpu(subject, deliver('willing'))
  const cpuOfLimited = await withCpu(
    subject,
    async () => void (await Promise.all([deliver('limited')(), deliver('five')()])),
  )
  const row = (name: string, account: Behind, target: string, used: string) => {
    const { perSecond, atOnce, rejected, isInOrder } = throughputOf(receivers[account])
    return [
      name,
      count(backlogs[account]),
      perSecond.toFixed(1),
      target,
      String(atOnce),
      String(rejected),
      isInOrder ? 'yes' : 'NO',
      used,
    ]
  }
  printTable(
    ['Receiver', 'Backlog', 'Per second', 'Target', 'At once', '429', 'In order', 'CPU of one core'],
    [
      row('allows 50 at once', 'willing', '150', cpu),
      row('responds 429 above five', 'limited', '19', cpuOfLimited),
      row('maxConcurrency 5', 'five', '19', cpuOfLimited),
    ],
  )
}

/** Makes new events of a webhook that is behind. */
const measureBacklog = async (subject: DeliverySubject, account: keyof typeof compared, receiver: BenchReceiver) => {
  const before = await subject.server.counts()
  const made = new Map<string, number>()
  const causeEvent = async () => {
    const began = Date.now()
    made.set(await subject.causeEvent(account), began)
  }
  await causeEvent()
  await receiver.waitForCount(compared[account])
  const after = await subject.server.counts()
  const delivered = receiver.arrivals.length
  for (let index = 1; index < newEvents; index++) await Promise.all([causeEvent(), sleep(apartMs)])
  const arrivalOf = (id: string) => receiver.arrivals.find(({ resource }) => resource === id)?.at
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(50))
    if ([...made.keys()].every((id) => arrivalOf(id) !== undefined)) break
  const delays = [...made].map(([id, at]) => (arrivalOf(id) ?? Infinity) - at)
  const left = count(Math.max(0, backlogs[account] - receiver.arrivals.length))
  return [
    count(backlogs[account]),
    milliseconds(delays[0]!),
    milliseconds(median(delays)),
    milliseconds(Math.max(...delays)),
    count(((after.rowsRead - before.rowsRead) / delivered) * 1000),
    count(((after.objectRowsWritten - before.objectRowsWritten) / delivered) * 1000),
    left,
  ]
}

/** What the good receiver is beside: nothing, four good ones or four hostile ones. The four good ones show the cost of any four. */
const conditions = ['alone', 'beside four good ones', 'beside four hostile ones'] as const

interface HostileSetup {
  /** Of one account. */
  readonly good: BenchReceiver
  readonly goodToo: readonly BenchReceiver[]
  readonly hostile: readonly HostileReceiver[]
  /** Of another account. */
  readonly other: BenchReceiver
}

/** Delays of good receivers under each condition in turns. */
const measureHostile = async (subject: DeliverySubject, receivers: HostileSetup): Promise<void> => {
  const { good, goodToo, hostile, other } = receivers
  const register = (some: readonly { readonly url: string }[]) =>
    Promise.all(some.map(({ url }) => subject.register('good', url)))
  await register([good])
  await subject.register('other', other.url)
  const webhooks = {
    'beside four good ones': await register(goodToo),
    'beside four hostile ones': await register(hostile),
  }
  const delays = conditions.map(() => ({ good: [] as number[], other: [] as number[] }))
  let made = 0
  for (let round = 0; round < rounds * conditions.length; round++) {
    const at = round % conditions.length
    for (const [condition, ids] of Object.entries(webhooks))
      for (const id of ids)
        await subject.call('good', 'PUT', `/v1/webhook/${id}`, { enabled: condition === conditions[at] })
    for (let index = 0; index < eventsOfRound; index++)
      await Promise.all([subject.causeEvent('good'), subject.causeEvent('other'), sleep(apartMs)])
    for (const account of ['good', 'other'] as const) {
      const { arrivals } = receivers[account]
      await receivers[account].waitForCount(made + eventsOfRound)
      delays[at]![account].push(...arrivals.slice(made).map((arrival) => arrival.at - arrival.madeAt))
    }
    made += eventsOfRound
  }
  const cells = (at: number, account: 'good' | 'other'): string[] => {
    const [alone, times] = [delays[0]![account], delays[at]![account]]
    const ratio = `${(median(times) / median(alone)).toFixed(2)}x`
    return [milliseconds(median(times)), milliseconds(percentile(times, 0.99)), ratio]
  }
  printTable(
    [
      'From an event to its arrival',
      'Same account p50',
      'p99',
      'Ratio of p50',
      'Another account p50',
      'p99',
      'Ratio of p50',
    ],
    conditions.map((condition, at) => [condition, cells(at, 'good'), cells(at, 'other')].flat()),
  )
  for (const { name, seen } of hostile)
    console.log(`A receiver that ${name}: ${seen.requests} requests, ${count(seen.bytes / 1024)} KiB of responses.`)
  console.log(`Redirected deliveries that arrived: ${good.arrivals.length - made}.`)
}

const open = (limit?: number) => new BenchReceiver({ afterMs, ...(limit !== undefined && { limit }) }).open()
const openFast = () => new BenchReceiver({ afterMs: 0 }).open()

/** `npm run bench:webhooks -- --throughput` */
export const benchDeliveries = async (): Promise<void> => {
  await ensureWidgets()
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const subject = new DeliverySubject(folder)
  const receivers = {
    willing: await open(),
    limited: await open(5),
    five: await open(),
    few: await open(),
    million: await open(),
  }
  const [good, other] = [await openFast(), await openFast()]
  const goodToo = await Promise.all([openFast(), openFast(), openFast(), openFast()])
  const hostile = await openHostileReceivers(good.url)
  try {
    logProgress('Starting the gateway …')
    const accounts = Object.keys(backlogs) as Behind[]
    await subject.prepare([...accounts, 'good', 'other'])
    for (const account of accounts) {
      // The first event is the pattern of the others.
      await subject.causeEvent(account)
      await subject.register(account, receivers[account].url, account === 'five' ? 5 : null)
    }
    await subject.stop()
    logProgress('Storing a million events …')
    subject.seed(backlogs)
    await subject.start()
    console.log(`${describeMachine()} Each receiver of a backlog responds after ${afterMs} ms.\n`)
    logProgress('Throughput …')
    await measureThroughput(subject, receivers)
    logProgress('Hostile receivers …')
    console.log('')
    await measureHostile(subject, { good, goodToo, other, hostile })
    logProgress('Backlogs …')
    const rows = []
    for (const account of ['few', 'million'] as const)
      rows.push(await measureBacklog(subject, account, receivers[account]))
    console.log('')
    printTable(
      [
        'Behind',
        'First new event',
        'New events p50',
        'Slowest',
        'D1 rows read per 1,000',
        'Rows written in the object per 1,000',
        'Left at the end',
      ],
      rows,
    )
    console.log(
      `\nRows per 1,000 deliveries. Gateway, database, objects and receivers share ${cpus().length} cores, and the local runtime has one thread for the worker, its database and its objects.`,
    )
    const [load = 0] = loadavg()
    if (load > cpus().length + 1) console.log(`Other programs used the machine (load ${load.toFixed(1)}).`)
  } finally {
    await subject.stop()
    for (const receiver of [...Object.values(receivers), good, other, ...goodToo, ...hostile]) receiver.close()
    await rm(folder, { recursive: true })
  }
}
