import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromBase64url, randomBytes, toBase64url } from '#contract/encoding/bytes'
import { Secret } from '#contract/schema/secret'
import { cipherKey } from './cipher.ts'
import { CannotOpen, open, openBytes, seal, sealBytes, sealedVersion } from './seal.ts'
import type { Place } from './seal.ts'

const place: Place = { account: 'account-1', record: 'record-1', purpose: 'pan' }
const sealingKey = async (version = 1) => ({ key: await cipherKey(randomBytes(32)), version })
const key = await sealingKey()
const sealed = await seal(key, place, new Secret('4242424242424242'))
const bytesOf = (text: string) => fromBase64url(text) ?? expect.fail('sealed text is not base64url')

it('opens what it sealed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
      expect((await open(key, place, await seal(key, place, new Secret(text)))).reveal()).toBe(text)
    }),
  )
})

it('keeps a byte order mark', async () => {
  expect((await open(key, place, await seal(key, place, new Secret('\uFEFFa')))).reveal()).toBe('\uFEFFa')
})

it('opens bytes that it sealed', async () => {
  const bytes = randomBytes(32)
  expect(await openBytes(key, place, await sealBytes(key, place, bytes))).toEqual(bytes)
})

it('is 31 bytes longer than what was sealed, and says the version of its key', async () => {
  const text = await sealBytes({ ...key, version: 65_535 }, place, randomBytes(10))
  expect(bytesOf(text)).toHaveLength(41)
  expect(sealedVersion(text)).toBe(65_535)
  expect(bytesOf(text).slice(0, 3)).toEqual(Uint8Array.of(1, 255, 255))
})

it('shows nothing of what was sealed', async () => {
  const { length } = bytesOf(sealed)
  const other = bytesOf(await seal(key, place, new Secret('4111111111111111')))
  expect(other).toHaveLength(length)
  expect(new TextDecoder().decode(bytesOf(sealed))).not.toContain('4242')
})

it('never uses a nonce twice', async () => {
  const texts = await Promise.all(Array.from({ length: 500 }, () => seal(key, place, new Secret('1'))))
  expect(new Set(texts.map((text) => bytesOf(text).slice(3, 15).join())).size).toBe(500)
})

it('opens to a Secret, which is never printed', async () => {
  const opened = await open(key, place, sealed)
  expect(opened).toBeInstanceOf(Secret)
  expect(() => JSON.stringify({ opened })).toThrow(TypeError)
  expect(() => `${opened}`).toThrow(TypeError)
  const inspect: unknown = Reflect.get(opened, Symbol.for('nodejs.util.inspect.custom'))
  expect(typeof inspect === 'function' && inspect.call(opened)).toBe('[secret]')
})

const refusal = async (attempt: Promise<unknown>) => {
  const error: unknown = await attempt.then(
    () => expect.fail('it opened'),
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(CannotOpen)
  expect(error).toMatchObject({ name: 'CannotOpen', message: 'A sealed value cannot be opened.' })
  expect((error as Error).cause).toBeUndefined()
}

describe('refuses, always by the same error,', () => {
  it('every flipped bit', async () => {
    const bytes = bytesOf(sealed)
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = bytes.slice()
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      await refusal(open(key, place, toBase64url(flipped)))
    }
  })

  it('every shortened text', async () => {
    const bytes = bytesOf(sealed)
    for (let length = 0; length < bytes.length; length++)
      await refusal(open(key, place, toBase64url(bytes.slice(0, length))))
  })

  it('a longer text', async () => {
    await refusal(open(key, place, toBase64url(Uint8Array.of(...bytesOf(sealed), 0))))
  })

  it('every other spelling of the same bytes', async () => {
    await refusal(open(key, place, `${sealed}=`))
    await refusal(open(key, place, `${sealed}\n`))
    await refusal(open(key, place, ` ${sealed}`))
    // 47 bytes leave two bits of the last character unused; the next letter sets one of them.
    expect(bytesOf(sealed)).toHaveLength(47)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    await refusal(open(key, place, sealed.slice(0, -1) + alphabet.charAt(alphabet.indexOf(sealed.slice(-1)) + 1)))
  })

  it.each(['', 'AQ', 'no base64url!', '٤'.repeat(60)])('%j', async (text) => {
    await refusal(open(key, place, text))
    expect(() => sealedVersion(text)).toThrow(CannotOpen)
  })

  it.each([
    { ...place, account: 'account-2' },
    { ...place, record: 'record-2' },
    { ...place, purpose: 'cvv' as const },
    { ...place, account: 'account-1r', record: 'ecord-1' },
    { ...place, account: 'account-', record: '1record-1' },
    { account: place.record, record: place.account, purpose: 'pan' as const },
  ])('another place: %j', async (elsewhere) => {
    await refusal(open(key, elsewhere, sealed))
  })

  it('any other place at all', async () => {
    const field = fc.string({ unit: fc.constantFrom('a', 'b', '\0', '\u0001', 'é'), maxLength: 3 })
    const places = fc.record({ account: field, record: field, purpose: fc.constantFrom('pan', 'cvv') })
    await fc.assert(
      fc.asyncProperty(places, places, async (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other))
        await refusal(open(key, other as Place, await seal(key, one as Place, new Secret('1'))))
      }),
      { numRuns: 300 },
    )
  })

  it('another key, and the same key as another version', async () => {
    await refusal(open(await sealingKey(), place, sealed))
    await refusal(open({ ...key, version: 2 }, place, sealed))
  })

  it('a version that was changed in the text', async () => {
    const bytes = bytesOf(sealed)
    bytes[2] = 2
    await refusal(open({ ...key, version: 2 }, place, toBase64url(bytes)))
  })
})
