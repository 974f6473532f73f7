import { expect, test } from 'vitest'
import { luhn } from '#contract/card/luhn'
import { authorize, card, check, credit, modify, summarize } from './simulator.fixture.ts'
import { returnRule } from './simulatedReturns.ts'
import { simulator } from './simulator.ts'

const ref = (raw?: string) => ({ processor: 'simulator', account: 'acc', op: '1', root: '1', ...(raw ? { raw } : {}) })

test.each([
  ['credit', 'refundReturned', { event: 'returned', after: { days: 1 } }],
  ['authorize', 'refundReturned', undefined],
  ['capture', 'refundReturned', undefined],
  ['authorize', 'disputed', { event: 'disputed', after: 'settlement' }],
  ['credit', 'disputed', undefined],
  ['authorize', 'return:R01', { event: 'returned', code: 'R01', after: { bankingDays: 2 } }],
  ['void', 'return:R01', undefined],
  ['capture', 'disputed', undefined],
  ['authorize', 'amountDriven', undefined],
  ['authorize', undefined, undefined],
] as const)('%s of a payment marked %s has the consequence %o', (type, raw, consequence) => {
  expect(returnRule(type, ref(raw))).toEqual(consequence)
})

test.each([
  ['4000000000005126', undefined, { event: 'returned', after: { days: 1 } }],
  ['4000000000000259', { event: 'disputed', after: 'settlement' }, undefined],
  ['4242424242424242', undefined, undefined],
])('%s: its payment has the consequence %o, its credit %o', async (pan, ofPayment, ofCredit) => {
  expect(luhn(pan)).toBe(true)
  const paid = await authorize({ instrument: card(pan) })
  const credited = await modify('credit', pan, 1000n)
  expect([summarize(paid), summarize(credited)]).toEqual(['00', '00'])
  expect(returnRule('authorize', paid.ref)).toEqual(ofPayment)
  expect(returnRule('credit', credited.ref)).toEqual(ofCredit)
})

test.each(['01', '02', '03', '04', '13', '16', '28', '29'])('a check on 9990000%s comes back', async (number) => {
  const { ref } = await authorize({ instrument: check(`9990000${number}`) })
  expect(returnRule('authorize', ref)).toEqual({ event: 'returned', code: `R${number}`, after: { bankingDays: 2 } })
})

test('an ordinary check does not come back', async () => {
  const { ref } = await authorize({ instrument: check('000123456789') })
  expect(returnRule('authorize', ref)).toBeUndefined()
})

test('a payout to such a check comes back, a refund to one does not by itself', async () => {
  const back = { event: 'returned', code: 'R02', after: { bankingDays: 2 } }
  const paidOut = await credit(check('999000002'), 1000n)
  expect(summarize(paidOut)).toBe('00')
  expect(returnRule('credit', paidOut.ref)).toEqual(back)
  const { ref: original } = await authorize({ instrument: check('999000002') })
  const refunded = await modify('credit', '4242424242424242', 500n, { original })
  expect(summarize(refunded)).toBe('00')
  expect(returnRule('credit', refunded.ref)).toBeUndefined()
})

test.each([
  // Monday, settled the same evening; then a Friday that is settled over Thanksgiving's weekend.
  ['authorize', 'return:R01', '2026-11-16T10:00Z', '2026-11-16T23:59:59Z', 'returned', 'R01', '2026-11-18T00:00Z'],
  ['authorize', 'return:R29', '2026-11-25T10:00Z', '2026-11-26T04:59:59Z', 'returned', 'R29', '2026-12-01T00:00Z'],
  ['credit', 'refundReturned', '2026-11-16T10:00Z', '2026-11-16T23:59:59Z', 'returned', undefined, '2026-11-17T10:00Z'],
  // Nothing comes back before it has gone out.
  [
    'credit',
    'refundReturned',
    '2026-11-16T10:00Z',
    '2026-11-18T23:59:59Z',
    'returned',
    undefined,
    '2026-11-18T23:59:59Z',
  ],
  ['authorize', 'disputed', '2026-11-16T10:00Z', '2026-11-16T23:59:59Z', 'disputed', undefined, '2026-11-16T23:59:59Z'],
] as const)('%s of a payment marked %s at %s, settled at %s, is %s (%s) at %s', (...row) => {
  const [type, raw, approved, settled, event, code, at] = row
  const times = { approved: Date.parse(approved), settled: Date.parse(settled) }
  const foreseen = simulator().simulateReturn?.(type, ref(raw), times)
  expect(foreseen).toEqual({ event, ...(code ? { code } : {}), at: Date.parse(at) })
})

test('an ordinary payment has no future', () => {
  expect(simulator().simulateReturn?.('authorize', ref(), { approved: 0, settled: 0 })).toBeUndefined()
})
