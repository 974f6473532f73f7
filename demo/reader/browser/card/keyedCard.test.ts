import { expect, test } from 'vitest'
import { groupDigits, readCode, readExpiry, readNumber, readPostalCode } from './keyedCard.ts'

const now = Date.parse('2030-06-15T12:00:00Z')

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['378282246310005', '3782 822463 10005'],
  ['37828', '3782 8'],
  ['4242-42', '4242 42'],
  ['', ''],
])('card number %j is formatted as %j', (digits, text) => {
  expect(groupDigits(digits)).toBe(text)
})

test.each([
  ['4242 4242 4242 4242', { value: '4242424242424242' }],
  ['4222222222222', { value: '4222222222222' }],
  ['4242 4242 4242 4241', { complaint: 'Check the card number.' }],
  ['4242 4242 4242 424', { complaint: 'The card number is incomplete.' }],
  ['3782 822463', { complaint: 'The card number is incomplete.' }],
  ['0000 0000 0000 0000', { complaint: 'Check the card number.' }],
  ['', { complaint: 'Enter the card number.' }],
])('card number %j is validated', (text, reading) => {
  expect(readNumber(text)).toEqual(reading)
})

test.each([
  ['06 / 30', { value: '0630' }],
  ['12 / 30', { value: '1230' }],
  ['05 / 30', { complaint: 'This card has expired.' }],
  ['13 / 30', { complaint: 'Check the expiry date.' }],
  ['04 / 327', { complaint: 'Check the expiry date.' }],
  ['12 / 90', { complaint: 'Check the expiry date.' }],
  ['12 / 50', { value: '1250' }],
  ['2040-12', { value: '1240' }],
  ['٠٦/٣٠', { value: '0630' }],
  ['12 / 3', { complaint: 'Enter the month and year.' }],
  ['', { complaint: 'Enter the month and year.' }],
])('expiry %j is validated', (text, reading) => {
  expect(readExpiry(text, now)).toEqual(reading)
})

test('a security code must have the length of its card network', () => {
  expect(readCode('123', 3)).toEqual({ value: '123' })
  expect(readCode('123', 4)).toEqual({ complaint: 'Enter the 4-digit code.' })
})

test.each([
  ['46201', { value: '46201' }],
  [' k1a 0b1 ', { value: 'K1A 0B1' }],
  ['', { complaint: 'Enter the postal code.' }],
  ['#1', { complaint: 'Enter the postal code.' }],
])('postal code %j is validated', (text, reading) => {
  expect(readPostalCode(text)).toEqual(reading)
})
