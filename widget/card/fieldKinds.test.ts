import { describe, expect, it } from 'vitest'
import { CARD_FIELDS } from './fieldKinds.ts'

const context = { network: 'visa', nowMs: Date.parse('2030-06-15T00:00:00Z') } as const
const check = (name: keyof typeof CARD_FIELDS, value: string, network: 'visa' | 'amex' | 'unknown' = 'visa') =>
  CARD_FIELDS[name].check(value, { ...context, network })

describe('card number', () => {
  it.each([
    '4242 4242 4242 4242',
    '4222 2222 2222 2',
    '4444 3333 2222 1111 455',
    '3782 822463 10005',
    '3056 9300 0902 0004',
    '6200 0000 0000 0005',
  ])('the card number %s is valid', (value) => {
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
    // The Luhn digit is valid, but no Mastercard has 13 digits.
    ['5100000000008', 'incomplete'],
    ['5555 5555 5555 5555 5', 'wrong'],
    ['3782 822463 1000', 'incomplete'],
    ['3782 822463 10006', 'wrong'],
    ['3782 822463 10005 1', 'wrong'],
    ['9999', 'incomplete'],
    ['9999 9999 9999 9999', 'wrong'],
    ['0000 0000 0000 0000', 'wrong'],
    ['8888 8888 8888 8888', 'wrong'],
  ])('the card number %j has the error %s', (value, error) => {
    expect(check('number', value)).toBe(error)
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
  ['12 / 50', null],
  ['12 / 51', 'wrong'],
  ['12 / 90', 'wrong'],
  ['2030', 'incomplete'],
  ['2030-', 'incomplete'],
  ['1', 'incomplete'],
  ['0', 'incomplete'],
  ['12 / ', 'incomplete'],
  ['12 / 3', 'incomplete'],
  ['12 / 203', 'incomplete'],
  ['', 'missing'],
])('the expiry date %j has the error %s', (value, error) => {
  expect(check('expiry', value)).toBe(error)
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
] as const)('the %s security code %j has the error %s', (network, value, error) => {
  expect(check('code', value, network)).toBe(error)
})

it.each([
  ['José Álvarez', null],
  ['李', null],
  ['  ', 'missing'],
  ['4242 4242 4242 4242', 'wrong'],
])('the name %j has the error %s', (value, error) => {
  expect(check('name', value)).toBe(error)
})

it('a postal code is optional', () => {
  expect(CARD_FIELDS.postalCode.isRequired).toBe(false)
  expect(check('postalCode', '')).toBeNull()
  expect(check('postalCode', 'SW1A 1AA')).toBeNull()
  expect(check('postalCode', '<b>')).toBe('wrong')
})

it('digits of other scripts are valid and converted to ASCII for the API', () => {
  expect(check('number', '４２４２４２４２４２４２４２４２')).toBeNull()
  expect(check('expiry', '١٢٣٠')).toBeNull()
  expect(check('code', '１２３')).toBeNull()
  expect(CARD_FIELDS.number.toApi('４２４２４２４２４２４２４２４２')).toBe('4242424242424242')
  expect(CARD_FIELDS.expiry.toApi('١٢٣٠')).toBe('1230')
  expect(CARD_FIELDS.code.toApi('１２３')).toBe('123')
})

it('card fields have the standard autocomplete tokens, none of them for one-time codes', () => {
  const names = Object.values(CARD_FIELDS).map(({ id, autocomplete = id }) => autocomplete)
  expect(names).toEqual(['cc-number', 'cc-exp', 'cc-csc', 'cc-name', 'postal-code'])
})

it('card fields convert their text to the API format', () => {
  expect(CARD_FIELDS.number.toApi('4242 4242 4242 4242')).toBe('4242424242424242')
  expect(CARD_FIELDS.expiry.toApi('12 / 30')).toBe('1230')
  expect(CARD_FIELDS.expiry.toApi('12 / 3')).toBe('')
  expect(CARD_FIELDS.code.toApi('123')).toBe('123')
  expect(CARD_FIELDS.name.toApi(' José ')).toBe('José')
})
