import { describe, expect, test, vi } from 'vitest'
import type { SharedAttribute, EarlierPayment } from '../../../store/transactions/velocity.ts'
import { checkVelocity, settleVelocity, toVelocitySample } from './cardTesting.ts'
import { declinedByGateway, unknownOutcome, toVerdict } from '../verdict.ts'

const now = Date.UTC(2026, 10, 20, 12)
const minutes = (count: number): number => now - count * 60_000

/** Earlier payments with one thing in common, newest first, each with its own card: + approved, - declined, c declined for its security code, ? unknown, > awaited. */
const past = (
  common: SharedAttribute,
  results: string,
  { card, created, sameRange }: Partial<Pick<EarlierPayment, 'card' | 'created' | 'sameRange'>> = {},
): EarlierPayment[] =>
  [...results].map((result, index) => ({
    common,
    card: card ?? (common === 'card' ? 'mine' : `${common} ${index}`),
    sameRange: sameRange ?? (common === 'range' || common === 'card'),
    approved: result === '+' ? true : '-c'.includes(result) ? false : null,
    inFlight: result === '>',
    wrongCode: result === 'c',
    created: created ?? minutes(1 + index),
  }))
/** Payments from one address with different cards of the paying card's range. */
const ofRange = (results: string) => past('address', results, { sameRange: true })
const ruleOf = (...earlier: EarlierPayment[][]) => checkVelocity('mine', earlier.flat(), now).rule

const attack = past('browser', '-'.repeat(10))

describe('card testing rules', () => {
  test.each<[string, string | null, EarlierPayment[]]>([
    ['the first payment', null, []],
    ['the fifth attempt with a card', null, past('card', '----')],
    ['the sixth attempt with a card', 'card_testing_card', past('card', '-----')],
    ['the sixth attempt with a card, one of them pending', 'card_testing_card', past('card', '?----')],
    ['a card with five attempts an hour ago', null, past('card', '-----', { created: minutes(60) })],
    ['the third card of an address after two declined ones', null, past('address', '--')],
    ['the fourth card of an address after three declined ones', 'card_testing_address', past('address', '---')],
    [
      'a card of an address with three declined cards an hour ago',
      null,
      past('address', '---', { created: minutes(60) }),
    ],
    ['a card of an address with three declined and one approved', 'card_testing_address', past('address', '-+--')],
    ['a card of an address with three declined and two approved', null, past('address', '-+-+-')],
    ['a card of an address with three pending payments', null, past('address', '???')],
    ['a card of an address with one card declined three times', null, past('address', '---', { card: 'other' })],
    ['a card of an address with only its own declines', null, past('address', '---', { card: 'mine' })],
    [
      'a card of an address with three declined cards, two approved on retry',
      null,
      [...past('address', '---'), ...past('address', '++')],
    ],
    ['the tenth card of a range at an address', null, ofRange('+'.repeat(9))],
    ['the eleventh card of a range at an address', 'card_testing_address', ofRange('+'.repeat(10))],
    [
      'the eleventh card of a range at an address within two hours',
      null,
      [...ofRange('+'.repeat(9)), ...past('address', '+', { card: 'old', created: minutes(60) })],
    ],
    [
      'under attack, a card of a range with two declined three hours ago',
      'card_testing_range',
      [...past('range', '--', { created: minutes(180) }), ...attack],
    ],
    [
      'under attack, a card of a range with two declined a day ago',
      null,
      [...past('range', '--', { created: minutes(60 * 24) }), ...attack],
    ],
    ['a card of a range with three declined', null, past('range', '---')],
    ['a card of a range with four declined', 'card_testing_range', past('range', '----')],
    ['a card of a range with four declined and two approved', null, past('range', '----++')],
    ['a card of a range with two declined', null, past('range', '--')],
    ['under attack, a card of a range with two declined', 'card_testing_range', [...past('range', '--'), ...attack]],
    ['under attack, a card of a range with two declined and one approved', null, [...past('range', '--+'), ...attack]],
    ['under attack, a card of a range with one declined', null, [...past('range', '-'), ...attack]],
    [
      'a card of a range with two declined, after an attack an hour ago',
      null,
      [...past('range', '--'), ...past('browser', '-'.repeat(10), { created: minutes(60) })],
    ],
    [
      'a card of a range with two declined, after nine browser declines',
      null,
      [...past('range', '--'), ...past('browser', '-'.repeat(9))],
    ],
    [
      'a card of a range with two declined, after 10 declines of 26 browser payments',
      null,
      [...past('range', '--'), ...past('browser', '-'.repeat(10) + '+'.repeat(16))],
    ],
    [
      'a card of a range with two declined, after 10 declines of 25 browser payments',
      'card_testing_range',
      [...past('range', '--'), ...past('browser', '-'.repeat(10) + '+'.repeat(15))],
    ],
  ])('card testing rule for %s: %s', (_what, rule, earlier) => {
    expect(ruleOf(earlier)).toBe(rule)
  })

  test('a card that was ever approved here passes every card testing rule', () => {
    const everything = [...past('card', '----'), ...past('address', '---'), ...past('range', '----'), ...attack]
    expect(checkVelocity('mine', everything, now)).toMatchObject({
      rule: 'card_testing_address',
      approvedBefore: false,
    })
    const paid = past('card', '+', { created: minutes(60 * 24 * 365) })
    expect(checkVelocity('mine', [...everything, ...paid], now)).toMatchObject({ rule: null, approvedBefore: true })
  })
})

