import { expect, test } from 'vitest'
import { updateCustomerSubscription } from './subscriptions.ts'
import { errorsIn, json } from '../requestBodies.fixtures.ts'

const faults = (body: object) => errorsIn(updateCustomerSubscription, json(body))

test.each([
  ['a new price', { amount: { total: 10 } }],
  ['parts of a price', { amount: { subtotal: 9, tax: 1 } }],
  ['a price and parts that agree', { amount: { total: 10.3, subtotal: 10.1, tax: 0.1, surcharge: 0.1 } }],
  ['a total of 0, which pauses', { amount: { total: 0 } }],
  ['an explicit pause', { status: 'paused', resumesAt: '2026-12-01' }],
  ['an explicit resume', { status: 'active' }],
])('a subscription update with %s is valid', (_name, body) => {
  expect(faults(body)).toEqual([])
})

test.each([
  ['an empty body', {}, { type: 'required', field: 'amount' }],
  ['only null members', { amount: null, status: null }, { type: 'required', field: 'amount' }],
  ['an empty price', { amount: {} }, { type: 'required', field: 'amount.total' }],
  ['a negative total', { amount: { total: -1 } }, { type: 'out_of_range', field: 'amount.total' }],
  ['three decimals', { amount: { total: 1.001 } }, { type: 'amount_precision_invalid', field: 'amount.total' }],
  ['the status canceled', { status: 'canceled' }, { type: 'enum_invalid', field: 'status' }],
])('a subscription update with %s is rejected: %o', (_name, body, expected) => {
  expect(faults(body)).toMatchObject([expected])
})
