import { DurableObject } from 'cloudflare:workers'
import { backgroundServices } from '../app/compose.ts'
import type { Bindings } from '../app/env.ts'
import { memoizedGateway } from '../app/gateway.ts'
import type { Gateway } from '../app/gateway.ts'
import { Meter } from '../app/meter.ts'
import type { WebhookEndpointRpc } from '../app/objects.ts'
import type { Delivery, DeliveryAttempt } from '../domain/webhooks/endpoints.ts'
import { Database } from '../store/sql/database.ts'
import { disableEndpoint, readForEndpoint } from '../store/webhooks/endpoints.ts'
import type { EndpointEvents, EndpointRegistration } from '../store/webhooks/endpoints.ts'
import type { Target } from './delivery/attempt.ts'
import { Deliveries } from './delivery/deliveries.ts'
import { DeliveryQueue } from './delivery/deliveryQueue.ts'
import { EndpointAlarm } from './endpointAlarm.ts'
import { logFailure } from './logFailure.ts'
import { parseEndpointObjectName } from './objectName.ts'
import { openTarget } from './delivery/openTarget.ts'
import { healthAfter, toDeliveryOutcome, nextDeliveryAttempt } from './delivery/retrySchedule.ts'
import type { DeliveryResponse } from './delivery/retrySchedule.ts'
import { maxConcurrentDeliveries } from './delivery/scheduler.ts'
import { EndpointStorage } from './stored/endpointStorage.ts'
import { testMessage } from './delivery/testMessage.ts'

const second = 1000
const day = 24 * 60 * 60 * second

/** How many events are read ahead. */
const readAheadCount = 10 * maxConcurrentDeliveries
/** Delay after a database error. */
const retryMs = 10 * second
/** How long a moment of the test clock waits for its deliveries. */
const catchUpMs = 20 * second
/** Ended deliveries are stored as long as events. */
const retentionMs = 30 * day
const purgeBatchSize = 1000

const gateways = memoizedGateway({})

/**
 * One object per webhook endpoint, so that a slow receiver delays no other. It reads the account's events from the database as capacity
 * allows and stores pending deliveries. After an eviction or crash the next call or alarm continues: delivery is at least once.
 */
export class WebhookEndpoint extends DurableObject<Bindings> implements WebhookEndpointRpc {
  readonly #storage: EndpointStorage
  readonly #queue: DeliveryQueue
  readonly #deliveries: Deliveries
  readonly #alarm: EndpointAlarm
  readonly #place: { readonly shard: string; readonly webhook: string }
  /** As last read; null before the first read and after a deletion. */
  #registration: EndpointRegistration | null = null
  /** The registration with its secrets opened. */
  #target: Target | null = null
  /** Whether the last read reached the account's newest event. */
  #hasReadAll = false
  #polling: Promise<void> | null = null
  #mustPollAgain = false
  /** The moment at which the account's clock stands still while it passes through time; null while it runs. */
  #moment: number | null = null
  /** Whether the webhook and this object's storage were deleted. */
  #isDeleted = false
  /** All deliveries up to this position have ended, as reported to the database. */
  #reportedUpTo = 0

