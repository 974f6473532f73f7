import {
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  timingSafeEqual,
  verify,
} from 'node:crypto'
import { expect, test } from 'vitest'
import { googlePayTestKeys } from '#contract/tokens/googlePayTestKeys'
import { createWalletPayments } from '../../worker/vault/walletPayloads/walletPayments.ts'
import { makeTestWalletPayload } from './testWalletPayload.ts'
import type { TestWalletPayload, TestWalletPayment } from './testWalletPayload.ts'

/** The helper and the vault must understand each other, and both of them Node's own crypto, which knows neither. */

const now = 1_790_000_000_000
const card = { accountNumber: '4242424242424242', expires: '1230' }
const payments = createWalletPayments(null)

const opened = async (payment: TestWalletPayment, nowMs = now) => {
  const opened = await payments.open(
    { account: 'account-1', mode: 'test' },
    await makeTestWalletPayload(payment, now),
    nowMs,
  )
  return opened && { ...opened, number: opened.number.reveal(), cryptogram: opened.cryptogram?.reveal() ?? null }
}

const weekMs = 604_800_000

test('a test wallet payload is decrypted by the vault', async () => {
  expect(await opened(card)).toEqual({
    number: '4242424242424242',
    expiry: '1230',
    authentication: 'CRYPTOGRAM_3DS',
    cryptogram: 'AgAAAAAABk4DWZ4C28yUQAAAAAA=',
    eci: '05',
    messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    expires: now + weekMs,
  })
})

test('a test wallet payload contains the given values', async () => {
  const told = { authMethod: 'PAN_ONLY', protocolVersion: 'ECv1', messageId: 'mine', expiresInMs: 5 } as const
  expect(await opened({ ...card, ...told, cryptogram: 'AAAA', gatewayMerchantId: 'account-1' })).toMatchObject({
    authentication: 'PAN_ONLY',
    cryptogram: null,
    messageId: 'mine',
    expires: now + 5,
  })
  expect(await opened({ ...card, cryptogram: 'AAAA', eciIndicator: '7' })).toMatchObject({
    cryptogram: 'AAAA',
    eci: '7',
  })
  expect(await opened({ ...card, gatewayMerchantId: 'account-2' })).toBeNull()
})

test.each(['ECv1', 'ECv2'] as const)(
  'a test wallet payload of %s expires at the given time',
  async (protocolVersion) => {
    expect(await opened({ ...card, protocolVersion, expiresInMs: 5 }, now + 4)).not.toBeNull()
    expect(await opened({ ...card, protocolVersion, expiresInMs: 5 }, now + 5)).toBeNull()
    expect(await opened({ ...card, protocolVersion, expiresInMs: -1 })).toBeNull()
  },
)

test('members beside the payload are passed on', async () => {
  expect(Object.keys(await makeTestWalletPayload({ ...card, protocolVersion: 'ECv1' })).sort()).toEqual([
    'protocolVersion',
    'signature',
    'signedMessage',
  ])
  expect(await makeTestWalletPayload({ ...card, nameOnCard: 'José', postalCode: '46201' })).toMatchObject({
    protocolVersion: 'ECv2',
    nameOnCard: 'José',
    postalCode: '46201',
  })
})

test('each test wallet payload has its own message id', async () => {
  const [one, other] = await Promise.all([opened(card), opened(card)])
  expect(one!.messageId).not.toBe(other!.messageId)
})

test('an invalid expires throws', async () => {
  await expect(makeTestWalletPayload({ ...card, expires: '1330' })).rejects.toThrow(
    'expires must be a month and year, MMYY.',
  )
})

const spki = (base64: string) => createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
const signed = (...parts: string[]): Buffer =>
  Buffer.concat(
    parts.flatMap((part) => {
      const length = Buffer.alloc(4)
      length.writeUInt32LE(Buffer.byteLength(part))
      return [length, Buffer.from(part)]
    }),
  )
const isBy = (key: string, signature: string, ...parts: string[]): boolean =>
  verify('sha256', signed(...parts), { key: spki(key), dsaEncoding: 'der' }, Buffer.from(signature, 'base64'))

/** By the letter of the specification. */
const decrypted = ({ signedMessage, protocolVersion }: TestWalletPayload): unknown => {
  const parts = JSON.parse(signedMessage) as Record<string, string>
  const [message, point, tag] = ['encryptedMessage', 'ephemeralPublicKey', 'tag'].map((name) =>
    Buffer.from(parts[name]!, 'base64'),
  ) as [Buffer, Buffer, Buffer]
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((number) => number.toString('base64url')) as [
    string,
    string,
  ]
  const secret = diffieHellman({
    privateKey: createPrivateKey({
      key: Buffer.from(googlePayTestKeys.recipientPrivateKey, 'base64'),
      format: 'der',
      type: 'pkcs8',
    }),
    publicKey: createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' }),
  })
  const [size, cipher] = protocolVersion === 'ECv1' ? ([16, 'aes-128-ctr'] as const) : ([32, 'aes-256-ctr'] as const)
  const keys = Buffer.from(hkdfSync('sha256', Buffer.concat([point, secret]), Buffer.alloc(32), 'Google', 2 * size))
  const mac = createHmac('sha256', keys.subarray(size)).update(message).digest()
  expect(timingSafeEqual(mac, tag)).toBe(true)
  const decipher = createDecipheriv(cipher, keys.subarray(0, size), Buffer.alloc(16))
  return JSON.parse(decipher.update(message, undefined, 'utf8') + decipher.final('utf8'))
}

const message = {
  paymentMethod: 'CARD',
  paymentMethodDetails: { pan: '4242424242424242', expirationMonth: 12, expirationYear: 2030, authMethod: 'PAN_ONLY' },
  messageId: 'é',
  messageExpiration: String(now + weekMs),
}
const asked = { ...card, authMethod: 'PAN_ONLY', messageId: 'é' } as const

test('an ECv1 test payload is verified and decrypted by an independent implementation', async () => {
  const made = await makeTestWalletPayload({ ...asked, protocolVersion: 'ECv1' }, now)
  const parts = ['Google', 'gateway:sluice-test', 'ECv1', made.signedMessage]
  expect(isBy(googlePayTestKeys.rootPublicKey, made.signature, ...parts)).toBe(true)
  expect(decrypted(made)).toEqual(message)
})

test('an ECv2 test payload is verified and decrypted by an independent implementation', async () => {
  const made = await makeTestWalletPayload(asked, now)
  const { signedKey, signatures } = made.intermediateSigningKey!
  expect(isBy(googlePayTestKeys.rootPublicKey, signatures[0]!, 'Google', 'ECv2', signedKey)).toBe(true)
  const { keyValue, keyExpiration } = JSON.parse(signedKey) as { keyValue: string; keyExpiration: string }
  expect(keyExpiration).toMatch(/^[0-9]{13}$/)
  const parts = ['Google', 'gateway:sluice-test', 'ECv2', made.signedMessage]
  expect(isBy(keyValue, made.signature, ...parts)).toBe(true)
  expect(decrypted(made)).toEqual(message)
})
