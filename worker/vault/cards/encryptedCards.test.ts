import { compactDecrypt } from 'jose/jwe/compact/decrypt'
import { CompactEncrypt } from 'jose/jwe/compact/encrypt'
import type { CompactJWEHeaderParameters } from 'jose'
import { describe, expect, test } from 'vitest'
import { fromBase64url, toBase64url, utf8 } from '#contract/encoding/bytes'
import type { CreditCard } from '#contract/transactions/payment'
import { openDeviceCard, openEncryptedCard } from './encryptedCards.ts'
import { longVector, shortVector, vectorKey } from './encryptedCards.fixtures.ts'
import { mintEncryptionKey, openEncryptionKey } from '../keys/encryptionKeys.ts'
import { freshAccountKey } from '../fixtures.ts'

const key = await vectorKey()
const { kid, n, e } = key.publicKey
const publicKey = (hash: 'SHA-256' | 'SHA-1', modulus = n) =>
  crypto.subtle.importKey('jwk', { kty: 'RSA', n: modulus, e }, { name: 'RSA-OAEP', hash }, false, ['encrypt'])
const recipient = await publicKey('SHA-256')

const card = { accountNumber: '4242424242424242', expires: '1230' }
const good: CompactJWEHeaderParameters = { alg: 'RSA-OAEP-256', enc: 'A256GCM', kid }

/** A token by the library, its header and content as wanted. */
const tokenOf = (
  header: CompactJWEHeaderParameters = good,
  plain: unknown = card,
  to: CryptoKey | Uint8Array = recipient,
): Promise<string> =>
  new CompactEncrypt(
    plain instanceof Uint8Array ? plain : utf8(typeof plain === 'string' ? plain : JSON.stringify(plain)),
  )
    .setProtectedHeader(header)
    .encrypt(to, { crit: { 'urn:example': true } })

/** The card with spaces behind it, which JSON allows. */
const padded = (spaces: number) => tokenOf(good, JSON.stringify(card) + ' '.repeat(spaces))

const open = (token: string) => openEncryptedCard(key, token)

const revealed = (opened: CreditCard | null) =>
  opened && {
    ...opened,
    accountNumber: opened.accountNumber.reveal(),
    ...(opened.verificationValue && { verificationValue: opened.verificationValue.reveal() }),
  }

describe('an encrypted card opens', () => {
  test('that the library made', async () => {
    expect(revealed(await open(await tokenOf()))).toEqual(card)
  })

  test('that another implementation made, with no more than it needs', async () => {
    expect(revealed(await open(shortVector))).toEqual({ accountNumber: '4242424242424242', expires: '1230' })
  })

  test('that another implementation made, with all that it may have', async () => {
    expect(revealed(await open(longVector))).toEqual({
      accountNumber: '378282246310005',
      expires: '1230',
      nameOnCard: "O'Brien",
      verificationValue: '123',
      postalCode: '46201',
    })
  })

  test('to secrets, which cannot be printed', async () => {
    const opened = await open(longVector)
    expect(() => JSON.stringify(opened)).toThrow(TypeError)
  })

  test.each([{ typ: 'JOSE' }, { cty: 'application/json' }, { typ: 'JWE', cty: 'json' }])('with %j', async (more) => {
    expect(await open(await tokenOf({ ...good, ...more }))).not.toBeNull()
  })

  test('up to 8192 characters', async () => {
    const { length } = await padded(0)
    const spaces = Math.floor(((8192 - length) * 3) / 4)
    const longest = await padded(spaces)
    expect(longest.length).toBeGreaterThan(8188)
    expect(longest.length).toBeLessThanOrEqual(8192)
    expect(await open(longest)).not.toBeNull()
    const beyond = await padded(spaces + 3)
    expect(beyond.length).toBeGreaterThan(8192)
    expect(await open(beyond)).toBeNull()
  })
})

const { kid: _kid, ...withoutKid } = good
const contentKey = new Uint8Array(32).fill(7)
const stranger = JSON.parse((await mintEncryptionKey(await freshAccountKey('account-2'))).publicKey)

