import { expect, test } from 'vitest'
import { grouped, readCode, readExpiry, readNumber, readPostalCode, writtenExpiry } from './keyedCard.ts'

const now = Date.parse('2030-06-15T12:00:00Z')

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['378282246310005', '3782 822463 10005'],
  ['37828', '3782 8'],
  ['4242-42', '4242 42'],
  ['', ''],
])('writes %j as %j', (digits, text) => {
  expect(grouped(digits)).toBe(text)
})

test.each([
  ['4242 4242 4242 4242', { value: '4242424242424242' }],
  ['4222222222222', { value: '4222222222222' }],
  ['4242 4242 4242 4241', { complaint: 'One digit is not right.' }],
  ['4242 4242 4242 424', { complaint: 'Some digits are missing.' }],
  ['3782 822463', { complaint: 'Some digits are missing.' }],
  ['', { complaint: 'Key in the card number.' }],
])('reads the number %j', (text, reading) => {
  expect(readNumber(text)).toEqual(reading)
})

test.each([
  ['06 / 30', { value: '0630' }],
  ['12 / 30', { value: '1230' }],
  ['05 / 30', { complaint: 'This card has expired.' }],
  ['13 / 30', { complaint: 'There is no such month.' }],
  ['12 / 3', { complaint: 'Key in month and year.' }],
])('reads the expiry %j', (text, reading) => {
  expect(readExpiry(text, now)).toEqual(reading)
})

test.each([
  ['1', '1'],
  ['12', '12'],
  ['4', '04'],
  ['123', '12 / 3'],
  ['12 / 30', '12 / 30'],
  ['12305', '12 / 30'],
])('shows the expiry %j as %j while it is keyed in', (typed, shown) => {
  expect(writtenExpiry(typed)).toBe(shown)
})

test('asks for as many digits of a code as the card has', () => {
  expect(readCode('123', 3)).toEqual({ value: '123' })
  expect(readCode('123', 4)).toEqual({ complaint: 'The code has 4 digits.' })
})

test.each([
  ['46201', { value: '46201' }],
  [' k1a 0b1 ', { value: 'K1A 0B1' }],
  ['', { complaint: 'Key in the postal code.' }],
  ['#1', { complaint: 'Key in the postal code.' }],
])('reads the postal code %j', (text, reading) => {
  expect(readPostalCode(text)).toEqual(reading)
})
