import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import { announced } from '../../worker/proof/acquirer/moments.ts'
import { startAcquirer } from '../../worker/proof/acquirer/server.ts'
import type { WebhookEvent } from '../../widget/client/index.ts'
import { compareBooks, type Acknowledged } from './books.ts'
import { DeliveringGateway, telling, type Settings } from './gateway.ts'
import type { Receiver } from './receiver.ts'
import { trade } from './traffic.ts'

/** When the runtime is killed, while requests make events and events are delivered. */
const moments = {
  committed: 'a change and its event were committed, and nobody was told',
  received: 'the receiver has a delivery, and has not answered it',
  whenever: 'at any time',
  answered: 'a request was answered',
  taken: 'the receiver has answered a delivery',
} as const
type Moment = keyof typeof moments

interface Kill {
  readonly moment: Moment
  /** How often that moment comes and goes before. */
  readonly before: number
  /** Milliseconds from then on. */
  readonly afterMs: number
}

const times = fc.record({
  before: fc.integer({ min: 0, max: 60 }),
  afterMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 })),
})

/** All moments in turn; the same for the same seed. */
const planKills = (count: number, seed: number): Kill[] => {
  const all = Object.keys(moments) as Moment[]
  return fc
    .sample(fc.noBias(times), { seed, numRuns: count })
    .map(({ before, afterMs }, at) => ({ moment: all[at % all.length]!, before, afterMs }))
}

/** How long each turn of `whenever` is. */
const turnMs = 20
/** How long the receiver thinks about each delivery, so that some wait behind others. */
const thinksMs = 20
/** How many merchants trade at once. */
const merchants = 4
/** How long events may take to arrive after a start. */
const patienceMs = 20_000

export interface Killed {
  /** What is wrong, in sentences, each with the kill after which it was seen. */
  readonly faults: readonly string[]
  readonly events: number
  /** How many of them had not arrived when the runtime ran again. */
  readonly leftOver: number
  /** Deliveries of events that had arrived before. */
  readonly repeated: number
}

/** A gateway on a state of its own, its acquirer and its receiver, which live on when it dies. */
class Scene {
  readonly acknowledged: Acknowledged[] = []
  readonly gateway: DeliveringGateway
  readonly receiver: Receiver
  /** Somebody is at a moment, and waits until this one lets them go on. */
  #reached: (moment: Moment) => Promise<void> = async () => {}

  constructor(gateway: DeliveringGateway, receiver: Receiver) {
    this.gateway = gateway
    this.receiver = receiver
    receiver.answering = async () => {
      await this.reached('received')
      await sleep(thinksMs)
      // When the answer is on its way.
      setImmediate(() => void this.reached('taken'))
      return { status: 204 }
    }
  }

  reached(moment: Moment): Promise<void> {
    return this.#reached(moment)
  }

  /** Trades until the runtime is dead. */
  async tradeUntil({ moment, before, afterMs }: Kill): Promise<void> {
    let left = moment === 'whenever' ? 0 : before
    let killing: Promise<void> | undefined
    const kill = async () => {
      // What the dying one still sends is lost on the way.
      this.receiver.isDeaf = true
      await sleep(afterMs)
      await this.gateway.kill()
    }
    this.#reached = async (now) => {
      if (now === moment && left-- === 0) await (killing = kill())
    }
    if (moment === 'whenever') void sleep(before * turnMs).then(() => this.reached('whenever'))
    const [end] = await Promise.all(Array.from({ length: merchants }, () => this.#tradeToTheEnd()))
    if (killing === undefined) throw new Error('The traffic ended before its kill.', { cause: end })
    await killing
    this.#reached = async () => {}
  }

  /** What ended it. */
  #tradeToTheEnd(): Promise<unknown> {
    return trade(this.gateway, (change) => {
      this.acknowledged.push(change)
      void this.reached('answered')
    }).catch((error: unknown) => error)
  }

  async start(): Promise<void> {
    await this.gateway.start()
    this.receiver.isDeaf = false
  }

  /** Of these events those that have not arrived. */
  missing(events: readonly WebhookEvent[]): WebhookEvent[] {
    return events.filter(({ id }) => !this.receiver.events.has(id))
  }

  /** Sweeps until the gateway says that all that has happened since was delivered, or for too long: then some is left. */
  async deliver(since: number): Promise<WebhookEvent[]> {
    const end = Date.now() + patienceMs
    const delivered = new Set<string>()
    for (;;) {
      // Alarms do not outlive the local runtime: whoever lags is woken by the sweep, as where a platform has lost them.
      await this.gateway.running.sweep()
      const events = (await this.gateway.listEvents(since)).filter(({ id }) => !delivered.has(id))
      const left = await this.#undelivered(events)
      if (left.length === 0 || Date.now() > end) return left
      for (const event of events) if (!left.includes(event)) delivered.add(event.id)
    }
  }

  async #undelivered(events: readonly WebhookEvent[]): Promise<WebhookEvent[]> {
    const told = await Promise.all(events.map(({ id }) => this.gateway.call('GET', `/v1/events/${id}/attempts`)))
    return events.filter((_, at) => told[at].deliveries[0]?.state !== 'delivered')
  }
}

/** Kills the runtime so often in the middle of traffic, starts it again on the same state, and sees what has become of the events. */
export const killOften = async (settings: Omit<Settings, 'config'>, count: number, seed: number): Promise<Killed> => {
  let scene: Scene | null = null
  const acquirer = await startAcquirer({
    onAnswered: (op) => (op === announced ? scene?.reached('committed') : undefined),
  })
  const gateway = new DeliveringGateway({ ...settings, config: telling, vars: { ACQUIRER_URL: acquirer.url } })
  try {
    await gateway.open()
    scene = new Scene(gateway, await gateway.receive())
    return await killIn(scene, planKills(count, seed))
  } finally {
    await gateway.close()
    await acquirer.close()
  }
}

const killIn = async (scene: Scene, kills: readonly Kill[]): Promise<Killed> => {
  const { gateway, receiver, acknowledged } = scene
  const faults: string[] = []
  let leftOver = 0
  for (const kill of kills) {
    const began = Date.now()
    await scene.tradeUntil(kill)
    await scene.start()
    leftOver += scene.missing(await gateway.listEvents(began)).length
    const undelivered = await scene.deliver(began)
    const found = [
      ...undelivered.map(({ id, type }) => `The gateway has not delivered ${type} ${id}, as it says itself.`),
      ...(await compareBooks(gateway, receiver, acknowledged)),
    ]
    faults.push(...found.map((fault) => `${JSON.stringify(kill)}: ${fault}`))
    if (found.length > 0) break
  }
  return { faults, events: receiver.events.size, leftOver, repeated: receiver.heard.length - receiver.events.size }
}
