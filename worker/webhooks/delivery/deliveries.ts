import type { Gateway } from '../../app/gateway.ts'
import { toEvent } from '../../domain/events/toApi.ts'
import type { DeliveryAttempt } from '../../domain/webhooks/endpoints.ts'
import { decodeEvent } from '../../store/events/decodeEvent.ts'
import type { EventRow } from '../../store/events/events.ts'
import type { EventReference } from '../../store/webhooks/endpoints.ts'
import { noResponse, sendRequest, signRequest } from './attempt.ts'
import type { Message, SignedRequest, Target } from './attempt.ts'
import { AdaptiveConcurrency } from './concurrency.ts'
import type { DeliveryQueue } from './deliveryQueue.ts'
import { logFailure } from '../logFailure.ts'
import type { DeliveryResponse } from './retrySchedule.ts'
import { planDeliveries } from './scheduler.ts'
import { selectStartable, takeTurns } from './turns.ts'
import type { WaitingDelivery } from './turns.ts'

/** Delay after a failure of the gateway itself. */
const retryMs = 10_000

export interface DeliveryDependencies {
  readonly queue: DeliveryQueue
  gateway(): Gateway
  /** By the account's clock. */
  now(): number
  /** Null if the webhook was deleted. */
  target(): Target | null
  /** The merchant's limit of deliveries at once. */
  maxConcurrency(): number
  /** Sends a request from one of the endpoint's senders. @param sender from 1 */
  sendBy(sender: number, request: SignedRequest): Promise<DeliveryResponse>
  /** Records the response of an attempt. */
  onAttempt(event: EventReference, attempt: DeliveryAttempt, response: DeliveryResponse): Promise<void>
  /** Called when a delivery ends, with or without success. */
  onEnded(): Promise<void>
}

/** A delivery in memory. */
export interface ReadyDelivery extends WaitingDelivery {
  readonly event: EventRow
}

interface DeliveryInFlight extends WaitingDelivery {
  /** Deliveries in flight when it started, with it. */
  readonly concurrent: number
  readonly slot: number
  done: Promise<void>
}

/** New events, or those of a backlog, a replay or a retry. */
type EventAge = 'new' | 'older'

/** How many events are read ahead, as a multiple of those in flight. */
const readAheadFactor = 10
/** Limits the memory of new and of older events that wait for earlier ones of their resources. */
const maxReady = 1000
/**
 * Deliveries that one object sends at once. The platform lets six requests of an object wait for their responses; a seventh would wait for
 * one of them, and its time-out would pass meanwhile.
 */
const deliveriesPerObject = 5

/** Deliveries in the memory of one instance: ready to send, and in flight. */
export class Deliveries {
  readonly #dependencies: DeliveryDependencies
  readonly #concurrency = new AdaptiveConcurrency()
  /** Oldest first. */
  #ready: readonly ReadyDelivery[] = []
  /** By the ids of their events, in the order of their starts. */
  readonly #inFlight = new Map<string, DeliveryInFlight>()
  /** Whether the last one was of a new event: with one at a time, the turns alternate. */
  #lastWasNew = false

  constructor(dependencies: DeliveryDependencies) {
    this.#dependencies = dependencies
  }

