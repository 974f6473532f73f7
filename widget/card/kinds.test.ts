import { describe, expect, it } from 'vitest'
import { FIELDS } from './kinds.ts'

const around = { network: 'visa', nowMs: Date.parse('2030-06-15T00:00:00Z') } as const
const check = (name: keyof typeof FIELDS, value: string, network: 'visa' | 'amex' | 'unknown' = 'visa') =>
  FIELDS[name].check(value, { ...around, network })

describe('a card number', () => {
  it.each([
    '4242 4242 4242 4242',
    '4222 2222 2222 2',
    '4444 3333 2222 1111 455',
    '3782 822463 10005',
    '3056 9300 0902 0004',
    '6200 0000 0000 0005',
  ])('is right: %s', (value) => {
    expect(check('number', value)).toBeNull()
  })

  it.each([
    ['', 'missing'],
    ['4242', 'wrong'],
    ['4242 4242 4242 4241', 'wrong'],
    // Its digits check out, but no Mastercard has thirteen.
    ['5100000000008', 'wrong'],
  ])('is not right: %j is %s', (value, problem) => {
    expect(check('number', value)).toBe(problem)
  })
})

it.each([
  ['06 / 30', null],
  ['05 / 30', 'past'],
  ['12 / 29', 'past'],
  ['20 / 30', 'wrong'],
  ['12 /', 'wrong'],
  ['', 'missing'],
])('says of the expiry %j: %s', (value, problem) => {
  expect(check('expiry', value)).toBe(problem)
})

it.each([
  ['visa', '123', null],
  ['visa', '1234', 'wrong'],
  ['visa', '12', 'wrong'],
  ['amex', '123', 'wrong'],
  ['amex', '1234', null],
  ['unknown', '123', null],
  ['unknown', '1234', null],
  ['visa', '', 'missing'],
] as const)('says of the %s code %j: %s', (network, value, problem) => {
  expect(check('code', value, network)).toBe(problem)
})

it.each([
  ['José Álvarez', null],
  ['李', null],
  ['  ', 'missing'],
  ['4242 4242 4242 4242', 'wrong'],
])('says of the name %j: %s', (value, problem) => {
  expect(check('name', value)).toBe(problem)
})

it('never insists on a postal code', () => {
  expect(FIELDS.postalCode.required).toBe(false)
  expect(check('postalCode', '')).toBeNull()
  expect(check('postalCode', 'SW1A 1AA')).toBeNull()
  expect(check('postalCode', '<b>')).toBe('wrong')
})

it('sends what the API takes', () => {
  expect(FIELDS.number.wire('4242 4242 4242 4242')).toBe('4242424242424242')
  expect(FIELDS.expiry.wire('12 / 30')).toBe('1230')
  expect(FIELDS.name.wire(' José ')).toBe('José')
})
