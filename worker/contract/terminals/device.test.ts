import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { deviceLimits, deviceMessage, loginSigningInput, terminalNamePattern, normalizePairingCode } from './device.ts'

const isValid = (message: object): boolean => v.safeParse(deviceMessage, message).success
const session = '91241557983548'

test('the signed login text is protocol, name and nonce on three lines', () => {
  expect(loginSigningInput('00-01a200ba', 'AAEC')).toBe('sluice.device.v1\n00-01a200ba\nAAEC')
})

test.each([
  ['62usqx', '62USQX'],
  ['62USQX', '62USQX'],
  ['62USQ', null],
  ['62USQXX', null],
  // Characters that pairing codes do not contain.
  ['62USQ0', null],
  ['62USQO', null],
  ['62USQ1', null],
  ['62USQZ', null],
  ['62 SQX', null],
])('the pairing code of the input %s is %s', (typed, code) => {
  expect(normalizePairingCode(typed)).toBe(code)
})

test.each([
  ['00-01a200ba-0575-7dfa-900b-f9fde9760ef7', true],
  ['0k-01a200ba-0575-7dfa-900b-f9fde9760ef7', true],
  ['01a200ba-0575-7dfa-900b-f9fde9760ef7', false],
  ['0K-01a200ba-0575-7dfa-900b-f9fde9760ef7', false],
  ['00-01A200BA-0575-7DFA-900B-F9FDE9760EF7', false],
  ['00-01a200ba-0575-7dfa-900b-f9fde9760ef7/', false],
])('whether %s is the name of a terminal: %s', (name, isName) => {
  expect(terminalNamePattern.test(name)).toBe(isName)
})

describe('device messages', () => {
  test('a device message with unknown members is valid, since newer devices may have them', () => {
    expect(isValid({ type: 'received', session, battery: 0.8 })).toBe(true)
  })

  test('a device message of an unknown type is invalid', () => {
    expect(isValid({ type: 'sleep', session })).toBe(false)
  })

  test.each([
    { session: '1'.repeat(19), card: 'x'.repeat(8192) },
    { tipAmount: null, signature: null, amountConfirmed: false },
    { tipAmount: '2' },
    { tipAmount: '999999999.999' },
    { signature: 'A'.repeat(43_692) },
  ])('a card message with %j is valid', (members) => {
    expect(isValid({ type: 'card', session, card: 'x', ...members })).toBe(true)
  })

  test.each([
    { session: '1'.repeat(20) },
    { session: 91241557983548 },
    { card: '' },
    { card: 'x'.repeat(8193) },
    { tipAmount: 2 },
    { tipAmount: '-2' },
    { tipAmount: '2.' },
    { amountConfirmed: null },
  ])('a card message with %j is invalid', (members) => {
    expect(isValid({ type: 'card', session, card: 'x', ...members })).toBe(false)
  })

  test('the longest card message is below the maximum message size', () => {
    const longest = { type: 'card', session: '1'.repeat(19), card: 'x'.repeat(8192), signature: 'A'.repeat(43_692) }
    expect(JSON.stringify({ ...longest, tipAmount: '999999999.999', amountConfirmed: true }).length).toBeLessThan(
      deviceLimits.messageBytes,
    )
  })
})