/** Each is a correct JWE to our key: the library, with nothing pinned, opens it. What is wrong with them is what they ask for. */
const wellMade: Readonly<Record<string, () => Promise<string>>> = {
  'without a kid': () => tokenOf(withoutKid),
  'with a kid that is not ours': () => tokenOf({ ...good, kid: stranger.kid }),
  'with a kid that is a number': () => tokenOf({ ...good, kid: 5 as unknown as string }),
  'with an empty kid': () => tokenOf({ ...good, kid: '' }),
  'encrypted by A128GCM': () => tokenOf({ ...good, enc: 'A128GCM' }),
  'encrypted by A192GCM': () => tokenOf({ ...good, enc: 'A192GCM' }),
  'encrypted by A256CBC-HS512': () => tokenOf({ ...good, enc: 'A256CBC-HS512' }),
  compressed: () => tokenOf({ ...good, zip: 'DEF' }),
  'with something critical': () => tokenOf({ ...good, crit: ['urn:example'], 'urn:example': 1 }),
  'with a key of its own (jwk)': () => tokenOf({ ...good, jwk: { kty: 'RSA', n, e } }),
  'with a place to fetch keys from (jku)': () => tokenOf({ ...good, jku: 'https://keys.example/jwks' }),
  'with a certificate (x5c)': () => tokenOf({ ...good, x5c: ['MIIB'] }),
  'with a place to fetch a certificate from (x5u)': () => tokenOf({ ...good, x5u: 'https://keys.example/x5u' }),
  'with a certificate’s thumbprint (x5t)': () => tokenOf({ ...good, x5t: 'x' }),
  'with work to do (p2c)': () => tokenOf({ ...good, p2c: 1_000_000, p2s: 'x' }),
  'with a parameter that nobody knows': () => tokenOf({ ...good, extra: true }),
  'with a typ that is a number': () => tokenOf({ ...good, typ: 5 as unknown as string }),
  'holding an empty text': () => tokenOf(good, ''),
  'holding no JSON': () => tokenOf(good, 'accountNumber=4242424242424242'),
  'holding JSON that ends early': () => tokenOf(good, JSON.stringify(card).slice(0, -1)),
  'holding a byte that is no UTF-8, in a member that nobody reads': () => {
    const bytes = utf8(JSON.stringify({ ...card, more: '~' }))
    return tokenOf(
      good,
      bytes.map((byte) => (byte === 0x7e ? 0xff : byte)),
    )
  },
  'holding a byte order mark': () => tokenOf(good, `\uFEFF${JSON.stringify(card)}`),
  'holding null': () => tokenOf(good, null),
  'holding a number': () => tokenOf(good, 4242424242424242),
  'holding a list of cards': () => tokenOf(good, [card]),
  'holding another token': async () => tokenOf(good, JSON.stringify(await tokenOf())),
  'holding a card without number': () => tokenOf(good, { expires: '1230' }),
  'holding a card with one fault': () => tokenOf(good, { ...card, expires: '1330' }),
  'holding a card with two faults': () => tokenOf(good, { accountNumber: '4242x', expires: '1330' }),
  'holding a bank account': () => tokenOf(good, { accountNumber: '1234567', routingNumber: '021000021' }),
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

/** A character whose last bits base64url leaves unused, changed in these alone: the same bytes, another text. */
const loose = (text: string): string => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return text.slice(0, -1) + alphabet[alphabet.indexOf(text.at(-1)!) ^ 1]!
}

/** What is no such JWE at all, or not to our key. */
const broken: Readonly<Record<string, () => string | Promise<string>>> = {
  'with the key wrapped under SHA-1': async () => tokenOf({ ...good, alg: 'RSA-OAEP' }, card, await publicKey('SHA-1')),
  'with a key that was agreed on': () => tokenOf({ ...good, alg: 'dir' }, card, contentKey),
  'to a key of another account': async () =>
    tokenOf({ ...good, kid: stranger.kid }, card, await publicKey('SHA-256', stranger.n)),
  'to a key of another account under our kid': async () => tokenOf(good, card, await publicKey('SHA-256', stranger.n)),
  'with a bit changed in its header': () => flipped(0),
  'with a bit changed in its key': () => flipped(1),
  'with a bit changed in its initialization vector': () => flipped(2),
  'with a bit changed in its ciphertext': () => flipped(3),
  'with a bit changed in its tag': () => flipped(4),
  'with another header that says the same': () =>
    withSegment(0, toBase64url(utf8(JSON.stringify({ ...good, typ: 'JOSE' })))),
  'with a content key of 16 bytes': async () =>
    withSegment(
      1,
      toBase64url(
        new Uint8Array(await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, recipient, new Uint8Array(16).fill(1))),
      ),
    ),
  'with a shorter tag': () => withSegment(4, toBase64url(fromBase64url(segments[4]!)!.slice(0, 12))),
  'with the tag at the ciphertext': () =>
    [
      ...segments.slice(0, 3),
      toBase64url(Uint8Array.from([...fromBase64url(segments[3]!)!, ...fromBase64url(segments[4]!)!])),
      '',
    ].join('.'),
  'with a tag in bits that do not count': () => withSegment(4, loose(segments[4]!)),
  'with a space': () => `${shortVector} `,
  'with padding': () => `${shortVector}==`,
  'cut off': () => shortVector.slice(0, -1),
  'cut off in the middle': () => shortVector.slice(0, shortVector.length / 2),
  'of four parts': () => segments.slice(0, 4).join('.'),
  'of six parts': () => `${shortVector}.AA`,
  'of five empty parts': () => '....',
  'with a header that is no JSON': () => withSegment(0, toBase64url(utf8('header'))),
  'with a header that is a list': () => withSegment(0, toBase64url(utf8(JSON.stringify([good])))),
  'serialized as JSON': () => JSON.stringify(json),
  'that is a signed token': () => 'eyJhbGciOiJub25lIn0.e30.',
  'that is a card in clear': () => JSON.stringify(card),
  'that is empty': () => '',
  'that is huge': () => 'A'.repeat(1_000_000),
  'of a million dots': () => '.'.repeat(1_000_000),
}

