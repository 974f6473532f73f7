import { describe, expect, test } from 'vitest'
import { fromBase64, toBase64, utf8 } from '#contract/encoding/bytes'
import type { DigitalPayPayment } from '#contract/transactions/payment'
import { googlePayTestKeys } from '#contract/tokens/googlePayTestKeys'
import { makeTestWalletPayload } from '../../../widget/encrypt/testWalletPayload.ts'
import { sendFromWallet } from '../../../widget/encrypt/walletSender.ts'
import type { WalletSending } from '../../../widget/encrypt/walletSender.ts'
import { parseWalletConfig } from './config.ts'
import type { WalletConfig } from './config.ts'
import * as vectors from './vectors.fixtures.ts'
import { createWalletPayments } from './walletPayments.ts'
import type { OpenedWalletPayment } from './walletPayments.ts'

const { googleEcv1Card, googleEcv1TokenizedCard, googleEcv2, pycaEcv1, pycaEcv2, tinkEcv2 } = vectors

const google = parseWalletConfig(vectors.googleVariables)!
const pyca = parseWalletConfig(vectors.pycaVariables)!
const tink = {
  ...parseWalletConfig({ ...vectors.tinkVariables, WALLET_RECIPIENT_ID: 'gateway:any' })!,
  recipientId: vectors.tinkVariables.WALLET_RECIPIENT_ID,
}

const time2017 = 1_509_713_963_000
const time2020 = 1_595_000_067_000
const now = 1_790_000_000_000

const livePayee = { account: 'account-1', mode: 'live' } as const
const testPayee = { account: 'account-1', mode: 'test' } as const

const open = (
  config: WalletConfig | null,
  payload: DigitalPayPayment,
  nowMs = now,
  payee: typeof livePayee | typeof testPayee = livePayee,
) => createWalletPayments(config).open(payee, payload, nowMs)

const revealed = (payment: OpenedWalletPayment | null) =>
  payment && { ...payment, number: payment.number.reveal(), cryptogram: payment.cryptogram?.reveal() ?? null }

describe('payloads of other implementations', () => {
  test('an ECv2 payload of Google’s servers opens', async () => {
    expect(revealed(await open(google, googleEcv2, time2020))).toEqual({
      number: '4895370012003478',
      expiry: '1225',
      authentication: 'CRYPTOGRAM_3DS',
      cryptogram: 'AgAAAAAABk4DWZ4C28yUQAAAAAA=',
      eci: '07',
      messageId:
        'AH2EjtffDAl2Jrk2579gUyuaF3ensj4NlaHbyEvOQWtj9IrQNdqJYHl7Vun2kGyFZbuebyKwpDP8fxtSJi-vPIDYbtGwM13_-8o7dBHg74WbXMIwSvW__pCnwmpWn2tFK4PbZ77wRKMh',
      expires: 1_595_616_845_229,
    })
  })

  test('an ECv1 payload of Google’s servers opens', async () => {
    expect(revealed(await open(google, googleEcv1Card, time2017))).toEqual({
      number: '4111111111111111',
      expiry: '1222',
      authentication: 'PAN_ONLY',
      cryptogram: null,
      eci: null,
      messageId:
        'AH2EjtcMeg5mOCD9kUXWn6quP6AF6jOJeirO0EW40tPVzMMy_YAri8HZdJzqzQquC0w_dkvXhC41s2BN53HRD_kzgT4jxGeB4E9BI8OQCPw9GgWTXIAQb55Av77l6VCesYHIQre8Ij60',
      expires: 1_510_319_499_834,
    })
    expect(revealed(await open(google, googleEcv1TokenizedCard, time2017))).toMatchObject({
      number: '4895370012003478',
      expiry: '1222',
      authentication: 'CRYPTOGRAM_3DS',
      cryptogram: 'AgAAAAAABk4DWZ4C28yUQAAAAAA=',
      eci: '07',
      expires: 1_510_318_759_535,
    })
  })

  test('a payload of Google’s library Tink opens', async () => {
    expect(revealed(await open(tink, tinkEcv2))).toMatchObject({
      number: '4111111111111111',
      expiry: '1226',
      authentication: 'PAN_ONLY',
      expires: 32_506_264_800_000,
    })
    expect(await open(tink, vectors.tinkWrongTag)).toBeNull()
    expect(await open(tink, vectors.tinkNotJson)).toBeNull()
  })

  test('a payload of pyca/cryptography with reordered members, a second key and a second signature opens', async () => {
    expect(revealed(await open(pyca, pycaEcv1))).toMatchObject({
      number: '5555555555554444',
      expiry: '0131',
      authentication: 'PAN_ONLY',
      messageId: 'vector-é-SFjOz3Y/j2zM',
    })
    expect(revealed(await open(pyca, pycaEcv2))).toMatchObject({
      number: '378282246310005',
      authentication: 'CRYPTOGRAM_3DS',
      eci: null,
      expires: 2_000_000_000_000,
    })
  })

  test('the number and cryptogram of an opened payload cannot be serialized', async () => {
    const payment = await open(google, googleEcv2, time2020)
    expect(() => JSON.stringify({ number: payment!.number })).toThrow(TypeError)
    expect(() => JSON.stringify({ cryptogram: payment!.cryptogram })).toThrow(TypeError)
  })
})

