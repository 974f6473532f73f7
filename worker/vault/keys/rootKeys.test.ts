import { describe, expect, it } from 'vitest'
import { randomBytes, toBase64 } from '#contract/encoding/bytes'
import { rootKeysText } from '../fixtures.ts'
import { parseRootKeys } from './rootKeys.ts'

it.each([
  [rootKeysText(1), 1],
  [rootKeysText(1, 2), 2],
  [rootKeysText(2, 1), 2],
  [rootKeysText(9, 10), 10],
])('parseRootKeys uses the highest version as newest (%#)', async (text, newest) => {
  expect((await parseRootKeys(text)).newest.version).toBe(newest)
})

it('parseRootKeys accepts spaces and a trailing line feed', async () => {
  const text = ` ${rootKeysText(1)} , ${rootKeysText(65_535)}\n`
  expect((await parseRootKeys(text)).newest.version).toBe(65_535)
})

it('RootKeys.of returns each version and throws for a missing one', async () => {
  const roots = await parseRootKeys(rootKeysText(1, 3))
  expect(roots.of(1).version).toBe(1)
  expect(roots.of(3)).toBe(roots.newest)
  expect(() => roots.of(2)).toThrow('version 2 is missing')
})

it('parseRootKeys returns keys that are not extractable', async () => {
  const { key } = (await parseRootKeys(rootKeysText(1))).newest
  expect(key.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
})

describe('invalid ROOT_KEYS', () => {
  const key = toBase64(randomBytes(32))
  const one = `1:${key}`

  it.each([
    ['an empty text', '', 'it is empty'],
    ['spaces', ' \n', 'it is empty'],
    ['no version', key, 'entry 1 does not begin with a version'],
    ['version 0', `0:${key}`, 'entry 1 does not begin with a version'],
    ['a leading zero', `01:${key}`, 'entry 1 does not begin with a version'],
    ['a version too high', `65536:${key}`, 'entry 1 does not begin with a version'],
    ['a version that is not a number', `a:${key}`, 'entry 1 does not begin with a version'],
    ['an empty entry', `${one},`, 'entry 2 does not begin with a version'],
    ['no key', '1:', 'entry 1 has 0 bytes'],
    ['a short key', `1:${toBase64(randomBytes(31))}`, 'entry 1 has 31 bytes'],
    ['a long key', `1:${toBase64(randomBytes(33))}`, 'entry 1 has 33 bytes'],
    ['no padding', one.slice(0, -1), 'entry 1 is not base64'],
    ['stray bits', `1:${'A'.repeat(42)}B=`, 'entry 1 is not base64'],
    ['hex', `${one},2:${'!f'.repeat(32)}`, 'entry 2 is not base64'],
    ['a duplicate version', `${one},1:${toBase64(randomBytes(32))}`, 'two entries have the same version'],
    ['a duplicate key', `${one},2:${key}`, 'two versions have the same key'],
  ])('ROOT_KEYS with %s throws an error without its content', async (_, text, message) => {
    const error: unknown = await parseRootKeys(text).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(Error)
    const printed = (error as Error).message
    expect(printed).toContain(`ROOT_KEYS: ${message}`)
    for (const part of text.split(/[:,]/).filter((part) => part.trim().length > 5)) expect(printed).not.toContain(part)
  })
})
