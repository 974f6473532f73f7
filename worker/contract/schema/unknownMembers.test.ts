import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { createCheckout } from '../checkouts/checkouts.ts'
import { parseKeepingNumbers } from './rawJson.ts'
import { authorizeTransaction, creditTransaction } from '../transactions/transactions.ts'
import { unknownMembers } from './unknownMembers.ts'

const body = (json: string) => parseKeepingNumbers(json)

test('finds nothing where every member is known', () => {
  const json = `{"payment":{"creditCard":{"accountNumber":"4242424242424242","expires":"1230"},"method":"x"},
    "amount":{"value":1,"currency":null},"order":{"id":1,"lines":[{"quantity":2}],"metadata":{"anything":"goes"}}}`
  expect(unknownMembers(authorizeTransaction.body!, body(json))).toEqual([])
})

test('finds members at every depth: through pipes, optional and nullable wrappers, and in items of arrays', () => {
  const json = `{"colour":1,"payment":{"creditCard":{"cvv":"123"}},"amount":{"valeu":1},
    "order":{"lines":[{},{"qty":1}],"billTo":{"zip":"1"}}}`
  expect(unknownMembers(creditTransaction.body!, body(json))).toEqual([
    'colour',
    'payment.creditCard.cvv',
    'amount.valeu',
    'order.lines[1].qty',
    'order.billTo.zip',
  ])
})

test('looks into what a value was chosen by', () => {
  const json = '{"customerDefinedField":{"size":{"lable":"Size"},"plain":"x","number":5}}'
  expect(unknownMembers(createCheckout.body!, body(json))).toEqual(['customerDefinedField.size.lable'])
})

test('members that every object inherits are not known', () => {
  expect(unknownMembers(v.object({ a: v.unknown() }), body('{"constructor":1,"toString":2,"__proto__":3}'))).toEqual([
    'constructor',
    'toString',
    '__proto__',
  ])
})

test('what is below an unknown or free member is not looked at', () => {
  const schema = v.object({ free: v.record(v.string(), v.unknown()), any: v.unknown() })
  expect(unknownMembers(schema, body('{"free":{"x":{"y":1}},"any":{"z":1},"odd":{"w":1}}'))).toEqual(['odd'])
})

test('a number kept by its text is no object', () => {
  expect(unknownMembers(v.object({ amount: v.object({}) }), body('{"amount":5}'))).toEqual([])
})

describe('what is written to the log', () => {
  test('names are masked', () => {
    expect(unknownMembers(v.object({}), body('{"4242424242424242":1}'))).toEqual(['****************'])
  })

  test('names are cut to 40 characters', () => {
    expect(unknownMembers(v.object({}), { ['x'.repeat(500)]: 1 })).toEqual(['x'.repeat(40)])
  })

  test('there are 20 at most', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`x${index}`, 1]))
    expect(unknownMembers(v.object({}), many)).toHaveLength(20)
  })
})
