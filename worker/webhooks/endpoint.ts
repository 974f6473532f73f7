import { DurableObject } from 'cloudflare:workers'
import { shownEvent } from '../domain/events/shown.ts'
import type { Bindings } from '../app/env.ts'
import { Meter } from '../app/meter.ts'
import { backgroundServices } from '../app/compose.ts'
import { gatewayOf } from '../app/gateway.ts'
import type { Gateway } from '../app/gateway.ts'
import type { AccountServices } from '../app/compose.ts'
import { Database } from '../store/sql/database.ts'
import { disableEndpoint, readForEndpoint } from '../store/webhooks/endpoints.ts'
import type { EndpointRegistration } from '../store/webhooks/endpoints.ts'
import type { EventRow } from '../store/events/events.ts'
import { attemptDelivery } from './attempt.ts'
import type { Message, Target } from './attempt.ts'
import { Book } from './book.ts'
import type { Attempted, Delivery } from './endpoints.ts'
import { partsOfEndpoint } from './names.ts'
import { mostAtOnce, planDeliveries } from './order.ts'
import { healthAfter, meaningOf, nextAttempt } from './schedule.ts'
import type { Answer } from './schedule.ts'
import { testMessage } from './testMessage.ts'

const second = 1000
const day = 24 * 60 * 60 * second

/** How many events it reads ahead of what it can begin at once. */
const readAhead = 10 * mostAtOnce
/** When it looks again after its database could not be reached. */
const lookAgainMs = 10 * second
/** A request that put a clock forward waits so long for what that made due. */
const catchUpMs = 20 * second
/** What ended is shown for as long as events are kept. */
const keptMs = 30 * day
const purgedAtOnce = 1000

/** An alarm may ring so much too early. */
const early = 5 * second

const gateways = gatewayOf({})

const complain = (what: string, thrown: unknown): void =>
  console.error(JSON.stringify({ webhook: what, exception: thrown instanceof Error ? thrown.name : null }))

/**
 * The endpoint of a webhook: one object each, which delivers to it what happened, so that a slow receiver delays nobody else. It reads the
 * events of its account from the database as it gets on with them, and keeps in its own what was begun and not ended: it may be evicted,
 * or die, at any moment, and whoever wakes it next goes on. So an event may be delivered twice, and is never left out.
 */
export class WebhookEndpoint extends DurableObject<Bindings> {
  readonly #book: Book
  readonly #place: { readonly shard: string; readonly webhook: string }
  /** As it was when it last looked; null before, and where the webhook was deleted. */
  #registration: EndpointRegistration | null = null
  #target: Target | null = null
  /** Whose time had come when it last looked, oldest first, with what is to be sent. */
  #ready: EventRow[] = []
  readonly #inFlight = new Map<number, Promise<void>>()
  /** Whether all that has happened was read when it last looked. */
  #hasReadAll = false
  #looking: Promise<void> | null = null
  #looksAgain = false
  /** Whether the webhook was deleted, and with it what was kept here. */
  #isGone = false
  /** Up to where the database knows that everything was dealt with. */
  #seen = 0
  #alarm: number | null = null

  constructor(context: DurableObjectState, bindings: Bindings) {
    super(context, bindings)
    this.#book = new Book(context.storage)
    this.#place = partsOfEndpoint(context.id.name ?? '')
  }

  /** Tests give it a clock and receivers of theirs. */
  protected gateway(): Gateway {
    return gateways(this.env)
  }

  // What the gateway asks.

