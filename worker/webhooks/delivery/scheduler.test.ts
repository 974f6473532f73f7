import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inFlightTimeoutMs, planDeliveries } from './scheduler.ts'
import type { QueuedDelivery } from './scheduler.ts'
import { responseTimeoutMs, attemptDelaysMs, toDeliveryOutcome, nextDeliveryAttempt } from './retrySchedule.ts'
import type { DeliveryResponse } from './retrySchedule.ts'

const now = Date.UTC(2026, 10, 20, 10, 30)
const limit = 5
const none: ReadonlySet<string> = new Set()
const due = (sequence: number, inMs = 0): QueuedDelivery => ({ id: `evt-${sequence}`, sequence, due: now + inMs })
const ids = (...sequences: number[]) => sequences.map((sequence) => `evt-${sequence}`)

describe('planDeliveries', () => {
  test('a plan starts the five oldest due deliveries in the order of their events', () => {
    const pending = [7, 3, 9, 1, 8, 2, 5].map((sequence) => due(sequence))
    expect(planDeliveries(pending, none, now, limit).start).toEqual(ids(1, 2, 3, 5, 7))
  })

  test('a plan starts nothing while five deliveries are in flight', () => {
    const pending = [1, 2, 3, 4, 5, 6].map((sequence) => due(sequence))
    expect(planDeliveries(pending, new Set(ids(1, 2, 3, 4, 5)), now, limit).start).toEqual([])
    expect(planDeliveries(pending, new Set(ids(1, 2, 4, 5)), now, limit).start).toEqual(ids(3))
  })

  test('a delivery that waits for its retry delays no other delivery', () => {
    const pending = [due(1, 5000), due(2), due(3, 60_000), due(4)]
    expect(planDeliveries(pending, none, now, limit)).toEqual({ start: ids(2, 4), alarm: now + 5000 })
  })

  test('a plan starts retries of older events before newer events', () => {
    const pending = [due(90), due(91), ...[3, 4, 5, 6].map((sequence) => due(sequence, -3_600_000)), due(92)]
    expect(planDeliveries(pending, none, now, limit).start).toEqual(ids(3, 4, 5, 6, 90))
  })

  test('a plan without deliveries sets no alarm', () => {
    expect(planDeliveries([], none, now, limit)).toEqual({ start: [], alarm: null })
  })

  test('a plan sets an alarm while deliveries are in flight, to recover from a crash', () => {
    expect(planDeliveries([due(1)], none, now, limit)).toEqual({ start: ids(1), alarm: now + inFlightTimeoutMs })
    expect(planDeliveries([due(1)], new Set(ids(1)), now, limit)).toEqual({ start: [], alarm: now + inFlightTimeoutMs })
    expect(inFlightTimeoutMs).toBeGreaterThan(responseTimeoutMs)
  })
})

/** Deliveries in any order, some of them in flight. */
const deliveriesArbitrary = fc
  .uniqueArray(fc.record({ sequence: fc.nat(500), inMs: fc.integer({ min: -100, max: 100 }) }), {
    selector: ({ sequence }) => sequence,
    maxLength: 60,
  })
  .chain((deliveries) =>
    fc.record({
      pending: fc.constant(deliveries.map(({ sequence, inMs }) => due(sequence, inMs))),
      inFlight: fc.subarray(
        deliveries.map(({ sequence }) => `evt-${sequence}`),
        { maxLength: Math.min(limit, deliveries.length) },
      ),
    }),
  )

