/** `npm run bench:webhooks`, or with `-- --throughput` the deliveries of backlogs and beside hostile receivers. */
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoAccount } from '../../worker/cli/dev/demoAccount.ts'
import { prepareDatabase } from '../../worker/cli/dev/local.ts'
import { runCommand } from '../../worker/cli/cliError.ts'
import { ensureWidgets } from '../../worker/cli/build/widgets.ts'
import { WebhookGateway, unlimitedWorker } from '../webhooks/gateway.ts'
import type { ReceivedDelivery, Receiver } from '../webhooks/receiver.ts'
import { waitForAllEvents, delayResponses, createEventStorm } from '../webhooks/storm.ts'
import { paymentRequest } from '../webhooks/paymentRequest.ts'
import { benchDeliveries } from './webhooks/benchDeliveries.ts'
import { median, percentile } from './statistics.ts'
import { milliseconds, printTable } from './report/textTable.ts'

const ROUNDS = 6
/** Events in the slow receiver’s backlog, and the time it takes for each response. */
const STORM = 1000
const SLOW_MS = 10_000
/** Payments of a round, and the time between them, so that deliveries do not overlap. */
const PAYMENTS = 60
const APART_MS = 150

/** Subscribed receivers. The slow one has all previous events in its backlog. */
const conditions = { none: [], 'a fast receiver': ['fast'], 'a fast and a slow one': ['fast', 'slow'] } as const
type Condition = keyof typeof conditions

/** In milliseconds. */
interface Times {
  /** From each payment request to its response. */
  readonly payments: number[]
  /** The worker’s own time for it, from Server-Timing. */
  readonly inWorker: number[]
  /** From each payment's event to its arrival at the fast receiver. */
  readonly delays: number[]
}

const noTimes = (): Times => ({ payments: [], inWorker: [], delays: [] })

/** Prints progress to stderr, separate from the table. */
const logProgress = (text: string) => console.error(text)

/** Waits until a receiver has a delivery for each request id. @returns the deliveries */
const waitForDeliveries = async (receiver: Receiver, requests: ReadonlySet<string>): Promise<ReceivedDelivery[]> => {
  for (;;) {
    const deliveries = receiver.deliveries.filter(({ event }) => requests.has(event.requestId ?? ''))
    if (deliveries.length >= requests.size) return deliveries
    await sleep(5)
  }
}

/** A gateway with a fast and a slow receiver. */
class WebhookBench {
  readonly #gateway: WebhookGateway
  readonly #fast: Receiver
  readonly #slow: Receiver
  readonly #since = new Date().toISOString()

  constructor(gateway: WebhookGateway, fast: Receiver, slow: Receiver) {
    this.#gateway = gateway
    this.#fast = fast
    this.#slow = slow
    delayResponses(slow, SLOW_MS)
  }

  /** Deliveries that the slow receiver has. */
  get slowDeliveries(): number {
    return this.#slow.deliveries.length
  }

