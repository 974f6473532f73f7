import { compactDecrypt } from 'jose/jwe/compact/decrypt'
import { CompactEncrypt } from 'jose/jwe/compact/encrypt'
import type { CompactJWEHeaderParameters } from 'jose'
import { describe, expect, test } from 'vitest'
import { fromBase64url, toBase64url, utf8 } from '#contract/encoding/bytes'
import type { CreditCard } from '#contract/transactions/payment'
import { openDeviceCard, openEncryptedCard } from './encryptedCards.ts'
import { longVector, shortVector, vectorKey } from './encryptedCards.fixtures.ts'
import { generateEncryptionKey, openEncryptionKey } from '../keys/encryptionKeys.ts'
import { newAccountKey } from '../fixtures.ts'

const key = await vectorKey()
const { kid, n, e } = key.publicKey
const publicKey = (hash: 'SHA-256' | 'SHA-1', modulus = n) =>
  crypto.subtle.importKey('jwk', { kty: 'RSA', n: modulus, e }, { name: 'RSA-OAEP', hash }, false, ['encrypt'])
const recipient = await publicKey('SHA-256')

const card = { accountNumber: '4242424242424242', expires: '1230' }
const validHeader: CompactJWEHeaderParameters = { alg: 'RSA-OAEP-256', enc: 'A256GCM', kid }

/** A token by the library with this header, content and key. */
const tokenOf = (
  header: CompactJWEHeaderParameters = validHeader,
  plain: unknown = card,
  to: CryptoKey | Uint8Array = recipient,
): Promise<string> =>
  new CompactEncrypt(
    plain instanceof Uint8Array ? plain : utf8(typeof plain === 'string' ? plain : JSON.stringify(plain)),
  )
    .setProtectedHeader(header)
    .encrypt(to, { crit: { 'urn:example': true } })

/** A token of the card with this text as its protected header, which libraries print themselves. */
const tokenWithHeader = async (header: string): Promise<string> => {
  const contentKey = crypto.getRandomValues(new Uint8Array(32))
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const encoded = toBase64url(utf8(header))
  const aes = await crypto.subtle.importKey('raw', contentKey, 'AES-GCM', false, ['encrypt'])
  const algorithm = { name: 'AES-GCM', iv, additionalData: utf8(encoded) }
  const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, aes, utf8(JSON.stringify(card))))
  const wrapped = new Uint8Array(await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, recipient, contentKey))
  return [encoded, ...[wrapped, iv, sealed.slice(0, -16), sealed.slice(-16)].map(toBase64url)].join('.')
}

/** A token of the card and trailing spaces. */
const tokenWithSpaces = (spaces: number) => tokenOf(validHeader, JSON.stringify(card) + ' '.repeat(spaces))

const open = (token: string) => openEncryptedCard(key, token)

const openCard = async (token: string) => (await open(token))?.card ?? null

const revealed = (opened: CreditCard | null) =>
  opened && {
    ...opened,
    accountNumber: opened.accountNumber.reveal(),
    ...(opened.verificationValue && { verificationValue: opened.verificationValue.reveal() }),
  }

