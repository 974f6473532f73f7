import { describe, expect, it } from 'vitest'
import { CARD_FIELDS } from './fieldKinds.ts'

const around = { network: 'visa', nowMs: Date.parse('2030-06-15T00:00:00Z') } as const
const check = (name: keyof typeof CARD_FIELDS, value: string, network: 'visa' | 'amex' | 'unknown' = 'visa') =>
  CARD_FIELDS[name].check(value, { ...around, network })

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
    ['4', 'incomplete'],
    ['4242', 'incomplete'],
    // Visa has numbers of 13 digits and of 16, but none of 15.
    ['4242 4242 4242 424', 'incomplete'],
    ['4242 4242 4242 4241', 'wrong'],
    ['4242 4242 4242 4242 4', 'wrong'],
    // Its digits check out, but no Mastercard has thirteen.
    ['5100000000008', 'incomplete'],
    ['5555 5555 5555 5555 5', 'wrong'],
    ['3782 822463 1000', 'incomplete'],
    ['3782 822463 10006', 'wrong'],
    ['3782 822463 10005 1', 'wrong'],
    ['9999', 'incomplete'],
    ['9999 9999 9999 9999', 'wrong'],
  ])('is not right: %j is %s', (value, problem) => {
    expect(check('number', value)).toBe(problem)
  })
})

it.each([
  ['06 / 30', null],
  ['05 / 30', 'past'],
  ['12 / 29', 'past'],
  ['20 / 30', 'wrong'],
  ['00 / ', 'wrong'],
  ['13 / 3', 'wrong'],
  ['12 / 2130', 'wrong'],
  ['12 / 213', 'wrong'],
  ['1', 'incomplete'],
  ['0', 'incomplete'],
  ['12 / ', 'incomplete'],
  ['12 / 3', 'incomplete'],
  ['12 / 203', 'incomplete'],
  ['', 'missing'],
])('says of the expiry %j: %s', (value, problem) => {
  expect(check('expiry', value)).toBe(problem)
})

it.each([
  ['visa', '123', null],
  ['visa', '1234', 'wrong'],
  ['visa', '12', 'incomplete'],
  ['amex', '123', 'incomplete'],
  ['amex', '1234', null],
  ['unknown', '12', 'incomplete'],
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
  expect(CARD_FIELDS.postalCode.isRequired).toBe(false)
  expect(check('postalCode', '')).toBeNull()
  expect(check('postalCode', 'SW1A 1AA')).toBeNull()
  expect(check('postalCode', '<b>')).toBe('wrong')
})

it('checks and sends what is still being composed, in whatever digits', () => {
  expect(check('number', '４２４２４２４２４２４２４２４２')).toBeNull()
  expect(check('expiry', '١٢٣٠')).toBeNull()
  expect(check('code', '１２３')).toBeNull()
  expect(CARD_FIELDS.number.toApi('４２４２４２４２４２４２４２４２')).toBe('4242424242424242')
  expect(CARD_FIELDS.expiry.toApi('١٢٣٠')).toBe('1230')
  expect(CARD_FIELDS.code.toApi('１２３')).toBe('123')
})

it('is found by autofill, and nobody takes a code of it for a one-time code', () => {
  const names = Object.values(CARD_FIELDS).map(({ id, autocomplete = id }) => autocomplete)
  expect(names).toEqual(['cc-number', 'cc-exp', 'cc-csc', 'cc-name', 'postal-code'])
})

it('sends what the API takes', () => {
  expect(CARD_FIELDS.number.toApi('4242 4242 4242 4242')).toBe('4242424242424242')
  expect(CARD_FIELDS.expiry.toApi('12 / 30')).toBe('1230')
  expect(CARD_FIELDS.expiry.toApi('12 / 3')).toBe('')
  expect(CARD_FIELDS.code.toApi('123')).toBe('123')
  expect(CARD_FIELDS.name.toApi(' José ')).toBe('José')
})