describe('planDeliveries with random deliveries', () => {
  test('a plan starts the oldest due deliveries that are not in flight, up to the limit', () => {
    fc.assert(
      fc.property(deliveriesArbitrary, ({ pending, inFlight }) => {
        const ready = pending.filter(({ id, due }) => due <= now && !inFlight.includes(id))
        const oldest = ready.toSorted((one, two) => one.sequence - two.sequence).slice(0, limit - inFlight.length)
        expect(planDeliveries(pending, new Set(inFlight), now, limit).start).toEqual(oldest.map(({ id }) => id))
      }),
    )
  })

  test('the alarm is in the future, no later than the next due delivery, and null if none is pending', () => {
    fc.assert(
      fc.property(deliveriesArbitrary, ({ pending, inFlight }) => {
        const { alarm } = planDeliveries(pending, new Set(inFlight), now, limit)
        const later = pending.filter(({ id, due }) => due > now && !inFlight.includes(id)).map(({ due }) => due)
        expect(alarm === null).toBe(pending.length === 0)
        if (alarm !== null) expect(alarm).toBeGreaterThan(now)
        expect(alarm ?? Infinity).toBeLessThanOrEqual(Math.min(...later))
      }),
    )
  })

  test('the oldest due deliveries and the next one give the same plan as all deliveries', () => {
    fc.assert(
      fc.property(deliveriesArbitrary, ({ pending, inFlight }) => {
        const isDue = Map.groupBy(pending, ({ due }) => due <= now)
        const oldest = (isDue.get(true) ?? []).toSorted((one, two) => one.sequence - two.sequence).slice(0, limit)
        const next = (isDue.get(false) ?? [])
          .filter(({ id }) => !inFlight.includes(id))
          .toSorted((one, two) => one.due - two.due)
          .slice(0, 1)
        const inFlightIds = new Set(inFlight)
        expect(planDeliveries([...oldest, ...next], inFlightIds, now, limit)).toEqual(
          planDeliveries(pending, inFlightIds, now, limit),
        )
      }),
    )
  })

  test('a plan of 10,000 deliveries in any order reads each of them once', () => {
    for (const order of [(n: number) => n, (n: number) => 10_000 - n, (n: number) => (n * 7919) % 10_007]) {
      let read = 0
      const counted = (sequence: number): QueuedDelivery => ({
        id: `evt-${sequence}`,
        get sequence() {
          read++
          return sequence
        },
        get due() {
          read++
          return now - ((sequence * 7907) % 9973)
        },
      })
      const pending = Array.from({ length: 10_000 }, (_, index) => counted(order(index)))
      expect(planDeliveries(pending, none, now, limit).start).toHaveLength(limit)
      // Each delivery is compared with at most five others.
      expect(read).toBeLessThanOrEqual((3 + 2 * limit) * pending.length)
    }
  })
})

/** A receiver's response and its duration. */
interface SimulatedResponse extends DeliveryResponse {
  readonly tookMs: number
}

interface Scenario {
  /** Milliseconds from the start to each event. */
  readonly eventTimes: readonly number[]
  readonly respond: (id: string, attempt: number) => SimulatedResponse
  /** Whether the instance crashes after this step and loses everything in memory. */
  readonly crashes: (step: number) => boolean
  readonly random: () => number
}

interface Attempt {
  readonly id: string
  readonly from: number
  to: number
  /** The instance crashed before it recorded the response. */
  isLost: boolean
}

/** Executes plans as the endpoint's object does. Deliveries and the alarm are stored; deliveries in flight are in memory. */
const simulate = ({ eventTimes, respond, crashes, random }: Scenario) => {
  const stored = new Map<string, QueuedDelivery & { readonly attempts: number }>()
  const inFlight = new Map<
    string,
    { readonly ends: number; readonly response: SimulatedResponse; readonly attempt: Attempt }
  >()
  const attempts: Attempt[] = []
  const tooEarly: string[] = []
  const ended: Record<string, 'delivered' | 'givenUp'> = {}
  let maxInFlight = 0
  let alarm: number | null = null
  const upcoming = eventTimes
    .map((at, sequence) => ({ at: now + at, sequence }))
    .toSorted((one, two) => one.at - two.at || one.sequence - two.sequence)
  let arrivedCount = 0

  const finish = (id: string, at: number) => {
    const { response, attempt } = inFlight.get(id)!
    inFlight.delete(id)
    attempt.to = at
    const delivery = stored.get(id)!
    const next = nextDeliveryAttempt(delivery.attempts + 1, response, at, random)
    if (toDeliveryOutcome(response) === 'delivered' || next === null) {
      stored.delete(id)
      ended[id] = next === null && toDeliveryOutcome(response) !== 'delivered' ? 'givenUp' : 'delivered'
    } else stored.set(id, { ...delivery, attempts: delivery.attempts + 1, due: next })
  }

  const startDue = (at: number) => {
    const plan = planDeliveries(stored.values(), new Set(inFlight.keys()), at, limit)
    alarm = plan.alarm
    for (const id of plan.start) {
      const { due, attempts: attemptCount } = stored.get(id)!
      if (due > at) tooEarly.push(id)
      const response = respond(id, attemptCount)
      const attempt = { id, from: at, to: Infinity, isLost: false }
      attempts.push(attempt)
      inFlight.set(id, { ends: at + response.tookMs, response, attempt })
    }
    maxInFlight = Math.max(maxInFlight, inFlight.size)
  }

  for (let step = 0; step < 100_000; step++) {
    const [first] = [...inFlight].toSorted(([, one], [, two]) => one.ends - two.ends)
    const event = upcoming[arrivedCount]
    const at = Math.min(event?.at ?? Infinity, first?.[1].ends ?? Infinity, alarm ?? Infinity)
    if (at === Infinity) break
    if (first !== undefined && first[1].ends === at) finish(first[0], at)
    else if (event?.at === at) {
      arrivedCount++
      const { sequence } = event
      const firstAttempt = nextDeliveryAttempt(0, null, at, random)!
      stored.set(`evt-${sequence}`, { id: `evt-${sequence}`, sequence, due: firstAttempt, attempts: 0 })
    }
    startDue(at)
    if (crashes(step)) {
      for (const { attempt } of inFlight.values()) Object.assign(attempt, { to: at, isLost: true })
      inFlight.clear()
    }
  }
  return { attempts, tooEarly, ended, maxInFlight, left: stored.size }
}

