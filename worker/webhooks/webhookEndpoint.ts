import { DurableObject } from 'cloudflare:workers'
import { backgroundServices } from '../app/compose.ts'
import type { Bindings } from '../app/env.ts'
import { memoizedGateway } from '../app/gateway.ts'
import type { Gateway } from '../app/gateway.ts'
import { Meter } from '../app/meter.ts'
import type { WebhookEndpointRpc } from '../app/objects.ts'
import type {
  DeliveredEvent,
  Delivery,
  DeliveryAttempt,
  DeliveryPage,
  DeliveryPageRequest,
} from '../domain/webhooks/endpoints.ts'
import { Database } from '../store/sql/database.ts'
import { disableEndpoint, readForEndpoint } from '../store/webhooks/endpoints.ts'
import type { EndpointRegistration, EventReference } from '../store/webhooks/endpoints.ts'
import type { Target } from './delivery/attempt.ts'
import { Deliveries } from './delivery/deliveries.ts'
import { DeliveryQueue } from './delivery/deliveryQueue.ts'
import { backlogEndOf } from './delivery/backlogEnd.ts'
import { purgeDeliveries } from './delivery/purgeDeliveries.ts'
import { queueEvents } from './delivery/queueEvents.ts'
import { readDeliveries } from './delivery/readDeliveries.ts'
import { EndpointAlarm } from './endpointAlarm.ts'
import { logFailure } from './logFailure.ts'
import { parseEndpointObjectName, senderObjectName } from './objectName.ts'
import { openTarget } from './delivery/openTarget.ts'
import { healthAfter, toDeliveryOutcome, nextDeliveryAttempt } from './delivery/retrySchedule.ts'
import type { DeliveryResponse } from './delivery/retrySchedule.ts'
import { EndpointStorage } from './stored/endpointStorage.ts'
import { testMessage } from './delivery/testMessage.ts'

const second = 1000

