import { describe, expect, test } from 'vitest'
import { account, authorize, bhd, card, check, credit, jpy, modify, summarize, usd } from './simulator.fixture.ts'

// The documented triggers, copied by hand: an error in the simulator's tables fails a row.

const declines =
  '01 02 03 04 05 06 07 12 13 14 15 19 25 30 34 39 41 43 46 51 54 55 57 58 59 61 62 63 65 75 78 82 91 92 93 94 96'.split(
    ' ',
  )

/** The outcome by the cents of a modification of 10 units and those cents, for cents that do more than decline. */
const special: Readonly<Record<string, string>> = {
  '08': '08',
  '10': '10 for 505',
  '68': 'unknown timeout',
  '90': 'unknown disconnected',
  '95': '00',
  '97': 'unknown disconnected',
  '98': 'unknown timeout',
}

const outcomeOf = (cents: string): string => special[cents] ?? (declines.includes(cents) ? cents : '00')

const everyCents = Array.from({ length: 100 }, (_, cents) => String(cents).padStart(2, '0'))

describe('cents of captures, voids and credits', () => {
  test.each(everyCents)(
    'captures and credits of .%s of the amount-driven cards have the outcome of these cents',
    async (cents) => {
      for (const pan of ['4000003900099983', '4000003900099991'])
        for (const type of ['capture', 'credit'] as const)
          expect([type, pan, summarize(await modify(type, pan, 1000n + BigInt(cents)))]).toEqual([
            type,
            pan,
            outcomeOf(cents),
          ])
    },
  )

  test.each(everyCents)(
    'voids of .%s of the amount-driven cards have the outcome of these cents, and none is partial',
    async (cents) => {
      for (const pan of ['4000003900099983', '4000003900099991']) {
        const outcome = summarize(await modify('void', pan, 1000n + BigInt(cents)))
        expect([pan, outcome]).toEqual([pan, cents === '10' ? '10 for 1010' : outcomeOf(cents)])
      }
    },
  )

  test.each(everyCents)('authorization of .%s with card 4000003900099983 is approved', async (cents) => {
    const amount = usd(1000n + BigInt(cents))
    expect(summarize(await authorize({ instrument: card('4000003900099983'), amount }))).toBe('00')
  })

  test.each(everyCents)('captures, voids and credits of .%s of other cards are approved', async (cents) => {
    for (const pan of ['4242424242424242', '4000000000005126', '4000003900000080'])
      for (const type of ['capture', 'void', 'credit'] as const)
        expect(summarize(await modify(type, pan, 1000n + BigInt(cents)))).toBe('00')
  })

  test.each(everyCents)(
    'a repeat of a capture, void or credit of .%s without a response is approved, and of any other has its outcome',
    async (cents) => {
      for (const type of ['capture', 'void', 'credit'] as const) {
        const [first, second] = [
          summarize(await modify(type, '4000003900099983', 1000n + BigInt(cents))),
          summarize(await modify(type, '4000003900099983', 1000n + BigInt(cents), { attempt: 2 })),
        ]
        expect([type, second]).toEqual([type, first.startsWith('unknown') ? '00' : first])
      }
    },
  )

  test('a lost response is lost in every currency by the two digits after the decimal point', async () => {
    expect(summarize(await modify('capture', '4000003900099983', 0n, { amount: bhd(10_680n) }))).toBe('unknown timeout')
    expect(summarize(await modify('capture', '4000003900099983', 0n, { amount: jpy(1068n) }))).toBe('00')
  })
})

describe('captures, voids and credits', () => {
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
