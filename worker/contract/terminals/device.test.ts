import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { deviceLimits, fromDevice, loginText, readerPattern, shownCode } from './device.ts'

const takes = (message: object): boolean => v.safeParse(fromDevice, message).success
const session = '91241557983548'

test('what a reader proves its key with is three lines, and no more', () => {
  expect(loginText('00-01a200ba', 'AAEC')).toBe('sluice.device.v1\n00-01a200ba\nAAEC')
})

test.each([
  ['62usqx', '62USQX'],
  ['62USQX', '62USQX'],
  ['62USQ', null],
  ['62USQXX', null],
  // Nobody can have read these from a screen.
  ['62USQ0', null],
  ['62USQO', null],
  ['62USQ1', null],
  ['62USQZ', null],
  ['62 SQX', null],
])('%s was shown as %s', (typed, shown) => {
  expect(shownCode(typed)).toBe(shown)
})

test.each([
  ['00-01a200ba-0575-7dfa-900b-f9fde9760ef7', true],
  ['0k-01a200ba-0575-7dfa-900b-f9fde9760ef7', true],
  ['01a200ba-0575-7dfa-900b-f9fde9760ef7', false],
  ['0K-01a200ba-0575-7dfa-900b-f9fde9760ef7', false],
  ['00-01A200BA-0575-7DFA-900B-F9FDE9760EF7', false],
  ['00-01a200ba-0575-7dfa-900b-f9fde9760ef7/', false],
])('whether %s may be a reader: %s', (name, may) => {
  expect(readerPattern.test(name)).toBe(may)
})

describe('what a reader says', () => {
  test('is taken with members that are not known, which newer readers may have', () => {
    expect(takes({ type: 'received', session, battery: 0.8 })).toBe(true)
  })

  test('is refused where its type is not known', () => {
    expect(takes({ type: 'sleep', session })).toBe(false)
  })

  test.each([
    { session: '1'.repeat(19), card: 'x'.repeat(8192) },
    { tipAmount: null, signature: null, amountConfirmed: false },
    { tipAmount: '2' },
    { tipAmount: '999999999.999' },
    { signature: 'A'.repeat(43_692) },
  ])('of a card may be %j', (members) => {
    expect(takes({ type: 'card', session, card: 'x', ...members })).toBe(true)
  })

  test.each([
    { session: '1'.repeat(20) },
    { session: 91241557983548 },
    { card: '' },
    { card: 'x'.repeat(8193) },
    { tipAmount: 2 },
    { tipAmount: '-2' },
    { tipAmount: '2.' },
    { amountConfirmed: null },
  ])('of a card may not be %j', (members) => {
    expect(takes({ type: 'card', session, card: 'x', ...members })).toBe(false)
  })

  test('fits into one message, at its longest', () => {
    const longest = { type: 'card', session: '1'.repeat(19), card: 'x'.repeat(8192), signature: 'A'.repeat(43_692) }
    expect(JSON.stringify({ ...longest, tipAmount: '999999999.999', amountConfirmed: true }).length).toBeLessThan(
      deviceLimits.messageBytes,
    )
  })
})