/** Delay after a database error. */
const retryMs = 10 * second
/** How long a moment of the test clock waits for its deliveries. */
const catchUpMs = 20 * second
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
      maxConcurrency: () => this.#registration?.maxConcurrency ?? 1,
      sendBy: async (sender, request) =>
        this.gateway()
          .environment.webhookSenders.getByName(senderObjectName(context.id.name ?? '', sender))
          .send(request),
      onAttempt: (event, attempt, response) => this.#recordResponse(event, attempt, response),
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
    // A restore of the database brings deleted webhooks back. The next call finds a new instance with empty storage.
    if (this.#isDeleted) this.ctx.abort('deleted')
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

  async replay(event: DeliveredEvent): Promise<void> {
    if (this.#isDeleted) return
    this.#queue.addAgain([event], this.#now)
    await this.#poll()
  }

  async replayRange(since: number, until: number): Promise<void> {
    await this.#poll()
    if (this.#isDeleted) return
    this.#queue.addReplay({ upTo: this.#queue.cursor?.position ?? 0, since, until })
    await this.#poll()
  }

  async replayUndelivered(since: number, until: number): Promise<void> {
    await this.#poll()
    if (this.#isDeleted) return
    this.#queue.addUndelivered(since, until, this.#now)
    await this.#poll()
  }

  async deliveries(page: DeliveryPageRequest): Promise<DeliveryPage | 'cursor_invalid'> {
    return this.#isDeleted
      ? { entries: [], next: null, previous: null }
      : readDeliveries(this.#storage, this.#queue, page)
  }

  async failingSince(): Promise<number | null> {
    return this.#isDeleted ? null : (this.#storage.failing?.since ?? null)
  }

  async sendTest(): Promise<DeliveryAttempt | 'unread' | null> {
    await this.#poll()
    if (this.#isDeleted) return null
    if (this.#registration === null || this.#target === null) return 'unread'
    const message = testMessage(this.#registration, this.gateway(), this.#now)
    return (await this.#deliveries.send(this.#target, message)).attempt
  }

  async deliveryOf(event: DeliveredEvent): Promise<Delivery | null> {
    return this.#isDeleted ? null : this.#queue.deliveryOf(event)
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
        // Nothing that ends would continue.
        if (this.#isEnabled && this.#deliveries.isIdle && this.#hasMore) this.#mustPollAgain = true
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
    const inMemory = this.#deliveries.ids
    const ahead = this.#deliveries.readAhead('older')
    const found = this.#queue.due(this.#now, ahead + inMemory.size)
    const due = found
      .map(({ position, event, attempts }) => ({ position, id: event, isFirst: attempts === 0 }))
      .filter(({ id }) => !inMemory.has(id))
    const older = this.#deliveries.isLow('older') ? this.#queue.older : null
    const isBehind = this.#queue.backlog !== null || found.length >= ahead + inMemory.size
    const endedUpTo = this.#queue.endedUpTo
    const read = await readForEndpoint({ database: this.#database }, this.#place.webhook, {
      seen: endedUpTo > this.#reportedUpTo ? endedUpTo : null,
      cursor: this.#queue.cursor,
      fresh: { limit: this.#deliveries.readAhead('new'), withPrevious: isBehind },
      older: older && { range: older.range, limit: Math.max(1, ahead - due.length) },
      positions: due.map(({ position }) => position),
    })
    this.#reportedUpTo = read.registration?.seen ?? 0
    if (!read.isContinued) return this.#restart()
    await this.#applyRegistration(read.registration)
    if (!this.#isEnabled) return
    const backlogEnd = await backlogEndOf(read.fresh, {
      database: this.#database,
      webhook: this.#place.webhook,
      now: this.#now,
    })
    if (!this.#isEnabled) return
    if (backlogEnd !== null) this.#mustPollAgain = true
    this.#hasReadAll = read.fresh.upTo === null
    const now = this.#now
    queueEvents(read, { older, due, backlogEnd }, { queue: this.#queue, deliveries: this.#deliveries, now })
    purgeDeliveries(this.#storage, this.#queue, now)
  }

  /**
   * The database was restored to an earlier state. Reads again from `seen`, up to which all deliveries had ended, since later events may be
   * others than those read before. Deliveries in flight end under the ids of their events.
   */
  #restart(): void {
    console.warn(
      JSON.stringify({
        webhook: 'database restored',
        id: this.#place.webhook,
        from: this.#reportedUpTo,
        to: this.#queue.cursor?.position,
      }),
    )
    this.#queue.restart()
    this.#deliveries.clear()
    this.#hasReadAll = false
    this.#mustPollAgain = true
  }

  async #applyRegistration(registration: EndpointRegistration | null): Promise<void> {
    if (registration === null) return this.forget()
    const { account, enabled } = registration
    const place = { shard: this.#place.shard, database: this.#database }
    const services = backgroundServices(this.gateway(), place, account, 'webhooks')
    if (account.clockOffsetMs !== this.#storage.clockOffsetMs) {
      this.#storage.clockOffsetMs = account.clockOffsetMs
      // More deliveries may be due by the new clock.
      this.#mustPollAgain = true
    }
    this.#registration = registration
    this.#target = await openTarget(registration, services)
    this.#queue.dropBacklog(registration.since)
    if (enabled || this.#isDeleted) return
    this.#deliveries.clear()
    this.#queue.dropAll()
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
    const hasToReport = this.#deliveries.isIdle && this.#queue.endedUpTo > this.#reportedUpTo
    const isDue =
      (!this.#hasReadAll && this.#deliveries.isLow('new')) || (this.#deliveries.isLow('older') && this.#hasOlder)
    if (isDue || hasToReport) await this.#poll()
    else await this.#startNext()
  }

  /** Whether events remain that are not in memory. */
  get #hasMore(): boolean {
    return !this.#hasReadAll || this.#hasOlder
  }

  get #hasOlder(): boolean {
    const { count } = this.#deliveries
    return this.#queue.older !== null || this.#queue.due(this.#now, count + 1).length > count
  }

  async #recordResponse(event: EventReference, attempt: DeliveryAttempt, response: DeliveryResponse): Promise<void> {
    const now = this.#now
    const outcome = toDeliveryOutcome(response)
    const { failing, disabled } = healthAfter(this.#storage.failing, outcome, now)
    // The registration first: if its update fails, the delivery is attempted again with the same result.
    if (disabled !== null) await disableEndpoint({ database: this.#database }, this.#place.webhook, disabled, now)
    if (this.#registration === null) return
    this.#storage.failing = failing
    this.#queue.recordAttempt(event, attempt)
    const pending = this.#queue.find(event)
    if (outcome === 'delivered' || pending === null) return this.#queue.remove(event)
    const next = nextDeliveryAttempt(pending.attempts + 1, response, now, Math.random)
    if (next === null) this.#queue.markUndelivered(event, 'failed')
    else this.#queue.retry(event, next)
    if (disabled === null) return
    this.#registration = { ...this.#registration, enabled: false }
    this.#deliveries.clear()
    this.#queue.dropAll()
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
}
