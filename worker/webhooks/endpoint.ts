import { DurableObject } from 'cloudflare:workers'
import { backgroundServices } from '../app/compose.ts'
import type { Bindings } from '../app/env.ts'
import { gatewayOf } from '../app/gateway.ts'
import type { Gateway } from '../app/gateway.ts'
import { Meter } from '../app/meter.ts'
import type { WebhookEndpointRpc } from '../app/objects.ts'
import type { Delivery, DeliveryAttempt } from '../domain/webhooks/endpoints.ts'
import { Database } from '../store/sql/database.ts'
import { disableEndpoint, readForEndpoint } from '../store/webhooks/endpoints.ts'
import type { EndpointRead, EndpointRegistration } from '../store/webhooks/endpoints.ts'
import type { Target } from './attempt.ts'
import { Deliveries } from './deliveries.ts'
import { DeliveryQueue } from './deliveryQueue.ts'
import { EndpointAlarm } from './endpointAlarm.ts'
import { logFailure } from './logFailure.ts'
import { partsOfEndpoint } from './names.ts'
import { openTarget } from './openTarget.ts'
import { healthAfter, meaningOf, nextDeliveryAttempt } from './schedule.ts'
import type { Answer } from './schedule.ts'
import { mostAtOnce } from './scheduler.ts'
import { EndpointStorage } from './stored/endpointStorage.ts'
import { testMessage } from './testMessage.ts'

const second = 1000
const day = 24 * 60 * 60 * second

/** How many events it reads ahead of those that it can start. */
const readAhead = 10 * mostAtOnce
/** After an error of the database. */
const retryMs = 10 * second
/** A request that changed the test clock waits so long for what that made due. */
const catchUpMs = 20 * second
/** Ended deliveries are shown for as long as events are. */
const retentionMs = 30 * day
const purgedAtOnce = 1000

const gateways = gatewayOf({})

/**
 * The endpoint of a webhook: one object each, so that a slow receiver delays no other. It reads the account's events from the database as
 * it has room for them, and stores which deliveries have begun and not ended: it may be evicted, or end, at any moment, and the next call or
 * alarm goes on. So an event may be delivered twice, and is never left out.
 */
export class WebhookEndpoint extends DurableObject<Bindings> implements WebhookEndpointRpc {
  readonly #storage: EndpointStorage
  readonly #queue: DeliveryQueue
  readonly #deliveries: Deliveries
  readonly #alarm: EndpointAlarm
  readonly #place: { readonly shard: string; readonly webhook: string }
  /** As it was read last; null before, and once the webhook was deleted. */
  #registration: EndpointRegistration | null = null
  /** With the secrets of the registration opened. */
  #target: Target | null = null
  /** Whether the last read came to the end of the account's events. */
  #hasReadAll = false
  #polling: Promise<void> | null = null
  #pollsAgain = false
  /** Whether the webhook was deleted, and with it all that was stored here. */
  #isGone = false
  /** The position up to which the database knows that all deliveries have ended. */
  #reportedUpTo = 0

