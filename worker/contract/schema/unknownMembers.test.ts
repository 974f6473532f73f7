import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { createCheckout } from '../checkouts/checkouts.ts'
import { object, openObject, strictObject } from './objects.ts'
import { parseKeepingNumbers } from './rawJson.ts'
import { defaultPolicies, parseBody } from './requestBody.ts'
import { authorizeTransaction, creditTransaction } from '../transactions/transactions.ts'
import { findUnknownMembers } from './unknownMembers.ts'

const body = (json: string) => parseKeepingNumbers(json)

const pathsIn = (schema: v.GenericSchema, input: unknown) => findUnknownMembers(schema, input).map(({ path }) => path)

test('a body with known members only has no unknown members', () => {
  const json = `{"payment":{"creditCard":{"accountNumber":"4242424242424242","expires":"1230"},"method":"x"},
    "amount":{"value":1,"currency":null},"order":{"id":1,"lines":[{"quantity":2}],"metadata":{"anything":"goes"}}}`
  expect(pathsIn(authorizeTransaction.body!, body(json))).toEqual([])
})

test('unknown members are found at every depth, in pipes, wrappers and items of arrays, ordered by path', () => {
  const json = `{"colour":1,"payment":{"creditCard":{"cvv":"123"}},"amount":{"valeu":1},
    "order":{"lines":[{},{"qty":1}],"billTo":{"zip":"1"}}}`
  expect(pathsIn(creditTransaction.body!, body(json))).toEqual([
    'amount.valeu',
    'colour',
    'order.billTo.zip',
    'order.lines[1].qty',
    'payment.creditCard.cvv',
  ])
})

test('unknown members are found in the schema that a value selected', () => {
  const json = '{"customerDefinedField":{"size":{"lable":"Size"},"plain":"x","number":5}}'
  expect(pathsIn(createCheckout.body!, body(json))).toEqual(['customerDefinedField.size.lable'])
})

test('names that every object inherits are unknown members', () => {
  expect(pathsIn(object({ a: v.unknown() }), body('{"constructor":1,"toString":2,"__proto__":3}'))).toEqual([
    '__proto__',
    'constructor',
    'toString',
  ])
})

test('members below an unknown member or in a record are not reported', () => {
  const schema = object({ free: v.record(v.string(), v.unknown()), any: v.unknown() })
  expect(pathsIn(schema, body('{"free":{"x":{"y":1}},"any":{"z":1},"odd":{"w":1}}'))).toEqual(['odd'])
})

test('a number with source text is not an object with members', () => {
  expect(pathsIn(object({ amount: object({}) }), body('{"amount":5}'))).toEqual([])
})

test('members of an open object and below it are never unknown', () => {
  const schema = object({ envelope: openObject({ signature: v.string() }) })
  expect(pathsIn(schema, body('{"envelope":{"signatur":"x","header":{"kid":"1"}},"envelop":{}}'))).toEqual(['envelop'])
})

describe('policy for unknown members', () => {
  const input = body('{"colour":1,"size":{"heigth":2}}')
  const members = { size: object({ height: v.optional(v.unknown()) }), color: v.optional(v.string()) }

  test('policy refuse returns an error for each unknown member, with the nearest name', () => {
    expect(parseBody(object(members), input, defaultPolicies)).toEqual({
      valid: false,
      errors: [
        { type: 'unknown_member', field: 'colour', details: { nearest: 'color' } },
        { type: 'unknown_member', field: 'size.heigth', details: { nearest: 'height' } },
      ],
      ignored: [],
      cardNumbers: [],
    })
  })

  test('policy ignore accepts the body without its unknown members, and names them', () => {
    expect(parseBody(object(members), input, { ...defaultPolicies, unknownMembers: 'ignore' })).toEqual({
      valid: true,
      output: { size: {} },
      ignored: ['colour', 'size.heigth'],
      cardNumbers: [],
    })
  })

  test('policy ignore refuses the unknown members of a strict object', () => {
    expect(parseBody(strictObject(members), input, { ...defaultPolicies, unknownMembers: 'ignore' })).toMatchObject({
      valid: false,
      errors: [{ type: 'unknown_member', field: 'colour' }],
    })
  })
})

/** With names of letters, since digits are masked. */
const manyMembers = Object.fromEntries(
  Array.from({ length: 1000 }, (_, at) => [[...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join(''), 1]),
)

describe('paths of unknown members', () => {
  test('digits in the name of an unknown member are masked', () => {
    expect(pathsIn(object({}), body('{"4242424242424242":1}'))).toEqual(['****************'])
  })

  test('the name of an unknown member is cut to 40 characters', () => {
    expect(pathsIn(object({}), { ['x'.repeat(500)]: 1 })).toEqual(['x'.repeat(40)])
  })

  test('the name of an unknown member is not cut in the middle of a surrogate pair', () => {
    expect(pathsIn(object({}), { [`${'x'.repeat(39)}🧾`]: 1 })).toEqual(['x'.repeat(39)])
    expect(pathsIn(object({}), { [`${'x'.repeat(38)}🧾y`]: 1 })).toEqual([`${'x'.repeat(38)}🧾`])
  })

  test('up to 20 unknown members are reported, whatever the policy', () => {
    const refused = parseBody(object({}), manyMembers, defaultPolicies)
    expect(refused.valid ? [] : refused.errors).toHaveLength(20)
    const { ignored } = parseBody(object({}), manyMembers, { ...defaultPolicies, unknownMembers: 'ignore' })
    expect([ignored.length, ignored[0], ignored.at(-1)]).toEqual([21, 'a', '...'])
  })

  test('names that are masked alike are reported once', () => {
    const input = { '4242424242424242': 1, '4111111111111111': 1 }
    expect(parseBody(object({}), input, { ...defaultPolicies, unknownMembers: 'ignore' }).ignored).toEqual([
      '****************',
    ])
  })
})