  constructor(context: DurableObjectState, bindings: Bindings) {
    super(context, bindings)
    this.#storage = new EndpointStorage(context.storage)
    this.#queue = new DeliveryQueue(this.#storage)
    this.#alarm = new EndpointAlarm(context.storage)
    this.#place = parseEndpointObjectName(context.id.name ?? '')
    this.#deliveries = new Deliveries({
      queue: this.#queue,
      gateway: () => this.gateway(),
      now: () => this.#now,
      target: () => (this.#registration === null ? null : this.#target),
      onAttempt: (position, attempt, response) => this.#recordResponse(position, attempt, response),
      onEnded: () => this.#continue(),
    })
  }

  /** Overridden in tests with another clock and receivers. */
  protected gateway(): Gateway {
    return gateways(this.env)
  }

  // RPC from the gateway

  /** Called after new events. A busy object reads them later, when it has capacity. */
  async wake(): Promise<void> {
    if (!this.#deliveries.isFull) return this.#poll()
    this.#hasReadAll = false
  }

  async refresh(): Promise<void> {
    await this.#poll()
  }

  async catchUp(moment: number): Promise<number | null> {
    this.#moment = moment
    try {
      await this.#poll()
      let timer: ReturnType<typeof setTimeout> | null = null
      const timedOut = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, catchUpMs)
      })
      await Promise.race([timedOut, this.#deliveries.untilIdle()])
      clearTimeout(timer)
      return this.#isDeleted ? null : this.#queue.nextDue(moment)
    } finally {
      this.#moment = null
    }
  }

  async replay(position: number): Promise<void> {
    if (this.#isDeleted) return
    this.#queue.add([position], this.#now)
    await this.#poll()
  }

  async replayRange(since: number, until: number): Promise<void> {
    await this.#poll()
    if (this.#isDeleted) return
    this.#queue.addRange({ upTo: this.#queue.cursor, since, until })
    await this.#poll()
  }

  async sendTest(): Promise<DeliveryAttempt | 'unread' | null> {
    await this.#poll()
    if (this.#isDeleted) return null
    if (this.#registration === null || this.#target === null) return 'unread'
    const message = testMessage(this.#registration, this.gateway(), this.#now)
    return (await this.#deliveries.send(this.#target, message)).attempt
  }

  async deliveryOf(position: number): Promise<Delivery | null> {
    return this.#isDeleted ? null : this.#queue.deliveryOf(position)
  }

  async forget(): Promise<void> {
    this.#isDeleted = true
    this.#registration = null
    this.#deliveries.clear()
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
  }

  override async alarm(): Promise<void> {
    this.#alarm.markFired()
    await this.#poll()
  }

  // Reading events

  /** Runs one read at a time. A call during a read starts another one: its events may be too new for the current read. */
  async #poll(): Promise<void> {
    if (this.#isDeleted) return
    this.#mustPollAgain = true
    this.#polling ??= this.#pollAll()
    await this.#polling
  }

  async #pollAll(): Promise<void> {
    try {
      while (this.#mustPollAgain) {
        this.#mustPollAgain = false
        await this.#read()
        await this.#startNext()
      }
    } catch (thrown) {
      logFailure('poll failed', thrown)
      await this.#alarm.set(this.gateway().clock.now() + retryMs)
    } finally {
      this.#polling = null
    }
  }

  /** One round trip. */
  async #read(): Promise<void> {
    const { id: range, ...reading } = this.#queue.reading
    const inMemory = this.#deliveries.positions
    const due = this.#queue
      .due(this.#now, readAheadCount + inMemory.size)
      .map(({ position }) => position)
      .filter((position) => !inMemory.has(position))
    const limit = Math.max(1, readAheadCount - due.length - this.#deliveries.readyCount)
    const endedUpTo = this.#queue.endedUpTo
    const read = await readForEndpoint({ database: this.#database }, this.#place.webhook, {
      seen: endedUpTo > this.#reportedUpTo ? endedUpTo : null,
      reading,
      limit,
      positions: due,
    })
    this.#reportedUpTo = Math.max(this.#reportedUpTo, endedUpTo)
    await this.#applyRegistration(read.registration)
    if (this.#isEnabled) this.#enqueue(read, { range, limit, due })
  }

  /** Queues the events that were read. */
  #enqueue(
    { next: fresh, retried: again, newest }: EndpointEvents,
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
    // A missing event has reached the end of its retention undelivered, or the webhook's key can no longer read it.
    const found = new Set(again.map(({ position }) => position))
    for (const position of due) if (!found.has(position)) this.#queue.markUndelivered(position, 'dropped', now)
    this.#deliveries.add([...again, ...fresh])
    this.#purge(now)
  }

  async #applyRegistration(registration: EndpointRegistration | null): Promise<void> {
    if (registration === null) return this.forget()
    const { account, enabled, since } = registration
    const place = { shard: this.#place.shard, database: this.#database }
    const services = backgroundServices(this.gateway(), place, account, 'webhooks')
    if (account.clockOffsetMs !== this.#storage.clockOffsetMs) {
      this.#storage.clockOffsetMs = account.clockOffsetMs
      // More deliveries may be due by the new clock.
      this.#mustPollAgain = true
    }
    this.#registration = registration
    this.#target = await openTarget(registration, services)
    if (enabled || this.#isDeleted) return
    this.#deliveries.clear()
    this.#queue.dropAll(this.#now)
    this.#queue.advanceCursor(since)
  }

  // Delivery

  async #startNext(): Promise<void> {
    if (!this.#isEnabled) return
    const alarm = this.#deliveries.start()
    await this.#alarm.set(alarm === null ? null : alarm - this.#storage.clockOffsetMs)
  }

  /** After a delivery: starts the next ones and reads more events if few are left. */
  async #continue(): Promise<void> {
    if (!this.#isEnabled) return
    const { isLow, isIdle, count } = this.#deliveries
    const hasMore = !this.#hasReadAll || this.#queue.due(this.#now, maxConcurrentDeliveries + 1).length > count
    const hasToReport = isIdle && this.#queue.endedUpTo > this.#reportedUpTo
    if ((isLow && hasMore) || hasToReport) await this.#poll()
    else await this.#startNext()
  }

  async #recordResponse(position: number, attempt: DeliveryAttempt, response: DeliveryResponse): Promise<void> {
    const now = this.#now
    const outcome = toDeliveryOutcome(response)
    const { failing, disabled } = healthAfter(this.#storage.failing, outcome, now)
    // The registration first: if its update fails, the delivery is attempted again with the same result.
    if (disabled !== null) await disableEndpoint({ database: this.#database }, this.#place.webhook, disabled, now)
    if (this.#registration === null) return
    this.#storage.failing = failing
    this.#queue.recordAttempt(position, attempt)
    const pending = this.#queue.find(position)
    if (outcome === 'delivered' || pending === null) return this.#queue.markDelivered(position)
    const next = nextDeliveryAttempt(pending.attempts + 1, response, now, Math.random)
    if (next === null) this.#queue.markUndelivered(position, 'failed', now)
    else this.#queue.retry(position, next)
    if (disabled === null) return
    this.#registration = { ...this.#registration, enabled: false }
    this.#deliveries.clear()
    this.#queue.dropAll(now)
  }

  // Account and clock

  get #isEnabled(): boolean {
    return this.#registration?.enabled === true
  }

  get #database(): Database {
    const d1 = this.gateway().environment.shards.get(this.#place.shard)
    if (d1 === undefined) throw new Error('The shard of this webhook is not bound.')
    return new Database(d1, new Meter())
  }

  /** By the account's clock. */
  get #now(): number {
    return this.#moment ?? this.gateway().clock.now() + this.#storage.clockOffsetMs
  }

  /** Deletes old rows, once a day. */
  #purge(now: number): void {
    if (now - this.#storage.purgedAt < day) return
    this.#queue.purge(now - retentionMs, purgeBatchSize)
    this.#storage.purgedAt = now
  }
}