describe('security codes of a card that was approved here before', () => {
  const longAgo = past('card', '+', { created: minutes(60 * 24 * 365) })

  test.each<[string, { rule: string | null; isUncertain: boolean }, EarlierPayment[]]>([
    ['after four wrong codes', { rule: null, isUncertain: false }, past('card', 'cccc')],
    ['after five wrong codes', { rule: 'card_testing_card', isUncertain: false }, past('card', 'ccccc')],
    ['after five other declines', { rule: null, isUncertain: false }, past('card', '-----')],
    [
      'after five wrong codes an hour ago',
      { rule: null, isUncertain: false },
      past('card', 'ccccc', { created: minutes(60) }),
    ],
    ['after five wrong codes, then an approval', { rule: null, isUncertain: false }, past('card', '+ccccc')],
    [
      'after four wrong codes and an awaited outcome',
      { rule: 'card_testing_card', isUncertain: true },
      past('card', '>cccc'),
    ],
  ])('card testing rule %s: %j', (_what, expected, earlier) => {
    expect(checkVelocity('mine', [...earlier, ...longAgo], now)).toEqual({ ...expected, approvedBefore: true })
  })
})

/** Settles a payment, with what each look at its earlier payments returns. */
const settle = async (first: EarlierPayment[], ...later: EarlierPayment[][]) => {
  vi.useFakeTimers()
  try {
    const looks: number[] = []
    const findEarlier = (id: number) => Promise.resolve(later[looks.push(id) - 1] ?? first)
    const settling = settleVelocity(
      { id: 7, card: 'mine', earlier: first },
      { clock: { now: () => now }, transactions: { findEarlier } },
    )
    await vi.runAllTimersAsync()
    return { ...(await settling), looks: looks.length }
  } finally {
    vi.useRealTimers()
  }
}

describe('payments whose outcome is awaited', () => {
  test.each<[string, EarlierPayment[], { rule: string | null; isUncertain: boolean }]>([
    ['two others of the address', past('address', '>>'), { rule: null, isUncertain: false }],
    ['three others of the address', past('address', '>>>'), { rule: 'card_testing_address', isUncertain: true }],
    ['one other beside two declined', past('address', '>--'), { rule: 'card_testing_address', isUncertain: true }],
    ['three others beside two approved', past('address', '>>>++'), { rule: null, isUncertain: false }],
    ['one other beside three declined', past('address', '>---'), { rule: 'card_testing_address', isUncertain: false }],
    ['four others of the range', past('range', '>>>>'), { rule: 'card_testing_range', isUncertain: true }],
    [
      'four others of the range an hour ago',
      past('range', '>>>>', { created: minutes(60) }),
      { rule: null, isUncertain: false },
    ],
    [
      'two others of the range while ten browsers wait',
      [...past('range', '>>'), ...past('browser', '>'.repeat(10))],
      { rule: 'card_testing_range', isUncertain: true },
    ],
  ])('a payment after %s is as certain as their outcomes', (_what, earlier, expected) => {
    expect(checkVelocity('mine', earlier, now)).toMatchObject(expected)
  })

  test('a payment without awaited outcomes is checked at once', async () => {
    expect(await settle(past('address', '--'))).toEqual({ rule: null, approvedBefore: false, looks: 0 })
  })

  test('a payment waits until the outcomes that decide are known', async () => {
    const waiting = past('address', '>>>')
    expect(await settle(waiting, waiting, past('address', '+>>'))).toEqual({
      rule: null,
      approvedBefore: false,
      looks: 2,
    })
    expect(await settle(waiting, past('address', '---'))).toMatchObject({ rule: 'card_testing_address', looks: 1 })
  })

  test('outcomes that are not known after ten seconds count as declines', async () => {
    expect(await settle(past('address', '>>>'))).toMatchObject({ rule: 'card_testing_address', looks: 8 })
  })
})

describe('velocity samples', () => {
  const ref = { op: '1', account: 'a', root: '1' }
  const money = { minor: 1000n, currency: 840, exponent: 2 } as const
  const approved = toVerdict({ result: 'approved', ref, approved: money, code: '00' })
  const declined = (code: string) => toVerdict({ result: 'declined', ref, code })
  test.each([
    ['an approval', 'full', approved, true, false],
    ['a decline', 'full', declined('05'), true, false],
    ['an approval of a card that was approved before', 'knownCard', approved, true, true],
    ['a decline of a card that was approved before', 'knownCard', declined('05'), true, true],
    ['a wrong security code of a card that was approved before', 'full', declined('82'), true, true],
    ['a code that the account rejects for a card that was approved before', 'full', declined('G05'), true, true],
    ['a decline for card testing', 'browsers', declinedByGateway('G06'), false, false],
    ['a decline by the issuer’s own velocity rule', 'full', declined('G06'), true, false],
    ['a duplicate', 'none', declinedByGateway('G01'), false, false],
    ['a decline of an expired card by the gateway', 'none', declinedByGateway('54'), false, false],
    ['a decline because the issuer is unavailable', 'none', declined('91'), true, false],
    ['a decline because the processor fails', 'none', declined('96'), true, false],
    ['an unknown outcome', 'none', unknownOutcome, true, false],
    ['a request that was never sent', 'none', toVerdict({ result: 'notSent', ref, reason: 'aborted' }), true, false],
  ] as const)('the velocity sample of %s is %s', (_what, sample, verdict, wasSent, approvedBefore) => {
    expect(toVelocitySample(verdict, wasSent, approvedBefore)).toBe(sample)
  })

  test.each(['03', '06', '12', '13', '19', '30', '58', '91', '94', '96'])(
    'a decline with the technical code %s is not counted by velocity rules',
    (code) => {
      expect(toVelocitySample(declined(code), true, false)).toBe('none')
      expect(toVelocitySample(declined(code), true, true)).toBe('none')
    },
  )
})