type Change = (payload: DigitalPayPayment, change: (text: string) => string) => DigitalPayPayment

const texts: Readonly<Record<string, Change>> = {
  signature: (payload, change) => ({ ...payload, signature: change(payload.signature) }),
  signedMessage: (payload, change) => ({ ...payload, signedMessage: change(payload.signedMessage) }),
  'intermediateSigningKey.signedKey': ({ intermediateSigningKey: key, ...payload }, change) => ({
    ...payload,
    intermediateSigningKey: { ...key!, signedKey: change(key!.signedKey) },
  }),
  'intermediateSigningKey.signatures': ({ intermediateSigningKey: key, ...payload }, change) => ({
    ...payload,
    intermediateSigningKey: { ...key!, signatures: key!.signatures.map(change) },
  }),
}

const openAll = async (config: WalletConfig, payloads: DigitalPayPayment[], nowMs: number): Promise<number[]> => {
  const payments = createWalletPayments(config)
  const opened = await Promise.all(payloads.map((payload) => payments.open(livePayee, payload, nowMs)))
  return opened.flatMap((payment, index) => (payment === null ? [] : [index]))
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The base64 with each of the six bits of its last character changed. Unused bits change no byte. */
const lastBitsChanged = (base64: string): string[] => {
  const [text = '', padding = ''] = base64.split(/(?==)/, 1).concat(base64.replace(/^[^=]*/, ''))
  const last = alphabet.indexOf(text.at(-1)!)
  return Array.from({ length: 6 }, (_, bit) => text.slice(0, -1) + alphabet[last ^ (1 << bit)]! + padding)
}

describe.each<[string, DigitalPayPayment, WalletConfig, number]>([
  ['ECv1', googleEcv1Card, google, time2017],
  ['ECv2', googleEcv2, google, time2020],
])('tampered %s payload', (protocol, payload, config, nowMs) => {
  const names = Object.keys(texts).filter((name) => protocol === 'ECv2' || !name.startsWith('intermediate'))
  const signatures = names.filter((name) => name.toLowerCase().includes('signature'))

  test.each(names)(`${protocol} payload with any character of its %s changed is rejected`, async (name) => {
    let length = 0
    const changedAt = (at: number) =>
      texts[name]!(payload, (text) => {
        length = text.length
        return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << (at % 7))) + text.slice(at + 1)
      })
    changedAt(0)
    const changed = Array.from({ length }, (_, at) => changedAt(at))
    expect(changed.length).toBeGreaterThan(90)
    expect(await openAll(config, changed, nowMs)).toEqual([])
  })

  test.each(signatures)(`${protocol} payload with any byte of its %s changed is rejected`, async (name) => {
    const changed = Array.from({ length: 72 }, (_, index) =>
      texts[name]!(payload, (text) => {
        const bytes = fromBase64(text)!
        const at = index % bytes.length
        return toBase64(bytes.with(at, bytes[at]! ^ (1 << (index % 8))))
      }),
    )
    expect(await openAll(config, changed, nowMs)).toEqual([])
  })

  test.each(signatures)(
    `${protocol} payload with any bit of the last character of its %s changed is rejected`,
    async (name) => {
      const changed = Array.from({ length: 6 }, (_, bit) =>
        texts[name]!(payload, (text) => lastBitsChanged(text)[bit]!),
      )
      expect(await openAll(config, changed, nowMs)).toEqual([])
    },
  )

  test.each(signatures)(`${protocol} payload with a non-canonical %s is rejected`, async (name) => {
    const spellings: ((text: string) => string)[] = [
      (text) => `${text}\n`,
      (text) => ` ${text}`,
      (text) => `${text}=`,
      (text) => `${text}AAAA`,
      (text) => toBase64(Uint8Array.of(...fromBase64(text)!, 0)),
      () => '',
    ]
    const changed = spellings.map((spelling) => texts[name]!(payload, spelling))
    expect(await openAll(config, changed, nowMs)).toEqual([])
  })
})

