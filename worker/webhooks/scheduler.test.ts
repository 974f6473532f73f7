import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mostAtOnce, overAfterMs, planDeliveries } from './scheduler.ts'
import type { QueuedDelivery } from './scheduler.ts'
import { answerWithinMs, attemptDelaysMs, meaningOf, nextDeliveryAttempt } from './schedule.ts'
import type { Answer } from './schedule.ts'

const now = Date.UTC(2026, 10, 20, 10, 30)
const none: ReadonlySet<string> = new Set()
const due = (sequence: number, inMs = 0): QueuedDelivery => ({ id: `evt-${sequence}`, sequence, due: now + inMs })
const ids = (...sequences: number[]) => sequences.map((sequence) => `evt-${sequence}`)

describe('deliveries of an endpoint', () => {
  test('start in the order of their events, five at most', () => {
    const pending = [7, 3, 9, 1, 8, 2, 5].map((sequence) => due(sequence))
    expect(planDeliveries(pending, none, now).start).toEqual(ids(1, 2, 3, 5, 7))
  })

  test('wait while five others are under way', () => {
    const pending = [1, 2, 3, 4, 5, 6].map((sequence) => due(sequence))
    expect(planDeliveries(pending, new Set(ids(1, 2, 3, 4, 5)), now).start).toEqual([])
    expect(planDeliveries(pending, new Set(ids(1, 2, 4, 5)), now).start).toEqual(ids(3))
  })

  test('that failed wait for their own time, and hold back none', () => {
    const pending = [due(1, 5000), due(2), due(3, 60_000), due(4)]
    expect(planDeliveries(pending, none, now)).toEqual({ start: ids(2, 4), alarm: now + 5000 })
  })

  test('that were missed come before what has just happened', () => {
    const pending = [due(90), due(91), ...[3, 4, 5, 6].map((sequence) => due(sequence, -3_600_000)), due(92)]
    expect(planDeliveries(pending, none, now).start).toEqual(ids(3, 4, 5, 6, 90))
  })

  test('need no alarm where there are none', () => {
    expect(planDeliveries([], none, now)).toEqual({ start: [], alarm: null })
  })

  test('set an alarm while they are under way, for the case that their instance dies with them', () => {
    expect(planDeliveries([due(1)], none, now)).toEqual({ start: ids(1), alarm: now + overAfterMs })
    expect(planDeliveries([due(1)], new Set(ids(1)), now)).toEqual({ start: [], alarm: now + overAfterMs })
    expect(overAfterMs).toBeGreaterThan(answerWithinMs)
  })
})

/** Some deliveries in any order, of which some are in flight. */
const situation = fc
  .uniqueArray(fc.record({ sequence: fc.nat(500), inMs: fc.integer({ min: -100, max: 100 }) }), {
    selector: ({ sequence }) => sequence,
    maxLength: 60,
  })
  .chain((some) =>
    fc.record({
      pending: fc.constant(some.map(({ sequence, inMs }) => due(sequence, inMs))),
      inFlight: fc.subarray(
        some.map(({ sequence }) => `evt-${sequence}`),
        { maxLength: Math.min(mostAtOnce, some.length) },
      ),
    }),
  )