describe('openEncryptedCard', () => {
  test('an encrypted card by jose opens', async () => {
    expect(revealed(await openCard(await tokenOf()))).toEqual(card)
  })

  test('an encrypted card by OpenSSL with required members opens', async () => {
    expect(revealed(await openCard(shortVector))).toEqual({ accountNumber: '4242424242424242', expires: '1230' })
  })

  test('an encrypted card by OpenSSL with all members opens', async () => {
    expect(revealed(await openCard(longVector))).toEqual({
      accountNumber: '378282246310005',
      expires: '1230',
      nameOnCard: "O'Brien",
      verificationValue: '123',
      postalCode: '46201',
    })
  })

  test.each([
    ['a duplicate member', '{"accountNumber":"4242424242424242","accountNumber":"5555555555554444","expires":"1230"}'],
    ['a duplicate member with one value', '{"accountNumber":"4242424242424242","expires":"1230","expires":"1230"}'],
    [
      'a duplicate member, once escaped',
      '{"accountNumber":"4242424242424242","expires":"1230","expire\\u0073":"1231"}',
    ],
    ['a duplicate unknown member', '{"accountNumber":"4242424242424242","expires":"1230","a":{"b":1,"b":1}}'],
    ['half of a surrogate pair', '{"accountNumber":"4242424242424242","expires":"1230","nameOnCard":"a\\ud800"}'],
    [
      'half of a surrogate pair as bytes',
      new Uint8Array([...utf8('{"nameOnCard":"'), 0xed, 0xa0, 0x80, ...utf8('"}')]),
    ],
  ])('an encrypted card with %s in its content does not open', async (_what, plain) => {
    expect(await open(await tokenOf(validHeader, plain))).toBeNull()
  })

  test('an encrypted card with a duplicate member in its protected header does not open', async () => {
    const headers = {
      once: `{"alg":"RSA-OAEP-256","enc":"A256GCM","kid":"${kid}","iat":1}`,
      twice: `{"alg":"RSA-OAEP-256","enc":"A256GCM","kid":"${kid}","iat":99,"iat":1}`,
      escaped: `{"alg":"RSA-OAEP-256","enc":"A256GCM","kid":"${kid}","i\\u0061t":99,"iat":1}`,
    }
    expect((await open(await tokenWithHeader(headers.once)))?.encryptedAt).toBe(1)
    expect(await open(await tokenWithHeader(headers.twice))).toBeNull()
    expect(await open(await tokenWithHeader(headers.escaped))).toBeNull()
  })

  test('an opened card cannot be serialized', async () => {
    const opened = await openCard(longVector)
    expect(() => JSON.stringify(opened)).toThrow(TypeError)
  })

  test.each([{ typ: 'JOSE' }, { cty: 'application/json' }, { typ: 'JWE', cty: 'json' }])(
    'an encrypted card with header %j opens',
    async (more) => {
      expect(await open(await tokenOf({ ...validHeader, ...more }))).not.toBeNull()
    },
  )

  test('an encrypted card opens up to 8192 characters', async () => {
    const { length } = await tokenWithSpaces(0)
    const spaces = Math.floor(((8192 - length) * 3) / 4)
    const maximal = await tokenWithSpaces(spaces)
    expect(maximal.length).toBeGreaterThan(8188)
    expect(maximal.length).toBeLessThanOrEqual(8192)
    expect(await open(maximal)).not.toBeNull()
    const tooLong = await tokenWithSpaces(spaces + 3)
    expect(tooLong.length).toBeGreaterThan(8192)
    expect(await open(tooLong)).toBeNull()
  })
})

const { kid: _kid, ...withoutKid } = validHeader
const contentKey = new Uint8Array(32).fill(7)
const otherAccountKey = JSON.parse((await generateEncryptionKey(await newAccountKey('account-2'))).publicKey)

/** Valid JWEs for our key, which the library opens without restricted algorithms, but not in the accepted form. */
const decryptable: Readonly<Record<string, () => Promise<string>>> = {
  'without a kid': () => tokenOf(withoutKid),
  'with the kid of another account': () => tokenOf({ ...validHeader, kid: otherAccountKey.kid }),
  'with a kid that is a number': () => tokenOf({ ...validHeader, kid: 5 as unknown as string }),
  'with an empty kid': () => tokenOf({ ...validHeader, kid: '' }),
  'with A128GCM': () => tokenOf({ ...validHeader, enc: 'A128GCM' }),
  'with A192GCM': () => tokenOf({ ...validHeader, enc: 'A192GCM' }),
  'with A256CBC-HS512': () => tokenOf({ ...validHeader, enc: 'A256CBC-HS512' }),
  'with compression (zip)': () => tokenOf({ ...validHeader, zip: 'DEF' }),
  'with a critical extension (crit)': () => tokenOf({ ...validHeader, crit: ['urn:example'], 'urn:example': 1 }),
  'with a key of its own (jwk)': () => tokenOf({ ...validHeader, jwk: { kty: 'RSA', n, e } }),
  'with a key URL (jku)': () => tokenOf({ ...validHeader, jku: 'https://keys.example/jwks' }),
  'with a certificate (x5c)': () => tokenOf({ ...validHeader, x5c: ['MIIB'] }),
  'with a certificate URL (x5u)': () => tokenOf({ ...validHeader, x5u: 'https://keys.example/x5u' }),
  'with a certificate’s thumbprint (x5t)': () => tokenOf({ ...validHeader, x5t: 'x' }),
  'with an iteration count (p2c)': () => tokenOf({ ...validHeader, p2c: 1_000_000, p2s: 'x' }),
  'with an unknown parameter': () => tokenOf({ ...validHeader, extra: true }),
  'with a typ that is a number': () => tokenOf({ ...validHeader, typ: 5 as unknown as string }),
  'with empty content': () => tokenOf(validHeader, ''),
  'with content that is not JSON': () => tokenOf(validHeader, 'accountNumber=4242424242424242'),
  'with truncated JSON': () => tokenOf(validHeader, JSON.stringify(card).slice(0, -1)),
  'with invalid UTF-8 in an unknown member': () => {
    const bytes = utf8(JSON.stringify({ ...card, more: '~' }))
    return tokenOf(
      validHeader,
      bytes.map((byte) => (byte === 0x7e ? 0xff : byte)),
    )
  },
  'with a byte order mark': () => tokenOf(validHeader, `\uFEFF${JSON.stringify(card)}`),
  'with JSON null': () => tokenOf(validHeader, null),
  'with a JSON number': () => tokenOf(validHeader, 4242424242424242),
  'with an array of cards': () => tokenOf(validHeader, [card]),
  'with another token as content': async () => tokenOf(validHeader, JSON.stringify(await tokenOf())),
  'with a card without a number': () => tokenOf(validHeader, { expires: '1230' }),
  'with a card with one invalid member': () => tokenOf(validHeader, { ...card, expires: '1330' }),
  'with a card with two invalid members': () => tokenOf(validHeader, { accountNumber: '4242x', expires: '1330' }),
  'with a bank account': () => tokenOf(validHeader, { accountNumber: '1234567', routingNumber: '021000021' }),
}

