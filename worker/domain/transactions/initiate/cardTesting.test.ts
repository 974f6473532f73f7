import { describe, expect, test } from 'vitest'
import type { Common, EarlierPayment } from '../../../store/transactions/velocity.ts'
import { toVelocitySample, checkVelocity } from './cardTesting.ts'
import { declinedByGateway, unknownOutcome, toVerdict } from '../verdict.ts'

const now = Date.UTC(2026, 10, 20, 12)
const minutes = (count: number): number => now - count * 60_000

/** Earlier payments with one thing in common, newest first: + approved, - declined, ? not approvedBefore; each by a card of its own. */
const past = (
  common: Common,
  results: string,
  { card, created }: Partial<Pick<EarlierPayment, 'card' | 'created'>> = {},
): EarlierPayment[] =>
  [...results].map((result, index) => ({
    common,
    card: card ?? (common === 'card' ? 'mine' : `${common} ${index}`),
    approved: result === '?' ? null : result === '+',
    created: created ?? minutes(1 + index),
  }))
const ruleOf = (...earlier: EarlierPayment[][]) => checkVelocity('mine', earlier.flat(), now).rule

const attack = past('browser', '-'.repeat(10))

describe('a payment from a browser', () => {
  test.each<[string, string | null, EarlierPayment[]]>([
    ['the first of all', null, []],
    ['the fifth try of a card', null, past('card', '----')],
    ['the sixth try of a card', 'card_testing_card', past('card', '-----')],
    ['the sixth try of a card, one of them on its way', 'card_testing_card', past('card', '?----')],
    ['a card that was tried five times an hour ago', null, past('card', '-----', { created: minutes(60) })],
    ['the third card of an address, after two declined', null, past('address', '--')],
    ['the fourth card of an address, after three declined', 'card_testing_address', past('address', '---')],
    ['a card after three declined an hour ago', null, past('address', '---', { created: minutes(60) })],
    ['a card after three declined and one approved', 'card_testing_address', past('address', '-+--')],
    ['a card after three declined and two approved', null, past('address', '-+-+-')],
    ['a card after three that nobody knows of', null, past('address', '???')],
    ['a card after another that was declined three times', null, past('address', '---', { card: 'other' })],
    ['a card after itself, declined at the address', null, past('address', '---', { card: 'mine' })],
    [
      'a card after three, two of them right at the second try',
      null,
      [...past('address', '---'), ...past('address', '++')],
    ],
    ['a card of a range of which three were declined', null, past('range', '---')],
    ['a card of a range of which four were declined', 'card_testing_range', past('range', '----')],
    ['a card of a range of which one of three was approved', null, past('range', '----++')],
    ['a card of a range of which two were declined', null, past('range', '--')],
    ['the same under attack', 'card_testing_range', [...past('range', '--'), ...attack]],
    ['under attack, one approved beside', null, [...past('range', '--+'), ...attack]],
    ['under attack, another range', null, [...past('range', '-'), ...attack]],
    [
      'an attack that is an hour old',
      null,
      [...past('range', '--'), ...past('browser', '-'.repeat(10), { created: minutes(60) })],
    ],
    ['nine declined are no attack', null, [...past('range', '--'), ...past('browser', '-'.repeat(9))]],
    ['nor is ten of twenty-six', null, [...past('range', '--'), ...past('browser', '-'.repeat(10) + '+'.repeat(16))]],
    [
      'but ten of twenty-five',
      'card_testing_range',
      [...past('range', '--'), ...past('browser', '-'.repeat(10) + '+'.repeat(15))],
    ],
  ])('%s: %s', (_what, rule, earlier) => {
    expect(ruleOf(earlier)).toBe(rule)
  })

  test('by a card that was approved here at any time passes every rule', () => {
    const everything = [...past('card', '----'), ...past('address', '---'), ...past('range', '----'), ...attack]
    expect(checkVelocity('mine', everything, now)).toEqual({ rule: 'card_testing_address', approvedBefore: false })
    const paid = past('card', '+', { created: minutes(60 * 24 * 365) })
    expect(checkVelocity('mine', [...everything, ...paid], now)).toEqual({ rule: null, approvedBefore: true })
  })
})

describe('the velocity sample of a payment', () => {
  const ref = { processor: 'p', op: '1', account: 'a', root: '1' }
  const money = { minor: 1000n, currency: 840, exponent: 2 } as const
  const approved = toVerdict({ result: 'approved', ref, approved: money, code: '00' })
  const declined = (code: string) => toVerdict({ result: 'declined', ref, code })
  test.each([
    ['an approval', approved, true, false, 'full'],
    ['a decline', declined('05'), true, false, 'full'],
    ['an approval of a card that was approved before', approved, true, true, 'browsers'],
    ['a decline for card testing', declinedByGateway('G06'), false, false, 'browsers'],
    ['a decline by the issuer’s own velocity rule', declined('G06'), true, false, 'full'],
    ['a duplicate', declinedByGateway('G01'), false, false, 'none'],
    ['a decline of an expired card by the gateway', declinedByGateway('54'), false, false, 'none'],
    ['a decline because the issuer is unavailable', declined('91'), true, false, 'none'],
    ['a decline because the processor fails', declined('96'), true, false, 'none'],
    ['an unknown outcome', unknownOutcome, true, false, 'none'],
    ['a request that was never sent', toVerdict({ result: 'notSent', ref, reason: 'aborted' }), true, false, 'none'],
  ] as const)('%s belongs to its counts', (_what, verdict, wasSent, approvedBefore, sample) => {
    expect(toVelocitySample(verdict, wasSent, approvedBefore)).toBe(sample)
  })

  test.each(['03', '06', '12', '13', '19', '30', '58', '91', '94', '96'])(
    'a decline by the technical code %s belongs to no count',
    (code) => {
      expect(toVelocitySample(declined(code), true, false)).toBe('none')
      expect(toVelocitySample(declined(code), true, true)).toBe('none')
    },
  )
})