  constructor(context: DurableObjectState, bindings: Bindings) {
    super(context, bindings)
    this.#storage = new EndpointStorage(context.storage)
    this.#queue = new DeliveryQueue(this.#storage)
    this.#alarm = new EndpointAlarm(context.storage)
    this.#place = partsOfEndpoint(context.id.name ?? '')
    this.#deliveries = new Deliveries({
      queue: this.#queue,
      gateway: () => this.gateway(),
      now: () => this.#now,
      target: () => (this.#registration === null ? null : this.#target),
      onAttempt: (position, attempt, answer) => this.#finish(position, attempt, answer),
      onEnded: () => this.#continue(),
    })
  }

  /** Tests override it with a clock and receivers of their own. */
  protected gateway(): Gateway {
    return gateways(this.env)
  }

  // Calls of the gateway.

  /** New events exist. A busy object reads them once it has room, so that they cost it nothing until then. */
  async wake(): Promise<void> {
    if (!this.#deliveries.isFull) return this.#poll()
    this.#hasReadAll = false
  }

  async refresh(): Promise<void> {
    await this.#poll()
  }

  async catchUp(): Promise<void> {
    await this.#poll()
    let timer: ReturnType<typeof setTimeout> | null = null
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, catchUpMs)
    })
    await Promise.race([late, this.#deliveries.untilIdle()])
    clearTimeout(timer)
  }

  async replay(position: number): Promise<void> {
    if (this.#isGone) return
    this.#queue.add([position], this.#now)
    await this.#poll()
  }

  async replayRange(since: number, until: number): Promise<void> {
    await this.#poll()
    if (this.#isGone) return
    this.#queue.addRange({ upTo: this.#queue.cursor, since, until })
    await this.#poll()
  }

  async sendTest(): Promise<DeliveryAttempt | 'unread' | null> {
    await this.#poll()
    if (this.#isGone) return null
    if (this.#registration === null || this.#target === null) return 'unread'
    const message = testMessage(this.#registration, this.gateway(), this.#now)
    return (await this.#deliveries.send(this.#target, message)).attempt
  }

  async deliveryOf(position: number): Promise<Delivery | null> {
    return this.#isGone ? null : this.#queue.deliveryOf(position)
  }

  async forget(): Promise<void> {
    this.#isGone = true
    this.#registration = null
    this.#deliveries.clear()
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
  }

  override async alarm(): Promise<void> {
    this.#alarm.fired()
    await this.#poll()
  }

  // Reading what is to be delivered.

  /** One read at a time. A call during one has another follow, since what it is about may have come too late for the first. */
  async #poll(): Promise<void> {
    if (this.#isGone) return
    this.#pollsAgain = true
    this.#polling ??= this.#pollAll()
    await this.#polling
  }

  async #pollAll(): Promise<void> {
    try {
      while (this.#pollsAgain) {
        this.#pollsAgain = false
        await this.#read()
        await this.#startNext()
      }
    } catch (thrown) {
      logFailure('could not look', thrown)
      await this.#alarm.set(this.gateway().clock.now() + retryMs)
    } finally {
      this.#polling = null
    }
  }

  /** One round trip. */
  async #read(): Promise<void> {
    const { id: range, ...reading } = this.#queue.reading
    const atHand = this.#deliveries.positions
    const due = this.#queue
      .due(this.#now, readAhead + atHand.size)
      .map(({ position }) => position)
      .filter((position) => !atHand.has(position))
    const limit = Math.max(1, readAhead - due.length - this.#deliveries.readyCount)
    const endedUpTo = this.#queue.endedUpTo
    const read = await readForEndpoint({ database: this.#database }, this.#place.webhook, {
      seen: endedUpTo > this.#reportedUpTo ? endedUpTo : null,
      reading,
      limit,
      positions: due,
    })
    this.#reportedUpTo = Math.max(this.#reportedUpTo, endedUpTo)
    await this.#register(read.registration)
    if (this.#isEnabled) this.#take(read, { range, limit, due })
  }

  /** Queues what was read. */
  #take(
    { fresh, again, newest }: EndpointRead,
    { range, limit, due }: { readonly range: number | null; readonly limit: number; readonly due: readonly number[] },
  ): void {
    const now = this.#now
    const hasAll = fresh.length < limit
    const readUpTo = hasAll ? newest : (fresh.at(-1)?.position ?? 0)
    this.#queue.add(
      fresh.map(({ position }) => position),
      now,
    )
    if (range === null) this.#queue.advanceCursor(readUpTo)
    else this.#queue.advanceRange(range, hasAll ? null : readUpTo)
    this.#hasReadAll = range === null && hasAll
    // An event that is gone has outlived its retention undelivered.
    const found = new Set(again.map(({ position }) => position))
    for (const position of due) if (!found.has(position)) this.#queue.giveUp(position, 'dropped', now)
    this.#deliveries.add([...again, ...fresh])
    this.#purge(now)
  }

  async #register(registration: EndpointRegistration | null): Promise<void> {
    if (registration === null) return this.forget()
    const { account, enabled, since } = registration
    const place = { shard: this.#place.shard, database: this.#database }
    const services = backgroundServices(this.gateway(), place, account, 'webhooks')
    if (account.clockOffsetMs !== this.#storage.clockOffsetMs) {
      this.#storage.clockOffsetMs = account.clockOffsetMs
      // More may be due by that clock.
      this.#pollsAgain = true
    }
    this.#registration = registration
    this.#target = await openTarget(registration, services)
    if (enabled || this.#isGone) return
    this.#deliveries.clear()
    this.#queue.dropAll(this.#now)
    this.#queue.advanceCursor(since)
  }

  // Delivering.

  async #startNext(): Promise<void> {
    if (!this.#isEnabled) return
    const alarm = this.#deliveries.start()
    await this.#alarm.set(alarm === null ? null : alarm - this.#storage.clockOffsetMs)
  }

  /** After a delivery: starts the next ones, and reads more where few are left. */
  async #continue(): Promise<void> {
    if (!this.#isEnabled) return
    const { isLow, isIdle, count } = this.#deliveries
    const hasMore = !this.#hasReadAll || this.#queue.due(this.#now, mostAtOnce + 1).length > count
    const hasToReport = isIdle && this.#queue.endedUpTo > this.#reportedUpTo
    if ((isLow && hasMore) || hasToReport) await this.#poll()
    else await this.#startNext()
  }

  async #finish(position: number, attempt: DeliveryAttempt, answer: Answer): Promise<void> {
    const now = this.#now
    const meaning = meaningOf(answer)
    const { failing, disabled } = healthAfter(this.#storage.failing, meaning, now)
    // First where the merchant can see it: where that fails, the delivery is attempted again with the same result.
    if (disabled !== null) await disableEndpoint({ database: this.#database }, this.#place.webhook, disabled, now)
    if (this.#registration === null) return
    this.#storage.failing = failing
    this.#queue.recordAttempt(position, attempt)
    const pending = this.#queue.find(position)
    if (meaning === 'delivered' || pending === null) return this.#queue.delivered(position)
    const next = nextDeliveryAttempt(pending.attempts + 1, answer, now, Math.random)
    if (next === null) this.#queue.giveUp(position, 'failed', now)
    else this.#queue.retry(position, next)
    if (disabled === null) return
    this.#registration = { ...this.#registration, enabled: false }
    this.#deliveries.clear()
    this.#queue.dropAll(now)
  }

  // State of the account.

  get #isEnabled(): boolean {
    return this.#registration?.enabled === true
  }

  get #database(): Database {
    const d1 = this.gateway().environment.shards.get(this.#place.shard)
    if (d1 === undefined) throw new Error('A webhook of a shard that is not bound.')
    return new Database(d1, new Meter())
  }

  /** By the account's clock. */
  get #now(): number {
    return this.gateway().clock.now() + this.#storage.clockOffsetMs
  }

  /** Once a day. */
  #purge(now: number): void {
    if (now - this.#storage.purgedAt < day) return
    this.#queue.purge(now - retentionMs, purgedAtOnce)
    this.#storage.purgedAt = now
  }
}
