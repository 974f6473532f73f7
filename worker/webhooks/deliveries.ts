import type { Gateway } from '../app/gateway.ts'
import { shownEvent } from '../domain/events/toApi.ts'
import type { DeliveryAttempt } from '../domain/webhooks/endpoints.ts'
import { decodeEvent } from '../store/events/decodeEvent.ts'
import type { EventRow } from '../store/events/events.ts'
import { attemptDelivery } from './attempt.ts'
import type { Message, Target } from './attempt.ts'
import type { DeliveryQueue } from './deliveryQueue.ts'
import { logFailure } from './logFailure.ts'
import type { Answer } from './schedule.ts'
import { mostAtOnce, planDeliveries } from './scheduler.ts'

/** A delivery that the gateway itself could not make is attempted again after so long. */
const retryMs = 10_000

export interface DeliveryParts {
  readonly queue: DeliveryQueue
  gateway(): Gateway
  /** By the account's clock. */
  now(): number
  /** Null where the webhook was deleted. */
  target(): Target | null
  /** Records what an attempt came to. */
  onAttempt(position: number, attempt: DeliveryAttempt, answer: Answer): Promise<void>
  /** A delivery has ended, well or not. */
  onEnded(): Promise<void>
}

/** Deliveries in the memory of one instance: events that are ready to be sent, and those in flight. */
export class Deliveries {
  readonly #parts: DeliveryParts
  /** Oldest first. */
  #ready: readonly EventRow[] = []
  readonly #inFlight = new Map<number, Promise<void>>()

  constructor(parts: DeliveryParts) {
    this.#parts = parts
  }

  /** Whether there is enough to do without reading more events. */
  get isFull(): boolean {
    return this.#inFlight.size >= mostAtOnce && this.#ready.length >= mostAtOnce
  }

  get isLow(): boolean {
    return this.#ready.length < mostAtOnce
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

  /** Of the events that are ready or in flight. */
  get positions(): ReadonlySet<number> {
    return new Set([...this.#inFlight.keys(), ...this.#ready.map(({ position }) => position)])
  }

  add(events: readonly EventRow[]): void {
    // A replayed range may bring an event that is ready already.
    const byPosition = new Map([...this.#ready, ...events].map((event) => [event.position, event]))
    this.#ready = [...byPosition.values()].toSorted((one, other) => one.position - other.position)
  }

  /** Drops what is ready. What is in flight goes on. */
  clear(): void {
    this.#ready = []
  }

  async untilIdle(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.race(this.#inFlight.values())
  }

  /** Starts as many deliveries as there is room for. Returns when to plan again, by the account's clock; null where nothing is left. */
  start(): number | null {
    const { queue, now: clock } = this.#parts
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

  /** Sends a message at once. */
  async send(
    target: Target,
    message: Message,
  ): Promise<{ readonly attempt: DeliveryAttempt; readonly answer: Answer }> {
    const { fetch, clock, environment } = this.#parts.gateway()
    const at = this.#parts.now()
    const started = clock.now()
    const answer = await attemptDelivery(target, message, {
      fetch,
      nowMs: started,
      allowLocal: environment.allowLocalWebhooks,
    })
    return { attempt: { at, status: answer.status, tookMs: clock.now() - started }, answer }
  }

  #launch(event: EventRow): void {
    const { queue, target, now, onEnded } = this.#parts
    const { position } = event
    const delivering = async (): Promise<void> => {
      try {
        await this.#deliver(event)
      } catch (thrown) {
        logFailure('not delivered', thrown)
        if (target() !== null) queue.postpone(position, now() + retryMs)
      }
      this.#inFlight.delete(position)
      await onEnded()
    }
    this.#inFlight.set(
      position,
      delivering().catch((thrown: unknown) => logFailure('could not go on', thrown)),
    )
  }

  async #deliver(event: EventRow): Promise<void> {
    const { queue, now, onAttempt } = this.#parts
    const target = this.#parts.target()
    if (target === null) return
    const body = serializeEvent(event)
    if (body === null) return queue.giveUp(event.position, 'failed', now())
    const { attempt, answer } = await this.send(target, { id: event.id, body })
    await onAttempt(event.position, attempt, answer)
  }
}

/** Null where the snapshot cannot be read: another attempt would fail the same way. */
const serializeEvent = (event: EventRow): string | null => {
  try {
    return JSON.stringify(shownEvent(decodeEvent(event)))
  } catch (thrown) {
    logFailure('cannot be drawn', thrown)
    return null
  }
}