describe('of any deliveries in any order, a plan', () => {
  test('starts the oldest that are due and not under way, as many as have room', () => {
    fc.assert(
      fc.property(situation, ({ pending, inFlight }) => {
        const ready = pending.filter(({ id, due }) => due <= now && !inFlight.includes(id))
        const oldest = ready.toSorted((one, two) => one.sequence - two.sequence).slice(0, mostAtOnce - inFlight.length)
        expect(planDeliveries(pending, new Set(inFlight), now).start).toEqual(oldest.map(({ id }) => id))
      }),
    )
  })

  test('looks again no later than the next is due, never at once, and not at all where nothing is left', () => {
    fc.assert(
      fc.property(situation, ({ pending, inFlight }) => {
        const { alarm } = planDeliveries(pending, new Set(inFlight), now)
        const later = pending.filter(({ id, due }) => due > now && !inFlight.includes(id)).map(({ due }) => due)
        expect(alarm === null).toBe(pending.length === 0)
        if (alarm !== null) expect(alarm).toBeGreaterThan(now)
        expect(alarm ?? Infinity).toBeLessThanOrEqual(Math.min(...later))
      }),
    )
  })

  test('is the same by the oldest due ones and the one that comes next', () => {
    fc.assert(
      fc.property(situation, ({ pending, inFlight }) => {
        const isDue = Map.groupBy(pending, ({ due }) => due <= now)
        const oldest = (isDue.get(true) ?? []).toSorted((one, two) => one.sequence - two.sequence).slice(0, mostAtOnce)
        const next = (isDue.get(false) ?? [])
          .filter(({ id }) => !inFlight.includes(id))
          .toSorted((one, two) => one.due - two.due)
          .slice(0, 1)
        const flying = new Set(inFlight)
        expect(planDeliveries([...oldest, ...next], flying, now)).toEqual(planDeliveries(pending, flying, now))
      }),
    )
  })

  test('of 10,000 reads each once, in whichever order they come', () => {
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
      expect(planDeliveries(pending, none, now).start).toHaveLength(mostAtOnce)
      // Each with the five at most that are kept.
      expect(read).toBeLessThanOrEqual((3 + 2 * mostAtOnce) * pending.length)
    }
  })
})

/** What a receiver does with an attempt, and how long it takes for that. */
interface Reaction extends Answer {
  readonly tookMs: number
}

interface World {
  /** When each event happens, after the first. */
  readonly happensAt: readonly number[]
  readonly react: (id: string, attempt: number) => Reaction
  /** Whether the instance dies after this event of the simulation, with all that it knows but what is stored. */
  readonly dies: (step: number) => boolean
  readonly random: () => number
}

interface Attempt {
  readonly id: string
  readonly from: number
  to: number
  /** Its instance died, so that nobody has written down what it came to. */
  isLost: boolean
}

/** Carries plans out as the object of an endpoint does: stored are deliveries and the alarm, what is in flight is only known. */
const simulate = ({ happensAt, react, dies, random }: World) => {
  const stored = new Map<string, QueuedDelivery & { readonly attempts: number }>()
  const inFlight = new Map<string, { readonly ends: number; readonly reaction: Reaction; readonly attempt: Attempt }>()
  const attempts: Attempt[] = []
  const early: string[] = []
  const ended: Record<string, 'delivered' | 'givenUp'> = {}
  let most = 0
  let alarm: number | null = null
  const coming = happensAt
    .map((at, sequence) => ({ at: now + at, sequence }))
    .toSorted((one, two) => one.at - two.at || one.sequence - two.sequence)
  let happened = 0

  const conclude = (id: string, at: number) => {
    const { reaction, attempt } = inFlight.get(id)!
    inFlight.delete(id)
    attempt.to = at
    const delivery = stored.get(id)!
    const next = nextDeliveryAttempt(delivery.attempts + 1, reaction, at, random)
    if (meaningOf(reaction) === 'delivered' || next === null) {
      stored.delete(id)
      ended[id] = next === null && meaningOf(reaction) !== 'delivered' ? 'givenUp' : 'delivered'
    } else stored.set(id, { ...delivery, attempts: delivery.attempts + 1, due: next })
  }

  const lookAt = (at: number) => {
    const plan = planDeliveries(stored.values(), new Set(inFlight.keys()), at)
    alarm = plan.alarm
    for (const id of plan.start) {
      const { due, attempts: made } = stored.get(id)!
      if (due > at) early.push(id)
      const reaction = react(id, made)
      const attempt = { id, from: at, to: Infinity, isLost: false }
      attempts.push(attempt)
      inFlight.set(id, { ends: at + reaction.tookMs, reaction, attempt })
    }
    most = Math.max(most, inFlight.size)
  }

  for (let step = 0; step < 100_000; step++) {
    const [first] = [...inFlight].toSorted(([, one], [, two]) => one.ends - two.ends)
    const event = coming[happened]
    const at = Math.min(event?.at ?? Infinity, first?.[1].ends ?? Infinity, alarm ?? Infinity)
    if (at === Infinity) break
    if (first !== undefined && first[1].ends === at) conclude(first[0], at)
    else if (event?.at === at) {
      happened++
      const { sequence } = event
      const firstAttempt = nextDeliveryAttempt(0, null, at, random)!
      stored.set(`evt-${sequence}`, { id: `evt-${sequence}`, sequence, due: firstAttempt, attempts: 0 })
    }
    lookAt(at)
    if (dies(step)) {
      for (const { attempt } of inFlight.values()) Object.assign(attempt, { to: at, isLost: true })
      inFlight.clear()
    }
  }
  return { attempts, early, ended, most, left: stored.size }
}