test('two of the changed last characters change no byte of the signature', () => {
  const { signature } = googleEcv1Card
  expect(lastBitsChanged(signature).filter((other) => atob(other) === atob(signature))).toHaveLength(2)
})

describe('protocol versions', () => {
  const { intermediateSigningKey } = pycaEcv2
  test.each<[string, DigitalPayPayment]>([
    ['ECv1 as ECv2', { ...pycaEcv1, protocolVersion: 'ECv2' }],
    [
      'ECv1 as ECv2, with an intermediate key',
      { ...pycaEcv1, protocolVersion: 'ECv2', intermediateSigningKey: intermediateSigningKey! },
    ],
    ['ECv1 with an intermediate key', { ...pycaEcv1, intermediateSigningKey: intermediateSigningKey! }],
    ['ECv2 as ECv1', { ...pycaEcv2, protocolVersion: 'ECv1' }],
    [
      'ECv2 as ECv1, without its intermediate key',
      { ...pycaEcv2, protocolVersion: 'ECv1', intermediateSigningKey: undefined },
    ],
    ['ECv2 without its intermediate key', { ...pycaEcv2, intermediateSigningKey: undefined }],
    [
      'ECv2 without signatures of its intermediate key',
      { ...pycaEcv2, intermediateSigningKey: { ...intermediateSigningKey!, signatures: [] } },
    ],
  ])('payload %s is rejected', async (_what, payload) => {
    expect(await open(pyca, payload)).toBeNull()
  })

  test('an ECv1 payload as ECv2 is rejected even if one root key signs both', async () => {
    const payload = await makeTestWalletPayload(
      { accountNumber: '4242424242424242', expires: '1230', protocolVersion: 'ECv1' },
      now,
    )
    expect(await open(null, payload, now, testPayee)).not.toBeNull()
    expect(await open(null, { ...payload, protocolVersion: 'ECv2' }, now, testPayee)).toBeNull()
  })
})

const withRoots = (expires: number): WalletConfig => ({
  ...pyca,
  roots: pyca.roots.map((root) => ({ ...root, expires })),
})

