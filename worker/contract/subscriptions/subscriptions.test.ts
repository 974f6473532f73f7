import { expect, test } from 'vitest'
import { updateCustomerSubscription } from './subscriptions.ts'
import { faultsIn, json } from '../requestBodies.fixtures.ts'

const faults = (body: object) => faultsIn(updateCustomerSubscription, json(body))

test.each([
  ['a new price', { amount: { total: 10 } }],
  ['a price in parts', { amount: { subtotal: 9, tax: 1 } }],
  ['a price and parts that agree', { amount: { total: 10.3, subtotal: 10.1, tax: 0.1, surcharge: 0.1 } }],
  ['a total of 0, which pauses', { amount: { total: 0 } }],
  ['a pause in words', { status: 'paused', resumesAt: '2026-12-01' }],
  ['an end of the pause', { status: 'active' }],
])('takes %s', (_name, body) => {
  expect(faults(body)).toEqual([])
})

test.each([
  ['nothing', {}, { type: 'required', field: 'amount' }],
  ['null', { amount: null, status: null }, { type: 'required', field: 'amount' }],
  ['an empty price', { amount: {} }, { type: 'required', field: 'amount.total' }],
  [
    'parts that do not agree',
    { amount: { total: 10, subtotal: 10, tax: 1, surcharge: 0 } },
    { type: 'amount_mismatch', field: 'amount.total', details: { computed: 11 } },
  ],
  ['less than nothing', { amount: { total: -1 } }, { type: 'out_of_range', field: 'amount.total' }],
  ['three decimals', { amount: { total: 1.001 } }, { type: 'amount_precision_invalid', field: 'amount.total' }],
  ['another status', { status: 'canceled' }, { type: 'enum_invalid', field: 'status' }],
])('refuses %s', (_name, body, expected) => {
  expect(faults(body)).toMatchObject([expected])
})
