import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { createCheckout } from '../checkouts/checkouts.ts'
import { parseKeepingNumbers } from './rawJson.ts'
import { authorizeTransaction, creditTransaction } from '../transactions/transactions.ts'
import { findUnknownMembers } from './unknownMembers.ts'

const body = (json: string) => parseKeepingNumbers(json)

test('a body with known members only has no unknown members', () => {
  const json = `{"payment":{"creditCard":{"accountNumber":"4242424242424242","expires":"1230"},"method":"x"},
    "amount":{"value":1,"currency":null},"order":{"id":1,"lines":[{"quantity":2}],"metadata":{"anything":"goes"}}}`
  expect(findUnknownMembers(authorizeTransaction.body!, body(json))).toEqual([])
})

test('unknown members are found at every depth: in pipes, optional and nullable wrappers, and items of arrays', () => {
  const json = `{"colour":1,"payment":{"creditCard":{"cvv":"123"}},"amount":{"valeu":1},
    "order":{"lines":[{},{"qty":1}],"billTo":{"zip":"1"}}}`
  expect(findUnknownMembers(creditTransaction.body!, body(json))).toEqual([
    'colour',
    'payment.creditCard.cvv',
    'amount.valeu',
    'order.lines[1].qty',
    'order.billTo.zip',
  ])
})

test('unknown members are found in the schema that a value selected', () => {
  const json = '{"customerDefinedField":{"size":{"lable":"Size"},"plain":"x","number":5}}'
  expect(findUnknownMembers(createCheckout.body!, body(json))).toEqual(['customerDefinedField.size.lable'])
})

test('names that every object inherits are unknown members', () => {
  expect(
    findUnknownMembers(v.object({ a: v.unknown() }), body('{"constructor":1,"toString":2,"__proto__":3}')),
  ).toEqual(['constructor', 'toString', '__proto__'])
})

test('members below an unknown member or in a record are not reported', () => {
  const schema = v.object({ free: v.record(v.string(), v.unknown()), any: v.unknown() })
  expect(findUnknownMembers(schema, body('{"free":{"x":{"y":1}},"any":{"z":1},"odd":{"w":1}}'))).toEqual(['odd'])
})

test('a number with source text is not an object with members', () => {
  expect(findUnknownMembers(v.object({ amount: v.object({}) }), body('{"amount":5}'))).toEqual([])
})

describe('names of unknown members in the log', () => {
  test('digits in the name of an unknown member are masked', () => {
    expect(findUnknownMembers(v.object({}), body('{"4242424242424242":1}'))).toEqual(['****************'])
  })

  test('the name of an unknown member is cut to 40 characters', () => {
    expect(findUnknownMembers(v.object({}), { ['x'.repeat(500)]: 1 })).toEqual(['x'.repeat(40)])
  })

  test('up to 20 unknown members are reported', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`x${index}`, 1]))
    expect(findUnknownMembers(v.object({}), many)).toHaveLength(20)
  })
})