  /** How many deliveries are in flight at most. */
  get limit(): number {
    return Math.min(this.#concurrency.limit, this.#dependencies.maxConcurrency())
  }

  /** Whether no more new events need to be read for now. */
  get isFull(): boolean {
    return this.#inFlight.size >= this.limit && !this.isLow('new')
  }

  /** Whether new or older events are to be read. A backlog does not keep new events from being read. */
  isLow(age: EventAge): boolean {
    return this.#countReady(age) < maxReady && this.#countStartable(age) < this.limit
  }

  get isIdle(): boolean {
    return this.#inFlight.size === 0 && this.#ready.length === 0
  }

  /** How many more events to read. Events that wait for earlier ones of their resources do not count, up to a limit. */
  readAhead(age: EventAge): number {
    const startable = readAheadFactor * this.limit - this.#countStartable(age)
    return Math.max(1, Math.min(startable, maxReady - this.#countReady(age)))
  }

  #countReady(age: EventAge): number {
    return this.#ready.filter(({ isNew }) => isNew === (age === 'new')).length
  }

  #countStartable(age: EventAge): number {
    return this.#startable.filter(({ isNew }) => isNew === (age === 'new')).length
  }

  get count(): number {
    return this.#inFlight.size + this.#ready.length
  }

  /** Ids of the events that are ready or in flight. */
  get ids(): ReadonlySet<string> {
    return new Set([...this.#inFlight.keys(), ...this.#ready.map(({ event }) => event.id)])
  }

  add(deliveries: readonly ReadyDelivery[]): void {
    // A replayed range may contain an event that is already ready.
    const byId = new Map([...this.#ready, ...deliveries].map((delivery) => [delivery.event.id, delivery]))
    this.#ready = [...byId.values()].toSorted((one, other) => one.event.position - other.event.position)
  }

  /** Drops the ready deliveries. Those in flight continue. */
  clear(): void {
    this.#ready = []
  }

  async untilIdle(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.race([...this.#inFlight.values()].map(({ done }) => done))
  }

  /** Starts deliveries up to the limit. Returns when to plan again, by the account's clock; null if nothing is pending. */
  start(): number | null {
    const { queue, now: clock } = this.#dependencies
    const now = clock()
    const inFlight = [...this.#inFlight.values()]
    const chosen = takeTurns(this.#startable, inFlight, Math.max(0, this.limit - inFlight.length), this.#lastWasNew)
    const next = queue.nextDue(now)
    const plan = planDeliveries(
      [
        ...chosen.map(({ event: { id, position } }) => ({ id, sequence: position, due: now })),
        ...(next === null ? [] : [{ id: 'next', sequence: Infinity, due: next }]),
      ],
      new Set(this.#inFlight.keys()),
      now,
      this.limit,
    )
    const starts = new Set(plan.start)
    this.#ready = this.#ready.filter(({ event }) => !starts.has(event.id))
    for (const delivery of chosen) if (starts.has(delivery.event.id)) this.#launch(delivery)
    return plan.alarm
  }

  /** Those that may be sent, as far as their resources are concerned. A replayed event may be in flight already. */
  get #startable(): ReadyDelivery[] {
    const waiting = this.#ready.filter(({ event }) => !this.#inFlight.has(event.id))
    return selectStartable(waiting, this.#inFlight.values())
  }

  /** Sends a message immediately, from this object or from one of its senders. @param slot the lowest number that is not in use */
  async send(
    target: Target,
    message: Message,
    slot = 0,
  ): Promise<{ readonly attempt: DeliveryAttempt; readonly response: DeliveryResponse }> {
    const { fetch, clock, environment } = this.#dependencies.gateway()
    const at = this.#dependencies.now()
    const startedAt = clock.now()
    const request = await signRequest(target, message, {
      nowMs: startedAt,
      allowLocal: environment.allowLocalWebhooks,
    })
    const sender = Math.floor(slot / deliveriesPerObject)
    const send = (signed: SignedRequest): Promise<DeliveryResponse> =>
      sender === 0 ? sendRequest(signed, fetch) : this.#dependencies.sendBy(sender, signed)
    const response = request === null ? noResponse : await send(request)
    return { attempt: { at, status: response.status, tookMs: clock.now() - startedAt }, response }
  }

  get #freeSlot(): number {
    const used = new Set([...this.#inFlight.values()].map(({ slot }) => slot))
    let slot = 0
    while (used.has(slot)) slot++
    return slot
  }

  #launch({ event, resource, isFirst, isNew }: ReadyDelivery): void {
    const { queue, target, now, onEnded } = this.#dependencies
    const deliverAndContinue = async (): Promise<void> => {
      try {
        await this.#deliver(event, inFlight)
      } catch (thrown) {
        logFailure('delivery failed', thrown)
        if (target() !== null) queue.postpone(event, now() + retryMs)
      }
      this.#inFlight.delete(event.id)
      await onEnded()
    }
    const inFlight: DeliveryInFlight = {
      resource,
      isFirst,
      isNew,
      concurrent: this.#inFlight.size + 1,
      slot: this.#freeSlot,
      done: Promise.resolve(),
    }
    this.#lastWasNew = isNew
    this.#inFlight.set(event.id, inFlight)
    inFlight.done = deliverAndContinue().catch((thrown: unknown) => logFailure('scheduling failed', thrown))
  }

  async #deliver(event: EventRow, { slot, concurrent }: DeliveryInFlight): Promise<void> {
    const { queue, onAttempt, maxConcurrency } = this.#dependencies
    const target = this.#dependencies.target()
    if (target === null) return
    const body = serializeEvent(event)
    if (body === null) return queue.markUndelivered(event, 'failed')
    const { attempt, response } = await this.send(target, { id: event.id, body }, slot)
    const startedAt = attempt.at
    const isAwaited = this.#startable.length > 0
    this.#concurrency.record(
      { response, startedAt, endedAt: startedAt + attempt.tookMs, concurrent, isAwaited },
      maxConcurrency(),
    )
    await onAttempt(event, attempt, response)
  }
}

/** Null if the snapshot is unreadable: a retry would fail the same way. */
const serializeEvent = (event: EventRow): string | null => {
  try {
    return JSON.stringify(toEvent(decodeEvent(event)))
  } catch (thrown) {
    logFailure('event unreadable', thrown)
    return null
  }
}
