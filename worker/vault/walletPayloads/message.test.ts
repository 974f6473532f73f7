import { describe, expect, test } from 'vitest'
import type { GooglePayProtocol } from '#contract/tokens/googlePayProtocol'
import { parseWalletMessage } from './message.ts'

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

const read = (protocol: GooglePayProtocol, message: unknown) => {
  const found = parseWalletMessage(protocol, typeof message === 'string' ? message : JSON.stringify(message))
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

describe.each(['ECv1', 'ECv2'] as const)('parseWalletMessage for %s', (protocol) => {
  test.each<[string, unknown, unknown]>([
    ['a card on file', message(onFile), readOnFile],
    ['a device number', message(device), readDevice],
    ['a device number without an ECI', message({ ...device, eciIndicator: undefined }), { ...readDevice, eci: null }],
    ['a device number with an empty ECI', message({ ...device, eciIndicator: '' }), { ...readDevice, eci: null }],
    ['a merchant', message(onFile, { gatewayMerchantId: 'a' }), { ...readOnFile, gatewayMerchantId: 'a' }],
    ['unknown members', message({ ...onFile, assuranceDetails: {} }, { more: [{ a: 1 }] }), readOnFile],
    [
      'a message id of 512 characters',
      message(onFile, { messageId: 'i'.repeat(512) }),
      { ...readOnFile, messageId: 'i'.repeat(512) },
    ],
  ])(`${protocol} message with %s is parsed`, (_what, message, expected) => {
    expect(read(protocol, message)).toEqual(expected)
  })

  test.each<[string, unknown]>([
    ['text that is not JSON', 'plaintext'],
    ['a JSON array', [message(onFile)]],
    ['JSON null', null],
    ['a duplicate member', JSON.stringify(message(onFile)).replace('{', '{"messageId":"n",')],
    ['a duplicate pan', JSON.stringify(message(onFile)).replace('"pan"', '"pan":"4111111111111111","pan"')],
    ['another method', message(onFile, { paymentMethod: 'BANK' })],
    ['no method', message(onFile, { paymentMethod: undefined })],
    ['no details', message(undefined)],
    ['no message id', message(onFile, { messageId: undefined })],
    ['an empty message id', message(onFile, { messageId: '' })],
    ['a numeric message id', message(onFile, { messageId: 5 })],
    ['a message id of 513 characters', message(onFile, { messageId: 'i'.repeat(513) })],
    ['no expiration', message(onFile, { messageExpiration: undefined })],
    ['a numeric expiration', message(onFile, { messageExpiration: 1_800_000_000_000 })],
    ['an ISO 8601 expiration', message(onFile, { messageExpiration: '2027-01-15T08:00:00Z' })],
    ['a numeric merchant id', message(onFile, { gatewayMerchantId: 5 })],
    ['no pan', message({ ...onFile, pan: undefined })],
    ['a numeric pan', message({ ...onFile, pan: 4_242_424_242_424_242 })],
    ['a pan with spaces', message({ ...onFile, pan: '4242 4242 4242 4242' })],
    ['a pan of 12 digits', message({ ...onFile, pan: '424242424242' })],
    ['a pan of 21 digits', message({ ...onFile, pan: '4'.repeat(21) })],
    ['month 0', message({ ...onFile, expirationMonth: 0 })],
    ['month 13', message({ ...onFile, expirationMonth: 13 })],
    ['month 1.5', message({ ...onFile, expirationMonth: 1.5 })],
    ['a month as text', message({ ...onFile, expirationMonth: '1' })],
    ['a year of two digits', message({ ...onFile, expirationYear: 31 })],
    ['the year 2100', message({ ...onFile, expirationYear: 2100 })],
    ['an unknown authMethod', message({ ...onFile, authMethod: 'NONE' })],
    ['a device number without cryptogram', message({ ...device, cryptogram: undefined })],
    ['a device number with an empty cryptogram', message({ ...device, cryptogram: '' })],
    ['a cryptogram of 513 characters', message({ ...device, cryptogram: 'A'.repeat(513) })],
    ['an ECI of three digits', message({ ...device, eciIndicator: '005' })],
    ['a numeric ECI', message({ ...device, eciIndicator: 5 })],
    ['early device token members and the current method', message(earlyDevice)],
    ['current device token members and the early method', tokenized(device)],
  ])(`${protocol} message with %s is rejected`, (_what, message) => {
    expect(read(protocol, message)).toBeNull()
  })
})

test('early member names are parsed for ECv1 only', () => {
  expect(read('ECv1', message(early))).toEqual(readOnFile)
  expect(read('ECv1', tokenized(earlyDevice))).toEqual({ ...readDevice, expiry: '1222', eci: '07' })
  expect(read('ECv2', message(early))).toBeNull()
  expect(read('ECv2', tokenized(earlyDevice))).toBeNull()
})
