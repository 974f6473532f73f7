import { describe, expect, test } from 'vitest'
import { AdaptiveConcurrency, initialConcurrency } from './concurrency.ts'

const minute = 60_000
const status = (code: number | null) => ({ status: code, retryAfter: null })

/** Simulates a receiver that always has the allowed number of deliveries in flight, for some rounds of responses. Returns the limits. */
const simulate = (
  concurrency: AdaptiveConcurrency,
  rounds: number,
  {
    respond = () => 204,
    tookMs = 250,
    max = 50,
    from = 0,
  }: {
    readonly respond?: (place: number) => number | null
    readonly tookMs?: number
    readonly max?: number
    readonly from?: number
  } = {},
): number[] => {
  const limits = []
  for (let round = 0; round < rounds; round++) {
    const startedAt = from + round * tookMs
    const count = concurrency.limit
    for (let place = 1; place <= count; place++)
      concurrency.record(
        {
          response: status(respond(place)),
          startedAt,
          endedAt: startedAt + tookMs,
          concurrent: place,
          isAwaited: true,
        },
        max,
      )
    limits.push(concurrency.limit)
  }
  return limits
}

const respond = (place: number) => (place > 7 ? 429 : 204)

describe('AdaptiveConcurrency', () => {
  test('a receiver begins with five deliveries at once and gets more with each round of responses in time', () => {
    const concurrency = new AdaptiveConcurrency()
    expect(concurrency.limit).toBe(initialConcurrency)
    expect(simulate(concurrency, 3)).toEqual([6, 7, 8])
  })

  test('the limit ends at that of the merchant', () => {
    expect(simulate(new AdaptiveConcurrency(), 60, { max: 12 }).at(-1)).toBe(12)
    expect(simulate(new AdaptiveConcurrency(), 5, { max: 3 }).at(-1)).toBe(3)
    expect(simulate(new AdaptiveConcurrency(), 60).at(-1)).toBe(50)
  })

  test('a limit that no delivery waits for does not grow', () => {
    const concurrency = new AdaptiveConcurrency()
    for (let at = 0; at < 100; at++)
      concurrency.record({ response: status(204), startedAt: at, endedAt: at + 1, concurrent: 1, isAwaited: false }, 50)
    expect(concurrency.limit).toBe(5)
  })

  test('a response after more than five seconds does not raise the limit', () => {
    expect(simulate(new AdaptiveConcurrency(), 10, { tookMs: 5_001 }).at(-1)).toBe(5)
    expect(simulate(new AdaptiveConcurrency(), 1, { tookMs: 5_000 }).at(-1)).toBe(6)
  })

  test.each([500, 404, 302, 429, null])('attempts that fail together with %s halve the limit once', (code) => {
    expect(simulate(new AdaptiveConcurrency(), 4, { respond: () => code })).toEqual([2, 1, 1, 1])
  })

  test('a receiver that responds 429 above seven gets seven at once, and more again after ten minutes', () => {
    const concurrency = new AdaptiveConcurrency()
    simulate(concurrency, 20, { respond })
    const limits = simulate(concurrency, 100, { respond, from: minute })
    expect(new Set(limits)).toEqual(new Set([7]))
    expect(simulate(concurrency, 1, { respond, from: 11 * minute })[0]).toBe(8)
    expect(simulate(concurrency, 30, { respond, from: 12 * minute }).at(-1)).toBe(7)
  })

  test('a receiver that responds 429 to everything gets five at once soon after it responds well', () => {
    const concurrency = new AdaptiveConcurrency()
    expect(simulate(concurrency, 10, { respond: () => 429 }).at(-1)).toBe(1)
    expect(simulate(concurrency, 4, { from: minute })).toEqual([2, 3, 4, 5])
  })

  test('one failure in a hundred leaves most of the limit', () => {
    const concurrency = new AdaptiveConcurrency()
    let responses = 0
    const limits = simulate(concurrency, 400, { respond: () => (++responses % 100 === 0 ? 500 : 204) })
    const mean = limits.slice(100).reduce((sum, limit) => sum + limit, 0) / 300
    expect(mean).toBeGreaterThan(10)
  })
})