const segments = shortVector.split('.')
const withSegment = (at: number, segment: string): string => segments.with(at, segment).join('.')
const flipped = (at: number): string => {
  const bytes = fromBase64url(segments[at]!)!
  bytes[bytes.length - 1]! ^= 1
  return withSegment(at, toBase64url(bytes))
}
const json = {
  protected: segments[0],
  encrypted_key: segments[1],
  iv: segments[2],
  ciphertext: segments[3],
  tag: segments[4],
}

/** The same bytes in another spelling: changes unused bits of the last character. */
const withUnusedBits = (text: string): string => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return text.slice(0, -1) + alphabet[alphabet.indexOf(text.at(-1)!) ^ 1]!
}

/** Malformed tokens, and tokens for other keys. */
const undecryptable: Readonly<Record<string, () => string | Promise<string>>> = {
  'with the key wrapped under SHA-1': async () =>
    tokenOf({ ...validHeader, alg: 'RSA-OAEP' }, card, await publicKey('SHA-1')),
  'with a shared content key (dir)': () => tokenOf({ ...validHeader, alg: 'dir' }, card, contentKey),
  'for the key of another account': async () =>
    tokenOf({ ...validHeader, kid: otherAccountKey.kid }, card, await publicKey('SHA-256', otherAccountKey.n)),
  'for the key of another account with our kid': async () =>
    tokenOf(validHeader, card, await publicKey('SHA-256', otherAccountKey.n)),
  'with a bit changed in its header': () => flipped(0),
  'with a bit changed in its key': () => flipped(1),
  'with a bit changed in its initialization vector': () => flipped(2),
  'with a bit changed in its ciphertext': () => flipped(3),
  'with a bit changed in its tag': () => flipped(4),
  'with an equivalent header': () => withSegment(0, toBase64url(utf8(JSON.stringify({ ...validHeader, typ: 'JOSE' })))),
  'with a content key of 16 bytes': async () =>
    withSegment(
      1,
      toBase64url(
        new Uint8Array(await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, recipient, new Uint8Array(16).fill(1))),
      ),
    ),
  'with a shorter tag': () => withSegment(4, toBase64url(fromBase64url(segments[4]!)!.slice(0, 12))),
  'with the tag appended to the ciphertext': () =>
    [
      ...segments.slice(0, 3),
      toBase64url(Uint8Array.from([...fromBase64url(segments[3]!)!, ...fromBase64url(segments[4]!)!])),
      '',
    ].join('.'),
  'with changed unused bits in its tag': () => withSegment(4, withUnusedBits(segments[4]!)),
  'with a trailing space': () => `${shortVector} `,
  'with padding': () => `${shortVector}==`,
  'without its last character': () => shortVector.slice(0, -1),
  'truncated in the middle': () => shortVector.slice(0, shortVector.length / 2),
  'of four segments': () => segments.slice(0, 4).join('.'),
  'of six segments': () => `${shortVector}.AA`,
  'of five empty segments': () => '....',
  'with a header that is not JSON': () => withSegment(0, toBase64url(utf8('header'))),
  'with a header that is an array': () => withSegment(0, toBase64url(utf8(JSON.stringify([validHeader])))),
  'serialized as JSON': () => JSON.stringify(json),
  'that is a JWS': () => 'eyJhbGciOiJub25lIn0.e30.',
  'that is an unencrypted card': () => JSON.stringify(card),
  'that is empty': () => '',
  'of a million characters': () => 'A'.repeat(1_000_000),
  'of a million dots': () => '.'.repeat(1_000_000),
}