describe('nothing comes of a token', () => {
  test.each(Object.entries({ ...wellMade, ...broken }))('%s', async (_what, made) => {
    expect(await open(await made())).toBeNull()
  })
})

describe('the library alone would take a token', () => {
  test.each(Object.entries(wellMade))('%s', async (_what, made) => {
    const { plaintext } = await compactDecrypt(await made(), key.privateKey, { crit: { 'urn:example': true } })
    expect(plaintext).toBeInstanceOf(Uint8Array)
  })
})

test('a card opens by the pair that was made, sealed and opened again, and by no other', async () => {
  const account = await freshAccountKey('account-1')
  const [one, other] = await Promise.all(
    [1, 2].map(async () => openEncryptionKey(account, await mintEncryptionKey(account))),
  )
  const { n, kid } = one!.publicKey
  const token = await tokenOf({ ...good, kid }, card, await publicKey('SHA-256', n))
  expect(revealed(await openEncryptedCard(one!, token))).toEqual(card)
  expect(await openEncryptedCard(other!, token)).toBeNull()
})

describe('a card that a reader encrypted', () => {
  const session = '92000000000001'
  const ofReader = { ...card, session, entryMode: 'icc' }
  const openFromReader = async (plain: object, of = session) => openDeviceCard(key, await tokenOf(good, plain), of)

  test('opens for its payment, with how it came', async () => {
    const opened = await openFromReader({ ...ofReader, verificationValue: '123', postalCode: '46201' })
    expect(opened?.entryMode).toBe('icc')
    expect(opened?.accountNumber.reveal()).toBe('4242424242424242')
    expect(() => JSON.stringify(opened)).toThrow(TypeError)
  })

  test.each(['icc', 'tapped', 'keyed'])('may have come %s', async (entryMode) => {
    expect(await openFromReader({ ...ofReader, entryMode })).toMatchObject({ entryMode })
  })

  test('pays nothing anywhere else: it is refused where pages send their cards', async () => {
    expect(await open(await tokenOf(good, ofReader))).toBeNull()
    // Nor does it, whatever is said of the payment.
    for (const of of ['', null, 0, [session]])
      expect(await open(await tokenOf(good, { ...card, session: of }))).toBeNull()
  })

  test('must be a reader’s: one that a page encrypted is refused', async () => {
    expect(await openFromReader(card)).toBeNull()
    expect(await openDeviceCard(key, shortVector, session)).toBeNull()
    expect(await openDeviceCard(key, longVector, session)).toBeNull()
  })

  const wrong: Readonly<Record<string, object>> = {
    'for another payment': { ...ofReader, session: '92000000000002' },
    'for a payment of the same number with a zero before it': { ...ofReader, session: `0${session}` },
    'for a number': { ...ofReader, session: Number(session) },
    'for a list of payments': { ...ofReader, session: [session] },
    'for no payment': { ...card, entryMode: 'icc' },
    'that does not say how it came': { ...card, session },
    'that came in a way that there is not': { ...ofReader, entryMode: 'ICC' },
    'without a number': { ...ofReader, accountNumber: undefined },
    'with a fault': { ...ofReader, expires: '1330' },
  }

  test.each(Object.keys(wrong))('%s is refused', async (which) => {
    expect(await openFromReader(wrong[which]!)).toBeNull()
  })

  test('to another key is refused, also under the name of ours', async () => {
    for (const { kid: of } of [stranger, { kid }]) {
      const token = await tokenOf({ ...good, kid: of }, ofReader, await publicKey('SHA-256', stranger.n))
      expect(await openDeviceCard(key, token, session)).toBeNull()
    }
  })
})