const reactions = fc.record({
  status: fc.constantFrom(200, 204, 301, 404, 429, 500, 503, null),
  retryAfter: fc.constantFrom(null, '30', '7200', 'soon'),
  tookMs: fc.integer({ min: 1, max: answerWithinMs }),
})
const worlds = ({ deaths }: { readonly deaths: boolean }) =>
  fc.record({
    happensAt: fc.array(fc.integer({ min: 0, max: 60_000 }), { maxLength: 40 }),
    react: fc
      .array(reactions, { minLength: 1, maxLength: 97 })
      .map((some) => (id: string, attempt: number) => some[(Number(id.slice(4)) * 13 + attempt * 7) % some.length]!),
    dies: (deaths ? fc.uniqueArray(fc.nat(200), { maxLength: 5 }) : fc.constant<number[]>([])).map(
      (steps) => (step: number) => steps.includes(step),
    ),
    random: fc.double({ min: 0, max: 1, noNaN: true }).map((chance) => () => chance),
  })

describe('carried out, with a receiver that answers anything at any time', () => {
  test('every event is delivered, or given up after ten attempts, and none is left', () => {
    fc.assert(
      fc.property(worlds({ deaths: false }), (world) => {
        const { attempts, ended, left } = simulate(world)
        expect(left).toBe(0)
        const made = Map.groupBy(attempts, ({ id }) => id)
        for (const sequence of world.happensAt.keys()) {
          const id = `evt-${sequence}`
          const count = made.get(id)?.length ?? 0
          expect(count).toBeGreaterThan(0)
          if (ended[id] === 'givenUp') expect(count).toBe(attemptDelaysMs.length)
          else expect([ended[id], count <= attemptDelaysMs.length]).toEqual(['delivered', true])
        }
      }),
    )
  })

  test('nothing is lost where the instance dies, and what was under way is sent once more', () => {
    fc.assert(
      fc.property(worlds({ deaths: true }), (world) => {
        const { attempts, ended, left } = simulate(world)
        expect(left).toBe(0)
        expect(Object.keys(ended)).toHaveLength(world.happensAt.length)
        const finished = Map.groupBy(
          attempts.filter(({ isLost }) => !isLost),
          ({ id }) => id,
        )
        for (const id of Object.keys(ended))
          expect(finished.get(id)!.length).toBeLessThanOrEqual(attemptDelaysMs.length)
      }),
    )
  })

  test('at most five are under way, none twice at once, and none before its time', () => {
    fc.assert(
      fc.property(worlds({ deaths: true }), (world) => {
        const { attempts, early, most } = simulate(world)
        expect(most).toBeLessThanOrEqual(mostAtOnce)
        expect(early).toEqual([])
        for (const own of Map.groupBy(attempts, ({ id }) => id).values())
          for (const [index, { from }] of own.entries()) {
            const { to } = own[index - 1] ?? { to: -Infinity }
            expect(from).toBeGreaterThanOrEqual(to)
          }
      }),
    )
  })

  test('a slow one gets them five by five, in the order of their events', () => {
    const slow = { status: 200, retryAfter: null, tookMs: answerWithinMs }
    const happensAt = Array.from({ length: 23 }, (_, index) => index)
    const { attempts } = simulate({ happensAt, react: () => slow, dies: () => false, random: () => 0.5 })
    expect(attempts.map(({ id }) => id)).toEqual(ids(...happensAt))
    expect(attempts.map(({ from }) => Math.floor((from - now) / answerWithinMs))).toEqual(
      happensAt.map((index) => Math.floor(index / mostAtOnce)),
    )
  })
})