  /** Something has happened. One that is busy will look by itself, when it has room: whatever happens costs it nothing until then. */
  async wake(): Promise<void> {
    if (this.#inFlight.size < mostAtOnce || this.#ready.length < mostAtOnce) return this.#look()
    this.#hasReadAll = false
  }

  /** Its registration was changed. */
  async lookAnew(): Promise<void> {
    await this.#look()
  }

  async catchUp(): Promise<void> {
    await this.#look()
    let timer: ReturnType<typeof setTimeout> | null = null
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, catchUpMs)
    })
    await Promise.race([late, this.#untilIdle()])
    clearTimeout(timer)
  }

  async #untilIdle(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.race(this.#inFlight.values())
  }

  async replay(position: number): Promise<void> {
    if (this.#isGone) return
    this.#book.add([position], this.#now)
    await this.#look()
  }

  async replayRange(since: number, until: number): Promise<void> {
    await this.#look()
    if (this.#isGone) return
    this.#book.addRange({ upTo: this.#book.cursor, since, until })
    await this.#look()
  }

  /** Not `test`: by that name the runtime calls an object's own tests, and lets nobody else do so. */
  async sendTest(): Promise<Attempted | 'unread' | null> {
    await this.#look()
    if (this.#isGone) return null
    if (this.#registration === null || this.#target === null) return 'unread'
    const { attempted } = await this.#send(this.#target, testMessage(this.#registration, this.gateway(), this.#now))
    return attempted
  }

  async deliveryOf(position: number): Promise<Delivery | null> {
    return this.#isGone ? null : this.#book.deliveryOf(position)
  }

  async forget(): Promise<void> {
    this.#isGone = true
    this.#registration = null
    this.#ready = []
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
  }

  override async alarm(): Promise<void> {
    this.#alarm = null
    await this.#look()
  }

  // Looking: what has happened, and how is it to be delivered?

  /** One look at a time. Who asks during one has another follow, since what they tell of may have come too late for it. */
  async #look(): Promise<void> {
    if (this.#isGone) return
    this.#looksAgain = true
    this.#looking ??= this.#lookAround()
    await this.#looking
  }

  async #lookAround(): Promise<void> {
    try {
      while (this.#looksAgain) {
        this.#looksAgain = false
        await this.#read()
        await this.#startNext()
      }
    } catch (thrown) {
      complain('could not look', thrown)
      await this.#ring(this.gateway().clock.now() + lookAgainMs)
    } finally {
      this.#looking = null
    }
  }

  /** One round trip. */
  async #read(): Promise<void> {
    const { id: range, ...reading } = this.#book.reading
    const atHand = new Set([...this.#inFlight.keys(), ...this.#ready.map(({ position }) => position)])
    const due = this.#book
      .due(this.#now, readAhead + atHand.size)
      .map(({ position }) => position)
      .filter((position) => !atHand.has(position))
    const limit = Math.max(1, readAhead - due.length - this.#ready.length)
    const seen = this.#book.dealtWith
    const read = await readForEndpoint({ database: this.#database }, this.#place.webhook, {
      seen: seen > this.#seen ? seen : null,
      reading,
      limit,
      positions: due,
    })
    this.#seen = Math.max(this.#seen, seen)
    await this.#register(read.registration)
    if (!this.#isEnabled) return
    const now = this.#now
    const hasAll = read.fresh.length < limit
    const readUpTo = hasAll ? read.newest : (read.fresh.at(-1)?.position ?? 0)
    this.#book.add(
      read.fresh.map(({ position }) => position),
      now,
    )
    if (range === null) this.#book.readUpTo(readUpTo)
    else this.#book.readRange(range, hasAll ? null : readUpTo)
    this.#hasReadAll = range === null && hasAll
    // What is not there any more was kept for its thirty days, and nobody was there to take it.
    const found = new Set(read.again.map(({ position }) => position))
    for (const position of due) if (!found.has(position)) this.#book.giveUp(position, 'dropped', now)
    const rows = [...this.#ready, ...read.again, ...read.fresh]
    // A range may bring what is at hand already.
    const byPosition = new Map(rows.map((row) => [row.position, row]))
    this.#ready = [...byPosition.values()].toSorted((one, other) => one.position - other.position)
    this.#purge(now)
  }

  async #register(registration: EndpointRegistration | null): Promise<void> {
    if (registration === null) return this.forget()
    const services = backgroundServices(
      this.gateway(),
      { shard: this.#place.shard, database: this.#database },
      registration.account,
      'webhooks',
    )
    if (registration.account.clockOffsetMs !== this.#offset) {
      this.ctx.storage.kv.put('clockOffsetMs', registration.account.clockOffsetMs)
      // More may be due by that clock.
      this.#looksAgain = true
    }
    this.#registration = registration
    this.#target = await this.#targetOf(registration, services)
    if (!registration.enabled) {
      this.#ready = []
      this.#book.dropAll(this.#now)
      this.#book.readUpTo(registration.since)
    }
  }

  async #targetOf(
    { id, url, headers, secret, previous }: EndpointRegistration,
    { webhookVault, clock }: AccountServices,
  ): Promise<Target> {
    const sealed = previous !== null && clock.now() < previous.until ? [secret, previous] : [secret]
    return {
      url,
      headers: headers === null ? {} : await webhookVault.openHeaders(id, headers),
      secrets: await Promise.all(sealed.map((one) => webhookVault.openSecret(id, one))),
    }
  }

  // Delivering.

  /** Begins as many deliveries as have room, and sees to it that somebody looks when there is more to do. */
  async #startNext(): Promise<void> {
    if (!this.#isEnabled) return
    const now = this.#now
    const waiting = this.#ready.filter(({ position }) => !this.#inFlight.has(position))
    const next = this.#book.nextDue(now)
    const plan = planDeliveries(
      [
        ...waiting.map(({ position }) => ({ id: String(position), sequence: position, due: now })),
        ...(next === null ? [] : [{ id: 'next', sequence: Infinity, due: next }]),
      ],
      new Set([...this.#inFlight.keys()].map(String)),
      now,
    )
    const starts = new Set(plan.start)
    for (const event of waiting.filter(({ position }) => starts.has(String(position)))) this.#start(event)
    this.#ready = waiting.filter(({ position }) => !starts.has(String(position)))
    await this.#ring(plan.alarm === null ? null : plan.alarm - this.#offset)
  }

  #start(event: EventRow): void {
    const { position } = event
    const delivering = async (): Promise<void> => {
      try {
        await this.#deliver(event)
      } catch (thrown) {
        complain('not delivered', thrown)
        if (this.#registration !== null) this.#book.postpone(position, this.#now + lookAgainMs)
      }
      this.#inFlight.delete(position)
      await this.#goOn()
    }
    this.#inFlight.set(
      position,
      delivering().catch((thrown: unknown) => complain('could not go on', thrown)),
    )
  }

  /** After a delivery: the next ones, if there are some at hand or to be read. */
  async #goOn(): Promise<void> {
    if (!this.#isEnabled) return
    const isLow = this.#ready.length < mostAtOnce
    const isMore =
      !this.#hasReadAll || this.#book.due(this.#now, mostAtOnce + 1).length > this.#inFlight.size + this.#ready.length
    const isDone = this.#inFlight.size === 0 && this.#ready.length === 0 && this.#book.dealtWith > this.#seen
    if ((isLow && isMore) || isDone) await this.#look()
    else await this.#startNext()
  }

  async #deliver(event: EventRow): Promise<void> {
    const target = this.#target
    if (target === null) return
    const body = this.#draw(event)
    if (body === null) return this.#book.giveUp(event.position, 'failed', this.#now)
    const { attempted, answer } = await this.#send(target, { id: event.id, body })
    await this.#conclude(event.position, attempted, answer)
  }

  /** Null where it cannot be drawn: another try would come to the same. */
  #draw(event: EventRow): string | null {
    try {
      return JSON.stringify(shownEvent(event))
    } catch (thrown) {
      complain('cannot be drawn', thrown)
      return null
    }
  }

  async #send(target: Target, message: Message): Promise<{ readonly attempted: Attempted; readonly answer: Answer }> {
    const { fetch, clock, environment } = this.gateway()
    const at = this.#now
    const started = clock.now()
    const answer = await attemptDelivery(target, message, {
      fetch,
      nowMs: started,
      allowLocal: environment.allowLocalWebhooks,
    })
    return { attempted: { at, status: answer.status, tookMs: clock.now() - started }, answer }
  }

  /** Writes down what an attempt came to. */
  async #conclude(position: number, attempted: Attempted, answer: Answer): Promise<void> {
    const now = this.#now
    const meaning = meaningOf(answer)
    const { failing, disabled } = healthAfter(this.#book.failing, meaning, now)
    // First where everybody can see it: where that fails, the delivery is tried again, and says the same.
    if (disabled !== null) await disableEndpoint({ database: this.#database }, this.#place.webhook, disabled, now)
    if (this.#registration === null) return
    this.#book.failing = failing
    this.#book.noteAttempt(position, attempted)
    const pending = this.#book.find(position)
    if (meaning === 'delivered' || pending === null) return this.#book.delivered(position)
    const next = nextAttempt(pending.attempts + 1, answer, now, Math.random)
    if (next === null) this.#book.giveUp(position, 'failed', now)
    else this.#book.retry(position, next)
    if (disabled === null) return
    this.#registration = { ...this.#registration, enabled: false }
    this.#ready = []
    this.#book.dropAll(now)
  }

  // Its circumstances.

  get #isEnabled(): boolean {
    return this.#registration?.enabled === true
  }

  get #database(): Database {
    const d1 = this.gateway().environment.shards.get(this.#place.shard)
    if (d1 === undefined) throw new Error('A webhook of a shard that is not bound.')
    return new Database(d1, new Meter())
  }

  /** How far the account's clock is ahead of the real one. */
  get #offset(): number {
    return this.ctx.storage.kv.get<number>('clockOffsetMs') ?? 0
  }

  /** By the account's clock. */
  get #now(): number {
    return this.gateway().clock.now() + this.#offset
  }

  /**
   * Rings then, or a moment before, so that the alarm need not be set anew with every delivery.
   *
   * @param at by the real clock
   */
  async #ring(at: number | null): Promise<void> {
    if (at === this.#alarm || (at !== null && this.#alarm !== null && at - early < this.#alarm && this.#alarm < at))
      return
    this.#alarm = at
    if (at === null) await this.ctx.storage.deleteAlarm()
    else await this.ctx.storage.setAlarm(at)
  }

  /** Once a day. */
  #purge(now: number): void {
    const last = this.ctx.storage.kv.get<number>('purged') ?? 0
    if (now - last < day) return
    this.#book.purge(now - keptMs, purgedAtOnce)
    this.ctx.storage.kv.put('purged', now)
  }
}
