import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoAccount } from '../../worker/cli/dev/demoAccount.ts'
import { prepareDatabase } from '../../worker/cli/dev/local.ts'
import { ensureWidgets } from '../../worker/cli/build/widgets.ts'
import { DeliveringGateway, unlimited } from '../webhooks/gateway.ts'
import type { Heard, Receiver } from '../webhooks/receiver.ts'
import { hasAll, slowDown, storm } from '../webhooks/storm.ts'
import { payment } from '../webhooks/paymentRequest.ts'
import { median, percentile } from './statistics.ts'
import { milliseconds, printTable } from './report/textTable.ts'

const ROUNDS = 6
/** Events that the slow receiver is behind by, and how long it takes for each answer. */
const STORM = 1000
const SLOW_MS = 10_000
/** Payments of a round, and how far apart they are made: else the deliveries of one would be in the way of the next. */
const PAYMENTS = 60
const APART_MS = 150

/** Who is subscribed. The slow one is behind by all that has ever happened. */
const conditions = { nobody: [], 'a fast receiver': ['fast'], 'a fast and a slow one': ['fast', 'slow'] } as const
type Condition = keyof typeof conditions

/** In milliseconds. */
interface Times {
  /** From each request for a payment to its answer. */
  readonly payments: number[]
  /** What of that the worker says that it took. */
  readonly inWorker: number[]
  /** From each payment's event until the fast receiver had it. */
  readonly delays: number[]
}

const noTimes = (): Times => ({ payments: [], inWorker: [], delays: [] })

/** Says what is under way, apart from the table. */
const say = (text: string) => console.error(text)

/** Waits until a receiver has heard of each of these requests, and answers with what it heard. */
const heardOf = async (receiver: Receiver, requests: ReadonlySet<string>): Promise<Heard[]> => {
  for (;;) {
    const heard = receiver.heard.filter(({ event }) => requests.has(event.requestId ?? ''))
    if (heard.length >= requests.size) return heard
    await sleep(5)
  }
}

/** A gateway with a receiver that answers at once, and one that takes its time. */
class Scene {
  readonly #gateway: DeliveringGateway
  readonly #fast: Receiver
  readonly #slow: Receiver
  readonly #since = new Date().toISOString()

  constructor(gateway: DeliveringGateway, fast: Receiver, slow: Receiver) {
    this.#gateway = gateway
    this.#fast = fast
    this.#slow = slow
    slowDown(slow, SLOW_MS)
  }

  /** How many deliveries the slow receiver has got. */
  get slowHad(): number {
    return this.#slow.heard.length
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
    await storm(this.#gateway, STORM)
    await hasAll(this.#gateway, this.#fast)
  }

  /** @param isHeard whether the fast receiver is subscribed */
  async pay(isHeard: boolean): Promise<Times> {
    const requests = new Set<string>()
    const { payments, inWorker, delays } = noTimes()
    const payOnce = async () => {
      const began = performance.now()
      const answer = await this.#authorize()
      const { requestId } = (await answer.json()) as { requestId: string }
      payments.push(performance.now() - began)
      inWorker.push(Number(/total;dur=([\d.]+)/.exec(answer.headers.get('server-timing') ?? '')?.[1]))
      requests.add(requestId)
    }
    for (let made = 0; made < PAYMENTS; made++) await Promise.all([payOnce(), sleep(APART_MS)])
    const heard = isHeard ? await heardOf(this.#fast, requests) : []
    delays.push(...heard.map(({ at, event }) => at - Date.parse(event.timestamp)))
    return { payments, inWorker, delays }
  }

  #authorize(): Promise<Response> {
    return fetch(`${this.#gateway.running.url}/v1/transactions/authorize`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': demoAccount.secretKey },
      body: JSON.stringify(payment),
    })
  }

  /** Events a second, where all that has ever happened is delivered to the fast receiver alone. */
  async throughput(): Promise<number> {
    const count = (await this.#gateway.listEvents()).length
    const before = this.#fast.heard.length
    const began = Date.now()
    await this.#replay(this.#fast)
    while (this.#fast.heard.length < before + count) await sleep(5)
    return (count * 1000) / (this.#fast.heard.at(-1)!.at - began)
  }
}

/** All conditions in turns, each the first as often as the others, so that what else the machine does is the same for all. */
const measure = async (scene: Scene): Promise<{ times: Record<Condition, Times>; throughputs: number[] }> => {
  const times: Record<Condition, Times> = {
    nobody: noTimes(),
    'a fast receiver': noTimes(),
    'a fast and a slow one': noTimes(),
  }
  const throughputs: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    say(`Round ${round} of ${ROUNDS} …`)
    const all = Object.keys(conditions) as Condition[]
    for (const at of all.keys()) {
      const condition = all[(at + round) % all.length]!
      await scene.subscribe(condition)
      const measured = await scene.pay(condition !== 'nobody')
      for (const what of ['payments', 'inWorker', 'delays'] as const) times[condition][what].push(...measured[what])
    }
    await scene.subscribe('a fast receiver')
    throughputs.push(await scene.throughput())
  }
  return { times, throughputs }
}

/** What was measured, its percentiles, how many times as much as without receivers or beside none, and what was promised. */
type Row = [what: string, p50: string, p99?: string, ratio?: string | undefined, promise?: string | undefined]

/** @param baseline what its median is compared with */
const rowOf = (what: string, times: readonly number[], baseline?: readonly number[], promise?: string): Row => [
  what,
  milliseconds(median(times)),
  milliseconds(percentile(times, 0.99)),
  baseline && `${(median(times) / median(baseline)).toFixed(2)}x`,
  promise,
]

say('Starting the gateway …')
await ensureWidgets()
const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
const place = { config: unlimited, state: join(folder, 'state'), envFile: join(folder, 'worker.vars') }
const gateway = new DeliveringGateway(place)
try {
  await prepareDatabase(place)
  await gateway.open()
  const scene = new Scene(gateway, await gateway.receive(), await gateway.receive())
  say(`A storm of ${STORM} events …`)
  await scene.subscribe('a fast receiver')
  await scene.storm()
  const { times, throughputs } = await measure(scene)
  const [none, fast, both] = [times.nobody, times['a fast receiver'], times['a fast and a slow one']]
  const rows: Row[] = [
    rowOf('From an event to its arrival', fast.delays),
    rowOf('The same, a slow receiver behind beside it', both.delays, fast.delays, '2x'),
    rowOf('A payment in the worker, nobody told', none.inWorker),
    rowOf('The same, a fast receiver told', fast.inWorker, none.inWorker),
    rowOf('The same, a slow one behind beside it', both.inWorker, none.inWorker),
    rowOf('A payment, nobody told', none.payments),
    rowOf('The same, a fast receiver told', fast.payments, none.payments),
    rowOf('The same, a slow one behind beside it', both.payments, none.payments),
    ['Events a second to one receiver', median(throughputs).toFixed(0)],
  ]
  printTable(['What', 'p50', 'p99', 'Ratio of p50', 'Promise'] satisfies Row, rows)
  console.log(
    `\n${cpus().length} cores. The local runtime has one thread for the worker, its database and its objects: there, what is delivered and what is answered wait for each other. The slow receiver took ${SLOW_MS / 1000} s for each answer, and got ${scene.slowHad} deliveries.`,
  )
  const [load = 0] = loadavg()
  if (load > cpus().length)
    console.log(`The machine was busy with other things (load ${load.toFixed(1)}): times say little.`)
} finally {
  await gateway.close()
  await rm(folder, { recursive: true })
}