const responses = fc.record({
  status: fc.constantFrom(200, 204, 301, 404, 429, 500, 503, null),
  retryAfter: fc.constantFrom(null, '30', '7200', 'soon'),
  tookMs: fc.integer({ min: 1, max: responseTimeoutMs }),
})
const scenarios = ({ withCrashes }: { readonly withCrashes: boolean }) =>
  fc.record({
    eventTimes: fc.array(fc.integer({ min: 0, max: 60_000 }), { maxLength: 40 }),
    respond: fc
      .array(responses, { minLength: 1, maxLength: 97 })
      .map(
        (deliveries) => (id: string, attempt: number) =>
          deliveries[(Number(id.slice(4)) * 13 + attempt * 7) % deliveries.length]!,
      ),
    crashes: (withCrashes ? fc.uniqueArray(fc.nat(200), { maxLength: 5 }) : fc.constant<number[]>([])).map(
      (steps) => (step: number) => steps.includes(step),
    ),
    random: fc.double({ min: 0, max: 1, noNaN: true }).map((chance) => () => chance),
  })

describe('simulation of plans with random receivers', () => {
  test('every event is delivered or given up after ten attempts', () => {
    fc.assert(
      fc.property(scenarios({ withCrashes: false }), (scenario) => {
        const { attempts, ended, left } = simulate(scenario)
        expect(left).toBe(0)
        const attemptsById = Map.groupBy(attempts, ({ id }) => id)
        for (const sequence of scenario.eventTimes.keys()) {
          const id = `evt-${sequence}`
          const count = attemptsById.get(id)?.length ?? 0
          expect(count).toBeGreaterThan(0)
          if (ended[id] === 'givenUp') expect(count).toBe(attemptDelaysMs.length)
          else expect([ended[id], count <= attemptDelaysMs.length]).toEqual(['delivered', true])
        }
      }),
    )
  })

  test('every event is delivered or given up after random crashes of the instance', () => {
    fc.assert(
      fc.property(scenarios({ withCrashes: true }), (scenario) => {
        const { attempts, ended, left } = simulate(scenario)
        expect(left).toBe(0)
        expect(Object.keys(ended)).toHaveLength(scenario.eventTimes.length)
        const finished = Map.groupBy(
          attempts.filter(({ isLost }) => !isLost),
          ({ id }) => id,
        )
        for (const id of Object.keys(ended))
          expect(finished.get(id)!.length).toBeLessThanOrEqual(attemptDelaysMs.length)
      }),
    )
  })

  test('at most five deliveries are in flight, no event twice at a time, and none before it is due', () => {
    fc.assert(
      fc.property(scenarios({ withCrashes: true }), (scenario) => {
        const { attempts, tooEarly, maxInFlight } = simulate(scenario)
        expect(maxInFlight).toBeLessThanOrEqual(limit)
        expect(tooEarly).toEqual([])
        for (const own of Map.groupBy(attempts, ({ id }) => id).values())
          for (const [index, { from }] of own.entries()) {
            const { to } = own[index - 1] ?? { to: -Infinity }
            expect(from).toBeGreaterThanOrEqual(to)
          }
      }),
    )
  })

  test('a slow receiver gets five concurrent deliveries in the order of their events', () => {
    const slow = { status: 200, retryAfter: null, tookMs: responseTimeoutMs }
    const eventTimes = Array.from({ length: 23 }, (_, index) => index)
    const { attempts } = simulate({ eventTimes, respond: () => slow, crashes: () => false, random: () => 0.5 })
    expect(attempts.map(({ id }) => id)).toEqual(ids(...eventTimes))
    expect(attempts.map(({ from }) => Math.floor((from - now) / responseTimeoutMs))).toEqual(
      eventTimes.map((index) => Math.floor(index / limit)),
    )
  })
})