  async subscribe(condition: Condition): Promise<void> {
    const subscribed: readonly string[] = conditions[condition]
    for (const [name, { id }] of Object.entries({ fast: this.#fast, slow: this.#slow }))
      await this.#gateway.call('PUT', `/v1/webhook/${id}`, { enabled: subscribed.includes(name) })
    if (subscribed.includes('slow')) await this.#replay(this.#slow)
  }

  #replay({ id }: Receiver): Promise<unknown> {
    return this.#gateway.call('POST', `/v1/webhook/${id}/replay`, { since: this.#since, until: null })
  }

  async storm(): Promise<void> {
    await createEventStorm(this.#gateway, STORM)
    await waitForAllEvents(this.#gateway, this.#fast)
  }

  /** @param isDelivered whether the fast receiver is subscribed */
  async pay(isDelivered: boolean): Promise<Times> {
    const requests = new Set<string>()
    const { payments, inWorker, delays } = noTimes()
    const payOnce = async () => {
      const began = performance.now()
      const response = await this.#authorize()
      const { requestId } = (await response.json()) as { requestId: string }
      payments.push(performance.now() - began)
      inWorker.push(Number(/total;dur=([\d.]+)/.exec(response.headers.get('server-timing') ?? '')?.[1]))
      requests.add(requestId)
    }
    for (let made = 0; made < PAYMENTS; made++) await Promise.all([payOnce(), sleep(APART_MS)])
    const deliveries = isDelivered ? await waitForDeliveries(this.#fast, requests) : []
    delays.push(...deliveries.map(({ at, event }) => at - Date.parse(event.timestamp)))
    return { payments, inWorker, delays }
  }

  #authorize(): Promise<Response> {
    return fetch(`${this.#gateway.running.url}/v1/transactions/authorize`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': demoAccount.secretKey },
      body: JSON.stringify(paymentRequest),
    })
  }

  /** Events per second in a replay of all events to the fast receiver alone. */
  async throughput(): Promise<number> {
    const count = (await this.#gateway.listEvents()).length
    const before = this.#fast.deliveries.length
    const began = Date.now()
    await this.#replay(this.#fast)
    while (this.#fast.deliveries.length < before + count) await sleep(5)
    return (count * 1000) / (this.#fast.deliveries.at(-1)!.at - began)
  }
}

/** Alternates the conditions and their order, so that other load on the machine affects all equally. */
const measure = async (bench: WebhookBench): Promise<{ times: Record<Condition, Times>; throughputs: number[] }> => {
  const times: Record<Condition, Times> = {
    none: noTimes(),
    'a fast receiver': noTimes(),
    'a fast and a slow one': noTimes(),
  }
  const throughputs: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    logProgress(`Round ${round} of ${ROUNDS} …`)
    const all = Object.keys(conditions) as Condition[]
    for (const at of all.keys()) {
      const condition = all[(at + round) % all.length]!
      await bench.subscribe(condition)
      const measured = await bench.pay(condition !== 'none')
      for (const what of ['payments', 'inWorker', 'delays'] as const) times[condition][what].push(...measured[what])
    }
    await bench.subscribe('a fast receiver')
    throughputs.push(await bench.throughput())
  }
  return { times, throughputs }
}

/** Measurement, percentiles, ratio to the baseline condition, and target. */
type Row = [measurement: string, p50: string, p99?: string, ratio?: string | undefined, target?: string | undefined]

/** @param baseline times for the ratio of medians */
const toRow = (measurement: string, times: readonly number[], baseline?: readonly number[], target?: string): Row => [
  measurement,
  milliseconds(median(times)),
  milliseconds(percentile(times, 0.99)),
  baseline && `${(median(times) / median(baseline)).toFixed(2)}x`,
  target,
]

const bench = async (): Promise<void> => {
  logProgress('Starting the gateway …')
  await ensureWidgets()
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const statePaths = { config: unlimitedWorker, state: join(folder, 'state'), envFile: join(folder, 'worker.vars') }
  const gateway = new WebhookGateway(statePaths)
  try {
    await prepareDatabase(statePaths)
    await gateway.open()
    const measured = new WebhookBench(gateway, await gateway.addReceiver(), await gateway.addReceiver())
    logProgress(`A storm of ${STORM} events …`)
    await measured.subscribe('a fast receiver')
    await measured.storm()
    const { times, throughputs } = await measure(measured)
    const [none, fast, both] = [times.none, times['a fast receiver'], times['a fast and a slow one']]
    const rows: Row[] = [
      toRow('From an event to its arrival', fast.delays),
      toRow('The same, beside a slow receiver with a backlog', both.delays, fast.delays, '2x'),
      toRow('A payment in the worker, no receiver', none.inWorker),
      toRow('The same, a fast receiver', fast.inWorker, none.inWorker),
      toRow('The same, and a slow one with a backlog', both.inWorker, none.inWorker),
      toRow('A payment, no receiver', none.payments),
      toRow('The same, a fast receiver', fast.payments, none.payments),
      toRow('The same, and a slow one with a backlog', both.payments, none.payments),
      ['Events per second to one receiver', median(throughputs).toFixed(0)],
    ]
    printTable(['Measurement', 'p50', 'p99', 'Ratio of p50', 'Target'] satisfies Row, rows)
    console.log(
      `\n${cpus().length} cores. The local runtime has one thread for the worker, its database and its Durable Objects, so deliveries and responses delay each other. The slow receiver took ${SLOW_MS / 1000} s for each response and received ${measured.slowDeliveries} deliveries.`,
    )
    const [load = 0] = loadavg()
    if (load > cpus().length)
      console.log(`Other programs used the machine (load ${load.toFixed(1)}); times are unreliable.`)
  } finally {
    await gateway.close()
    await rm(folder, { recursive: true })
  }
}

await runCommand(process.argv.includes('--throughput') ? benchDeliveries : bench)
