import { expect, test } from 'vitest'
import { luhn } from '#contract/card/luhn'
import { authorize, card, check, followUp, short } from './ask.ts'
import { consequenceOf } from './marks.ts'

const ref = (raw?: string) => ({ processor: 'simulator', account: 'acc', op: '1', root: '1', ...(raw ? { raw } : {}) })

test.each([
  ['credit', 'refundReturned', { event: 'returned', after: { days: 1 } }],
  ['authorize', 'refundReturned', undefined],
  ['capture', 'refundReturned', undefined],
  ['authorize', 'disputed', { event: 'disputed', after: 'settlement' }],
  ['credit', 'disputed', undefined],
  ['authorize', 'return:R01', { event: 'returned', code: 'R01', after: { bankingDays: 2 } }],
  ['void', 'return:R01', undefined],
  ['authorize', 'amountDriven', undefined],
  ['authorize', undefined, undefined],
] as const)('%s of a payment marked %s has the consequence %o', (type, raw, consequence) => {
  expect(consequenceOf(type, ref(raw))).toEqual(consequence)
})

test.each([
  ['4000000000005126', undefined, { event: 'returned', after: { days: 1 } }],
  ['4000000000000259', { event: 'disputed', after: 'settlement' }, undefined],
  ['4242424242424242', undefined, undefined],
])('%s: its payment has the consequence %o, its credit %o', async (pan, ofPayment, ofCredit) => {
  expect(luhn(pan)).toBe(true)
  const paid = await authorize({ instrument: card(pan) })
  const credited = await followUp('credit', pan, 1000n)
  expect([short(paid), short(credited)]).toEqual(['00', '00'])
  expect(consequenceOf('authorize', paid.ref)).toEqual(ofPayment)
  expect(consequenceOf('credit', credited.ref)).toEqual(ofCredit)
})

test.each(['01', '02', '03', '04', '13', '16', '28', '29'])('a check on 9990000%s comes back', async (number) => {
  const { ref } = await authorize({ instrument: check(`9990000${number}`) })
  expect(consequenceOf('authorize', ref)).toEqual({ event: 'returned', code: `R${number}`, after: { bankingDays: 2 } })
})

test('an ordinary check does not come back', async () => {
  const { ref } = await authorize({ instrument: check('000123456789') })
  expect(consequenceOf('authorize', ref)).toBeUndefined()
})