describe('expiry and recipient', () => {
  test('a payload opens until its message expires', async () => {
    expect(await open(google, googleEcv2, 1_595_616_845_228)).not.toBeNull()
    expect(await open(google, googleEcv2, 1_595_616_845_229)).toBeNull()
    expect(await open(google, googleEcv1Card, 1_510_319_499_833)).not.toBeNull()
    expect(await open(google, googleEcv1Card, 1_510_319_499_834)).toBeNull()
  })

  test('a payload opens until its intermediate key expires', async () => {
    expect(await open(pyca, pycaEcv2, 1_999_999_999_998)).not.toBeNull()
    expect(await open(pyca, pycaEcv2, 1_999_999_999_999)).toBeNull()
  })

  test.each<[string, DigitalPayPayment]>([
    ['ECv1', pycaEcv1],
    ['ECv2', pycaEcv2],
  ])('%s payload opens until its root key expires', async (_protocol, payload) => {
    expect(await open(withRoots(now + 1), payload)).not.toBeNull()
    expect(await open(withRoots(now), payload)).toBeNull()
  })

  test('a payload opens with a root key that is not the first', async () => {
    const [ecv1] = pyca.roots
    expect(await open({ ...pyca, roots: [...google.roots, ...pyca.roots] }, pycaEcv2)).not.toBeNull()
    expect(await open({ ...pyca, roots: [...google.roots, ecv1!] }, pycaEcv2)).toBeNull()
    expect(await open({ ...pyca, roots: [] }, pycaEcv2)).toBeNull()
  })

  test('a payload is rejected with a root key of another protocol version', async () => {
    const swapped = { ECv1: 'ECv2', ECv2: 'ECv1' } as const
    const roots = pyca.roots.map((root) => ({ ...root, protocolVersion: swapped[root.protocolVersion] }))
    expect(await open({ ...pyca, roots }, pycaEcv1)).toBeNull()
    expect(await open({ ...pyca, roots }, pycaEcv2)).toBeNull()
  })

  test('a payload for another recipient is rejected', async () => {
    for (const recipientId of ['merchant:vectors', 'gateway:vector', 'gateway:vectors2', ''])
      for (const payload of [pycaEcv1, pycaEcv2]) expect(await open({ ...pyca, recipientId }, payload)).toBeNull()
  })

  test('a payload opens only with the private key that it is encrypted to', async () => {
    const [first, second] = pyca.privateKeys as [WalletConfig['privateKeys'][0], WalletConfig['privateKeys'][0]]
    expect(await open({ ...pyca, privateKeys: [second] }, pycaEcv2)).not.toBeNull()
    expect(await open({ ...pyca, privateKeys: [first] }, pycaEcv2)).toBeNull()
    expect(await open({ ...pyca, privateKeys: google.privateKeys }, pycaEcv1)).toBeNull()
  })

  test('a payload opens only for its gatewayMerchantId', async () => {
    const payments = createWalletPayments(pyca)
    expect(await payments.open({ account: 'account-1', mode: 'live' }, pycaEcv1, now)).not.toBeNull()
    expect(await payments.open({ account: 'account-2', mode: 'live' }, pycaEcv1, now)).toBeNull()
    expect(await payments.open({ account: 'account-2', mode: 'live' }, pycaEcv2, now)).not.toBeNull()
  })

  test('a payload opens repeatedly with the same messageId', async () => {
    const payments = createWalletPayments(pyca)
    const [one, other] = [await payments.open(livePayee, pycaEcv2, now), await payments.open(livePayee, pycaEcv2, now)]
    expect(one?.messageId).toBe(other?.messageId)
  })
})

