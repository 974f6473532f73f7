import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromBase64url, randomBytes, toBase64url } from '#contract/encoding/bytes'
import { Secret } from '#contract/schema/secret'
import { cipherKey } from './cipher.ts'
import { CannotOpen, open, openBytes, seal, sealBytes, sealingKeyVersion } from './seal.ts'
import type { SealContext } from './seal.ts'

const context: SealContext = { account: 'account-1', record: 'record-1', purpose: 'pan' }
const sealingKey = async (version = 1) => ({ key: await cipherKey(randomBytes(32)), version })
const key = await sealingKey()
const sealed = await seal(key, context, new Secret('4242424242424242'))
const bytesOf = (text: string) => fromBase64url(text) ?? expect.fail('sealed text is not base64url')

it('open returns any sealed text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
      expect((await open(key, context, await seal(key, context, new Secret(text)))).reveal()).toBe(text)
    }),
  )
})

it('seal and open keep a byte order mark', async () => {
  expect((await open(key, context, await seal(key, context, new Secret('\uFEFFa')))).reveal()).toBe('\uFEFFa')
})

it('openBytes returns sealed bytes', async () => {
  const bytes = randomBytes(32)
  expect(await openBytes(key, context, await sealBytes(key, context, bytes))).toEqual(bytes)
})

it('a sealed value has 31 additional bytes and contains the version of its key', async () => {
  const text = await sealBytes({ ...key, version: 65_535 }, context, randomBytes(10))
  expect(bytesOf(text)).toHaveLength(41)
  expect(sealingKeyVersion(text)).toBe(65_535)
  expect(bytesOf(text).slice(0, 3)).toEqual(Uint8Array.of(1, 255, 255))
})

it('a sealed value contains nothing of its plaintext', async () => {
  const { length } = bytesOf(sealed)
  const other = bytesOf(await seal(key, context, new Secret('4111111111111111')))
  expect(other).toHaveLength(length)
  expect(new TextDecoder().decode(bytesOf(sealed))).not.toContain('4242')
})

it('seal uses a new nonce each time', async () => {
  const texts = await Promise.all(Array.from({ length: 500 }, () => seal(key, context, new Secret('1'))))
  expect(new Set(texts.map((text) => bytesOf(text).slice(3, 15).join())).size).toBe(500)
})

it('open returns a Secret that cannot be printed', async () => {
  const opened = await open(key, context, sealed)
  expect(opened).toBeInstanceOf(Secret)
  expect(() => JSON.stringify({ opened })).toThrow(TypeError)
  expect(() => `${opened}`).toThrow(TypeError)
  const inspect: unknown = Reflect.get(opened, Symbol.for('nodejs.util.inspect.custom'))
  expect(typeof inspect === 'function' && inspect.call(opened)).toBe('[secret]')
})

const expectCannotOpen = async (attempt: Promise<unknown>) => {
  const error: unknown = await attempt.then(
    () => expect.fail('it opened'),
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(CannotOpen)
  expect(error).toMatchObject({ name: 'CannotOpen', message: 'A sealed value cannot be opened.' })
  expect((error as Error).cause).toBeUndefined()
}

describe('CannotOpen', () => {
  it('open throws CannotOpen for every flipped bit', async () => {
    const bytes = bytesOf(sealed)
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = bytes.slice()
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      await expectCannotOpen(open(key, context, toBase64url(flipped)))
    }
  })

  it('open throws CannotOpen for every truncated value', async () => {
    const bytes = bytesOf(sealed)
    for (let length = 0; length < bytes.length; length++)
      await expectCannotOpen(open(key, context, toBase64url(bytes.slice(0, length))))
  })

  it('open throws CannotOpen for a value with an extra byte', async () => {
    await expectCannotOpen(open(key, context, toBase64url(Uint8Array.of(...bytesOf(sealed), 0))))
  })

  it('open throws CannotOpen for non-canonical base64url', async () => {
    await expectCannotOpen(open(key, context, `${sealed}=`))
    await expectCannotOpen(open(key, context, `${sealed}\n`))
    await expectCannotOpen(open(key, context, ` ${sealed}`))
    // 47 bytes leave two bits of the last character unused; the next letter sets one of them.
    expect(bytesOf(sealed)).toHaveLength(47)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    await expectCannotOpen(
      open(key, context, sealed.slice(0, -1) + alphabet.charAt(alphabet.indexOf(sealed.slice(-1)) + 1)),
    )
  })

  it.each(['', 'AQ', 'no base64url!', '٤'.repeat(60)])('open throws CannotOpen for the text %j', async (text) => {
    await expectCannotOpen(open(key, context, text))
    expect(() => sealingKeyVersion(text)).toThrow(CannotOpen)
  })

  it.each([
    { ...context, account: 'account-2' },
    { ...context, record: 'record-2' },
    { ...context, purpose: 'cvv' as const },
    { ...context, account: 'account-1r', record: 'ecord-1' },
    { ...context, account: 'account-', record: '1record-1' },
    { account: context.record, record: context.account, purpose: 'pan' as const },
  ])('open throws CannotOpen for another context: %j', async (otherContext) => {
    await expectCannotOpen(open(key, otherContext, sealed))
  })

  it('open throws CannotOpen for any other random context', async () => {
    const field = fc.string({ unit: fc.constantFrom('a', 'b', '\0', '\u0001', 'é'), maxLength: 3 })
    const contexts = fc.record({ account: field, record: field, purpose: fc.constantFrom('pan', 'cvv') })
    await fc.assert(
      fc.asyncProperty(contexts, contexts, async (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other))
        await expectCannotOpen(open(key, other as SealContext, await seal(key, one as SealContext, new Secret('1'))))
      }),
      { numRuns: 300 },
    )
  })

  it('open throws CannotOpen for another key or another key version', async () => {
    await expectCannotOpen(open(await sealingKey(), context, sealed))
    await expectCannotOpen(open({ ...key, version: 2 }, context, sealed))
  })

  it('open throws CannotOpen for a changed version', async () => {
    const bytes = bytesOf(sealed)
    bytes[2] = 2
    await expectCannotOpen(open({ ...key, version: 2 }, context, toBase64url(bytes)))
  })
})
