import { describe, expect, test } from 'vitest'
import { account, authorize, card, check, credit, modify, summarize } from './simulator.fixture.ts'

// The documented triggers, copied by hand: an error in the simulator's tables fails a row.

describe('captures, voids and credits', () => {
  test.each([
    ['capture', '4242424242424242', 1091n, '00'],
    ['capture', '4000003900099991', 991n, '91'],
    ['capture', '4000003900099991', 905n, '00'],
    ['credit', '4000003900099991', 905n, '05'],
    ['credit', '4000003900099991', 991n, '00'],
    ['credit', '4242424242424242', 905n, '00'],
    ['credit', '4000000000005126', 1000n, '00'],
    ['capture', '4000000000005126', 1000n, '00'],
    ['void', '4000003900099991', 1005n, '00'],
    ['void', '4000003900099991', 1091n, '00'],
    ['void', '4242424242424242', 1000n, '00'],
  ] as const)('%s of a payment with card %s of %d minor units has code %s', async (type, pan, minor, code) => {
    expect(summarize(await modify(type, pan, minor))).toBe(code)
  })

  test('credit that refers to a capture has the outcome of the card', async () => {
    const captured = await modify('capture', '4000003900099991', 1000n)
    expect(summarize(await modify('credit', '4242424242424242', 505n, { original: captured.ref }))).toBe('05')
  })

  test('void after the batch has closed is declined with 25', async () => {
    expect(summarize(await modify('void', '4242424242424242', 1000n, { settled: true }))).toBe('25')
    expect(summarize(await modify('capture', '4242424242424242', 1000n, { settled: true }))).toBe('00')
  })

  test.each([
    [card('4242424242424242'), 1000n, '00'],
    [card('4000000000009987'), 1000n, '41'],
    [card('4000003900099991'), 1005n, '05'],
    [card('4000003900099991'), 1000n, '00'],
    // An unreferenced credit has no partial approval, no authentication, and is no charge to a stored card.
    [card('4000003900000106'), 1000n, '51'],
    [card('4000002500003155'), 1000n, '00'],
    [card('4000000000000341'), 1000n, '00'],
    [check('998000002'), 1000n, 'R02'],
    [check('999000002'), 1000n, '00'],
    [check('000123456789'), 500_001n, 'G06'],
    [{ kind: 'cash' } as const, 1000n, '00'],
  ])('unreferenced credit to %o of %d minor units has code %s', async (instrument, minor, code) => {
    expect(summarize(await credit(instrument, minor))).toBe(code)
  })

  test('check and cash payments can be credited and voided', async () => {
    for (const instrument of [check('000123456789'), { kind: 'cash' } as const]) {
      const { ref: original } = await authorize({ instrument, capture: 'now' })
      expect(summarize(await modify('credit', '4242424242424242', 400n, { original }))).toBe('00')
      expect(summarize(await modify('void', '4242424242424242', 1000n, { original }))).toBe('00')
      expect(summarize(await modify('void', '4242424242424242', 1000n, { original, settled: true }))).toBe('25')
    }
  })

  test.each(['capture', 'void', 'credit'] as const)('%s in live mode is declined with G08', async (type) => {
    const live = { ...account, mode: 'live' } as const
    expect(summarize(await modify(type, '4242424242424242', 1000n, { account: live }))).toBe('G08')
  })
})
