import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromHex } from '#contract/encoding/bytes'
import { isLuhnValid } from '#contract/card/luhn'
import { createIds } from './ids.ts'

const NOW_MS = Date.UTC(2026, 10, 20, 12)
const ids = createIds({ clock: () => NOW_MS })

/** A random source whose first four bytes are this number. */
const randomOf = (number: number) => (length: number) => {
  const bytes = new Uint8Array(length)
  new DataView(bytes.buffer).setUint32(0, number)
  return bytes
}

test('a short id has 11 letters and digits and is unique', () => {
  const all = Array.from({ length: 1000 }, ids.short)
  expect(new Set(all).size).toBe(1000)
  for (const id of all) expect(id).toMatch(/^[0-9A-Za-z]{11}$/)
})

describe('UUIDs', () => {
  test('a UUID equals the example of RFC 9562, appendix A.6', () => {
    const { uuid } = createIds({
      clock: () => Date.UTC(2022, 1, 22, 19, 22, 22),
      random: () => fromHex('000000000000fcc3d8c4dc0c0c07398f') ?? expect.fail(),
    })
    expect(uuid()).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')
  })

  test('a UUID has version 7, variant 10, lower-case hex and the time', () => {
    const times = fc.integer({ min: 0, max: 2 ** 48 - 1 })
    fc.assert(
      fc.property(times, (nowMs) => {
        const uuid = createIds({ clock: () => nowMs }).uuid()
        expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        expect(Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)).toBe(nowMs)
      }),
    )
  })

  test('UUIDs are unique and sort by time', () => {
    expect(new Set(Array.from({ length: 1000 }, ids.uuid)).size).toBe(1000)
    expect(createIds({ clock: () => NOW_MS + 1 }).uuid() > ids.uuid()).toBe(true)
  })
})

test('a request id has 32 lower-case hex digits', () => {
  expect(ids.requestId()).toMatch(/^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
  expect(ids.requestId()).not.toBe(ids.requestId())
})

describe('transaction ids', () => {
  const epochMs = Date.UTC(2024, 0, 1)
  const lastMs = epochMs + Math.floor((Number.MAX_SAFE_INTEGER - 999) / 1000)

  test('a transaction id contains its millisecond, is exact as a double and fails Luhn', () => {
    const times = fc.integer({ min: epochMs + 1, max: lastMs })
    fc.assert(
      fc.property(times, fc.nat(2 ** 32 - 1), (nowMs, drawn) => {
        const id = createIds({ clock: () => 0, random: randomOf(drawn) }).transactionId(nowMs)
        expect(id).toBe(String(Number(id)))
        expect(Number(id)).toBeLessThan(2 ** 53)
        expect(Math.floor(Number(id) / 1000)).toBe(nowMs - epochMs)
        expect(isLuhnValid(id)).toBe(false)
      }),
      { numRuns: 1000 },
    )
  })

  test('transaction ids of a millisecond cover all 900 numbers that fail Luhn, each once', () => {
    const drawn = Array.from({ length: 900 }, (_, number) =>
      createIds({ clock: () => 0, random: randomOf(number) }).transactionId(NOW_MS),
    )
    const failing = Array.from({ length: 1000 }, (_, number) => String((NOW_MS - epochMs) * 1000 + number)).filter(
      (id) => !isLuhnValid(id),
    )
    expect(drawn.toSorted()).toEqual(failing)
  })

  test('a transaction id has 14 digits in 2026 and 16 in 2309', () => {
    expect(ids.transactionId(NOW_MS)).toHaveLength(14)
    expect(ids.transactionId(lastMs)).toHaveLength(16)
  })

  test.each([epochMs, epochMs - 1, 0, -1, lastMs + 1, Number.NaN, Infinity])(
    'transactionId throws a RangeError at %d ms',
    (nowMs) => {
      expect(() => ids.transactionId(nowMs)).toThrow(RangeError)
    },
  )
})