describe('rejected tokens', () => {
  test.each(Object.entries({ ...decryptable, ...undecryptable }))(
    'a token %s does not open',
    async (_what, createToken) => {
      expect(await open(await createToken())).toBeNull()
    },
  )
})

describe('jose without restrictions', () => {
  test.each(Object.entries(decryptable))('a token %s is decrypted by jose alone', async (_what, createToken) => {
    const { plaintext } = await compactDecrypt(await createToken(), key.privateKey, { crit: { 'urn:example': true } })
    expect(plaintext).toBeInstanceOf(Uint8Array)
  })
})

test('an encrypted card opens only with the stored key pair that it is encrypted to', async () => {
  const account = await newAccountKey('account-1')
  const [one, other] = await Promise.all(
    [1, 2].map(async () => openEncryptionKey(account, await generateEncryptionKey(account))),
  )
  const { n, kid } = one!.publicKey
  const token = await tokenOf({ ...validHeader, kid }, card, await publicKey('SHA-256', n))
  expect(revealed((await openEncryptedCard(one!, token))?.card ?? null)).toEqual(card)
  expect(await openEncryptedCard(other!, token)).toBeNull()
})

describe('openDeviceCard', () => {
  const session = '92000000000001'
  const deviceCard = { ...card, session, entryMode: 'icc' }
  const openFromDevice = async (plain: object, of = session) =>
    openDeviceCard(key, await tokenOf(validHeader, plain), of)

  test('a device card opens for its session, with its entry mode', async () => {
    const opened = await openFromDevice({ ...deviceCard, verificationValue: '123', postalCode: '46201' })
    expect(opened?.entryMode).toBe('icc')
    expect(opened?.accountNumber.reveal()).toBe('4242424242424242')
    expect(() => JSON.stringify(opened)).toThrow(TypeError)
  })

  test.each(['icc', 'tapped', 'keyed'])('a device card opens with entry mode %s', async (entryMode) => {
    expect(await openFromDevice({ ...deviceCard, entryMode })).toMatchObject({ entryMode })
  })

  test('a device card does not open as a card of a page', async () => {
    expect(await open(await tokenOf(validHeader, deviceCard))).toBeNull()
    // With any value of `session`.
    for (const of of ['', null, 0, [session]])
      expect(await open(await tokenOf(validHeader, { ...card, session: of }))).toBeNull()
  })

  test('a card of a page does not open as a device card', async () => {
    expect(await openFromDevice(card)).toBeNull()
    expect(await openDeviceCard(key, shortVector, session)).toBeNull()
    expect(await openDeviceCard(key, longVector, session)).toBeNull()
  })

  const wrong: Readonly<Record<string, object>> = {
    'for another session': { ...deviceCard, session: '92000000000002' },
    'for a session with a leading zero': { ...deviceCard, session: `0${session}` },
    'for a session as JSON number': { ...deviceCard, session: Number(session) },
    'for an array of sessions': { ...deviceCard, session: [session] },
    'without a session': { ...card, entryMode: 'icc' },
    'without an entry mode': { ...card, session },
    'with an unknown entry mode': { ...deviceCard, entryMode: 'ICC' },
    'without a number': { ...deviceCard, accountNumber: undefined },
    'with an invalid expiry': { ...deviceCard, expires: '1330' },
  }

  test.each(Object.keys(wrong))('a device card %s does not open', async (name) => {
    expect(await openFromDevice(wrong[name]!)).toBeNull()
  })

  test('a device card for the key of another account does not open, even with our kid', async () => {
    for (const { kid: of } of [otherAccountKey, { kid }]) {
      const token = await tokenOf(
        { ...validHeader, kid: of },
        deviceCard,
        await publicKey('SHA-256', otherAccountKey.n),
      )
      expect(await openDeviceCard(key, token, session)).toBeNull()
    }
  })
})
