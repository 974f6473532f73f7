import type { Gateway } from '../../app/gateway.ts'
import { toEvent } from '../../domain/events/toApi.ts'
import type { DeliveryAttempt } from '../../domain/webhooks/endpoints.ts'
import { decodeEvent } from '../../store/events/decodeEvent.ts'
import type { EventRow } from '../../store/events/events.ts'
import { attemptDelivery } from './attempt.ts'
import type { Message, Target } from './attempt.ts'
import type { DeliveryQueue } from './deliveryQueue.ts'
import { logFailure } from '../logFailure.ts'
import type { DeliveryResponse } from './retrySchedule.ts'
import { maxConcurrentDeliveries, planDeliveries } from './scheduler.ts'

/** Delay after a failure of the gateway itself. */
const retryMs = 10_000

export interface DeliveryDependencies {
  readonly queue: DeliveryQueue
  gateway(): Gateway
  /** By the account's clock. */
  now(): number
  /** Null if the webhook was deleted. */
  target(): Target | null
  /** Records the response of an attempt. */
  onAttempt(position: number, attempt: DeliveryAttempt, response: DeliveryResponse): Promise<void>
  /** Called when a delivery ends, with or without success. */
  onEnded(): Promise<void>
}

/** Deliveries in the memory of one instance: ready to send, and in flight. */
export class Deliveries {
  readonly #dependencies: DeliveryDependencies
  /** Oldest first. */
  #ready: readonly EventRow[] = []
  readonly #inFlight = new Map<number, Promise<void>>()

  constructor(dependencies: DeliveryDependencies) {
    this.#dependencies = dependencies
  }

  /** Whether no more events need to be read for now. */
  get isFull(): boolean {
    return this.#inFlight.size >= maxConcurrentDeliveries && this.#ready.length >= maxConcurrentDeliveries
  }

  get isLow(): boolean {
    return this.#ready.length < maxConcurrentDeliveries
  }

  get isIdle(): boolean {
    return this.#inFlight.size === 0 && this.#ready.length === 0
  }

  get readyCount(): number {
    return this.#ready.length
  }

  get count(): number {
    return this.#inFlight.size + this.#ready.length
  }

  /** Positions of the events that are ready or in flight. */
  get positions(): ReadonlySet<number> {
    return new Set([...this.#inFlight.keys(), ...this.#ready.map(({ position }) => position)])
  }

  add(events: readonly EventRow[]): void {
    // A replayed range may contain an event that is already ready.
    const byPosition = new Map([...this.#ready, ...events].map((event) => [event.position, event]))
    this.#ready = [...byPosition.values()].toSorted((one, other) => one.position - other.position)
  }

  /** Drops the ready deliveries. Those in flight continue. */
  clear(): void {
    this.#ready = []
  }

  async untilIdle(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.race(this.#inFlight.values())
  }

  /** Starts deliveries up to the limit. Returns when to plan again, by the account's clock; null if nothing is pending. */
  start(): number | null {
    const { queue, now: clock } = this.#dependencies
    const now = clock()
    const waiting = this.#ready.filter(({ position }) => !this.#inFlight.has(position))
    const next = queue.nextDue(now)
    const plan = planDeliveries(
      [
        ...waiting.map(({ position }) => ({ id: String(position), sequence: position, due: now })),
        ...(next === null ? [] : [{ id: 'next', sequence: Infinity, due: next }]),
      ],
      new Set([...this.#inFlight.keys()].map(String)),
      now,
    )
    const starts = new Set(plan.start)
    for (const event of waiting.filter(({ position }) => starts.has(String(position)))) this.#launch(event)
    this.#ready = waiting.filter(({ position }) => !starts.has(String(position)))
    return plan.alarm
  }

  /** Sends a message immediately. */
  async send(
    target: Target,
    message: Message,
  ): Promise<{ readonly attempt: DeliveryAttempt; readonly response: DeliveryResponse }> {
    const { fetch, clock, environment } = this.#dependencies.gateway()
    const at = this.#dependencies.now()
    const startedAt = clock.now()
    const response = await attemptDelivery(target, message, {
      fetch,
      nowMs: startedAt,
      allowLocal: environment.allowLocalWebhooks,
    })
    return { attempt: { at, status: response.status, tookMs: clock.now() - startedAt }, response }
  }

  #launch(event: EventRow): void {
    const { queue, target, now, onEnded } = this.#dependencies
    const { position } = event
    const deliverAndContinue = async (): Promise<void> => {
      try {
        await this.#deliver(event)
      } catch (thrown) {
        logFailure('delivery failed', thrown)
        if (target() !== null) queue.postpone(position, now() + retryMs)
      }
      this.#inFlight.delete(position)
      await onEnded()
    }
    this.#inFlight.set(
      position,
      deliverAndContinue().catch((thrown: unknown) => logFailure('scheduling failed', thrown)),
    )
  }

  async #deliver(event: EventRow): Promise<void> {
    const { queue, now, onAttempt } = this.#dependencies
    const target = this.#dependencies.target()
    if (target === null) return
    const body = serializeEvent(event)
    if (body === null) return queue.markUndelivered(event.position, 'failed', now())
    const { attempt, response } = await this.send(target, { id: event.id, body })
    await onAttempt(event.position, attempt, response)
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
