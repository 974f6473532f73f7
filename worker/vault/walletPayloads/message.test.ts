import { describe, expect, test } from 'vitest'
import type { WalletProtocol } from '#contract/tokens/googlePayProtocol'
import { readMessage } from './message.ts'

const onFile = { pan: '4242424242424242', expirationMonth: 1, expirationYear: 2031, authMethod: 'PAN_ONLY' }
const device = {
  ...onFile,
  authMethod: 'CRYPTOGRAM_3DS',
  cryptogram: 'AgAAAAAABk4DWZ4C28yUQAAAAAA=',
  eciIndicator: '05',
}
const { authMethod: _none, ...early } = onFile
const earlyDevice = {
  dpan: '4242424242424242',
  expirationMonth: 12,
  expirationYear: 2022,
  authMethod: '3DS',
  '3dsCryptogram': 'AgAAAAAABk4DWZ4C28yUQAAAAAA=',
  '3dsEciIndicator': '07',
}

const message = (paymentMethodDetails: unknown, more: object = {}) => ({
  paymentMethod: 'CARD',
  paymentMethodDetails,
  messageId: 'm',
  messageExpiration: '1800000000000',
  ...more,
})
const tokenized = (details: unknown) => message(details, { paymentMethod: 'TOKENIZED_CARD' })

const read = (protocol: WalletProtocol, message: unknown) => {
  const found = readMessage(protocol, typeof message === 'string' ? message : JSON.stringify(message))
  return found && { ...found, number: found.number.reveal(), cryptogram: found.cryptogram?.reveal() ?? null }
}

const common = { number: '4242424242424242', messageId: 'm', expires: 1_800_000_000_000, gatewayMerchantId: null }
const readOnFile = { ...common, expiry: '0131', authentication: 'PAN_ONLY', cryptogram: null, eci: null }
const readDevice = {
  ...common,
  expiry: '0131',
  authentication: 'CRYPTOGRAM_3DS',
  cryptogram: device.cryptogram,
  eci: '05',
}

describe.each(['ECv1', 'ECv2'] as const)('a message of %s', (protocol) => {
  test.each<[string, unknown, unknown]>([
    ['a card on file', message(onFile), readOnFile],
    ['a device number', message(device), readDevice],
    [
      'a device number without indicator',
      message({ ...device, eciIndicator: undefined }),
      { ...readDevice, eci: null },
    ],
    ['a device number with an empty indicator', message({ ...device, eciIndicator: '' }), { ...readDevice, eci: null }],
    ['a merchant', message(onFile, { gatewayMerchantId: 'a' }), { ...readOnFile, gatewayMerchantId: 'a' }],
    ['more than we know', message({ ...onFile, assuranceDetails: {} }, { more: [{ a: 1 }] }), readOnFile],
    [
      'an id as long as may be',
      message(onFile, { messageId: 'i'.repeat(512) }),
      { ...readOnFile, messageId: 'i'.repeat(512) },
    ],
  ])('with %s', (_what, message, expected) => {
    expect(read(protocol, message)).toEqual(expected)
  })

  test.each<[string, unknown]>([
    ['no JSON', 'plaintext'],
    ['a list', [message(onFile)]],
    ['null', null],
    ['a member twice', JSON.stringify(message(onFile)).replace('{', '{"messageId":"n",')],
    ['a number twice', JSON.stringify(message(onFile)).replace('"pan"', '"pan":"4111111111111111","pan"')],
    ['another method', message(onFile, { paymentMethod: 'BANK' })],
    ['no method', message(onFile, { paymentMethod: undefined })],
    ['no details', message(undefined)],
    ['no id', message(onFile, { messageId: undefined })],
    ['an empty id', message(onFile, { messageId: '' })],
    ['an id that is a number', message(onFile, { messageId: 5 })],
    ['an id that is too long', message(onFile, { messageId: 'i'.repeat(513) })],
    ['no expiration', message(onFile, { messageExpiration: undefined })],
    ['an expiration that is a number', message(onFile, { messageExpiration: 1_800_000_000_000 })],
    ['an expiration that is a date', message(onFile, { messageExpiration: '2027-01-15T08:00:00Z' })],
    ['a merchant that is a number', message(onFile, { gatewayMerchantId: 5 })],
    ['no number', message({ ...onFile, pan: undefined })],
    ['a number that is a number', message({ ...onFile, pan: 4_242_424_242_424_242 })],
    ['a number with spaces', message({ ...onFile, pan: '4242 4242 4242 4242' })],
    ['a number that is too short', message({ ...onFile, pan: '424242424242' })],
    ['a number that is too long', message({ ...onFile, pan: '4'.repeat(21) })],
    ['month 0', message({ ...onFile, expirationMonth: 0 })],
    ['month 13', message({ ...onFile, expirationMonth: 13 })],
    ['month 1.5', message({ ...onFile, expirationMonth: 1.5 })],
    ['a month that is text', message({ ...onFile, expirationMonth: '1' })],
    ['a year of two digits', message({ ...onFile, expirationYear: 31 })],
    ['a year of another century', message({ ...onFile, expirationYear: 2100 })],
    ['an unknown way to come by the number', message({ ...onFile, authMethod: 'NONE' })],
    ['a device number without cryptogram', message({ ...device, cryptogram: undefined })],
    ['a device number with an empty cryptogram', message({ ...device, cryptogram: '' })],
    ['a device number with a cryptogram that is too long', message({ ...device, cryptogram: 'A'.repeat(513) })],
    ['an indicator of three digits', message({ ...device, eciIndicator: '005' })],
    ['an indicator that is a number', message({ ...device, eciIndicator: 5 })],
    ['an early device number under the method of today', message(earlyDevice)],
    ['a device number under the method of old', tokenized(device)],
  ])('with %s is none', (_what, message) => {
    expect(read(protocol, message)).toBeNull()
  })
})

test('early names are read under ECv1 alone', () => {
  expect(read('ECv1', message(early))).toEqual(readOnFile)
  expect(read('ECv1', tokenized(earlyDevice))).toEqual({ ...readDevice, expiry: '1222', eci: '07' })
  expect(read('ECv2', message(early))).toBeNull()
  expect(read('ECv2', tokenized(earlyDevice))).toBeNull()
})