describe('test mode', () => {
  const card = { accountNumber: '4242424242424242', expires: '1230' }
  const message = (more: object = {}) =>
    JSON.stringify({
      paymentMethod: 'CARD',
      paymentMethodDetails: {
        pan: card.accountNumber,
        expirationMonth: 12,
        expirationYear: 2030,
        authMethod: 'PAN_ONLY',
      },
      messageId: 'm',
      messageExpiration: String(now + 1),
      ...more,
    })
  const sender: WalletSending = { ...googlePayTestKeys, protocolVersion: 'ECv2', keyExpiresMs: now + 1 }
  const otherKeys = {
    rootPrivateKey: vectors.googleVariables.WALLET_PRIVATE_KEYS,
    recipientPublicKey: 'BJL3slq5A++OUeslqycY4wV/lz5BpG2QrO6al8ruBkn6slUdcqvz2kbXzZF4bqhwUo4KNoVdgytW137HNFSrd5o=',
  }

  test.each(['ECv1', 'ECv2'] as const)('%s payload of test mode is rejected in live mode', async (protocolVersion) => {
    const payload = await makeTestWalletPayload({ ...card, protocolVersion }, now)
    expect(await open(google, payload, now, testPayee)).not.toBeNull()
    expect(await open(null, payload, now, testPayee)).not.toBeNull()
    expect(await open(google, payload)).toBeNull()
    expect(await open(null, payload)).toBeNull()
  })

  test('a payload of live mode is rejected in test mode', async () => {
    expect(await open(pyca, pycaEcv1, now, testPayee)).toBeNull()
    expect(await open(google, googleEcv2, time2020, testPayee)).toBeNull()
  })

  test('a message with invalid UTF-8 is rejected', async () => {
    const bytes = utf8(message({ more: '~' }))
    expect(await open(null, await sendFromWallet(bytes, sender), now, testPayee)).not.toBeNull()
    const broken = bytes.map((byte) => (byte === 0x7e ? 0xff : byte))
    expect(await open(null, await sendFromWallet(broken, sender), now, testPayee)).toBeNull()
  })

  test('test mode and live mode use separate keys', async () => {
    const payments = createWalletPayments(pyca)
    const payload = await makeTestWalletPayload(card, now)
    expect(await payments.open(testPayee, payload, now)).not.toBeNull()
    expect(await payments.open(livePayee, payload, now)).toBeNull()
    expect(await payments.open(livePayee, pycaEcv2, now)).not.toBeNull()
    expect(await payments.open(testPayee, pycaEcv2, now)).toBeNull()
  })

  test('a message signed with valid keys opens', async () => {
    expect(await open(null, await sendFromWallet(utf8(message()), sender), now, testPayee)).not.toBeNull()
  })

  test.each<[string, string, Partial<WalletSending>]>([
    ['by another sender', message(), { sender: 'Gogole' }],
    ['by another sender with ECv1', message(), { sender: 'Gogole', protocolVersion: 'ECv1' }],
    ['for another recipient', message(), { recipientId: 'gateway:sluice' }],
    ['for another recipient with ECv1', message(), { recipientId: 'gateway:sluice', protocolVersion: 'ECv1' }],
    ['by another root key', message(), { rootPrivateKey: otherKeys.rootPrivateKey }],
    ['by another root key with ECv1', message(), { rootPrivateKey: otherKeys.rootPrivateKey, protocolVersion: 'ECv1' }],
    ['encrypted to another key', message(), { recipientPublicKey: otherKeys.recipientPublicKey }],
    ['by an expired intermediate key', message(), { keyExpiresMs: now }],
    ['with an expired message', message({ messageExpiration: String(now) }), {}],
    ['with a message for another account', message({ gatewayMerchantId: 'account-2' }), {}],
    ['with a message that is not a payment', '{}', {}],
    ['with an empty message', '', {}],
  ])('payload %s is rejected', async (_what, plain, changed) => {
    expect(await open(null, await sendFromWallet(utf8(plain), { ...sender, ...changed }), now, testPayee)).toBeNull()
  })
})

test('an invalid key in a WALLET_ variable throws on first use without its content', async () => {
  const notKey = { ...pyca, privateKeys: [...pyca.privateKeys, new Uint8Array(138)] }
  await expect(open(notKey, pycaEcv2)).rejects.toThrow(
    new Error('WALLET_PRIVATE_KEYS: entry 3 is not PKCS #8 of a P-256 key.'),
  )
  const [root] = pyca.roots
  const notPoint = { ...pyca, roots: [{ ...root!, point: root!.point.with(64, root!.point[64]! ^ 1) }] }
  await expect(open(notPoint, pycaEcv2)).rejects.toThrow(new Error('WALLET_ROOT_KEYS: a key is not a point of P-256.'))
})
