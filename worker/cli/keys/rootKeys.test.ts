import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Secret } from '#contract/schema/secret'
import { parseRootKeys } from '../../vault/keys/rootKeys.ts'
import { CliError } from '../cliError.ts'
import { ensureRootKeys, newestVersion, readRootKeys, retireOld, rootKeysText, withNextVersion } from './rootKeys.ts'

let folder: string
let file: string
let databases: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-root-keys-'))
  file = join(folder, '.dev.vars')
  databases = join(folder, 'd1')
})
afterEach(() => rm(folder, { recursive: true }))

test('ensureRootKeys writes version 1 with 32 random bytes', async () => {
  await ensureRootKeys(file, databases)
  const [, key] = /^ROOT_KEYS="1:(.+)"\n$/.exec(await readFile(file, 'utf8')) ?? []
  expect(Buffer.from(key ?? '', 'base64')).toHaveLength(32)
})

test('ensureRootKeys never replaces a key', async () => {
  await ensureRootKeys(file, databases)
  const first = await readFile(file, 'utf8')
  await mkdir(databases)
  await ensureRootKeys(file, databases)
  expect(await readFile(file, 'utf8')).toBe(first)
})

test.each(['OTHER="kept"\n', 'OTHER="kept"'])('ensureRootKeys preserves other variables: %j', async (text) => {
  await writeFile(file, text)
  await ensureRootKeys(file, databases)
  expect(await readFile(file, 'utf8')).toMatch(/^OTHER="kept"\nROOT_KEYS="1:.+"\n$/)
})

test('ensureRootKeys throws for existing databases without a key', async () => {
  await mkdir(databases)
  await expect(ensureRootKeys(file, databases)).rejects.toThrow('npm run reset')
})

const text = (...entries: string[]) => new Secret(entries.join(','))
const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')

describe('ROOT_KEYS', () => {
  test('ROOT_KEYS is parsed by version in any order and spacing', async () => {
    const entries = await readRootKeys(text(` 10:${key(1)}`, `2:${key(2)} \n`))
    expect([...entries.keys()]).toEqual([2, 10])
    expect(newestVersion(entries)).toBe(10)
    expect(rootKeysText(entries).reveal()).toBe(`2:${key(2)},10:${key(1)}`)
  })

  test('invalid ROOT_KEYS is rejected without quoting it', async () => {
    const refused = readRootKeys(text(`1:${key(1)}`, `2:${key(1)}`))
    await expect(refused).rejects.toThrow('two versions have the same key')
    await expect(refused).rejects.not.toThrow(key(1))
    await expect(refused).rejects.toBeInstanceOf(CliError)
  })

  test('withNextVersion adds 32 random bytes that the worker accepts', async () => {
    const entries = await readRootKeys(text(`1:${key(1)}`, `7:${key(7)}`))
    const [one, other] = [withNextVersion(entries), withNextVersion(entries)]
    expect([...one.keys()]).toEqual([1, 7, 8])
    expect((await parseRootKeys(rootKeysText(one).reveal())).newest.version).toBe(8)
    expect(one.get(8)?.reveal()).not.toBe(other.get(8)?.reveal())
    expect(entries.size).toBe(2)
  })

  test('withNextVersion throws after version 65535', async () => {
    const entries = await readRootKeys(text(`65535:${key(1)}`))
    expect(() => withNextVersion(entries)).toThrow('Version 65535 is the last one')
  })

  test('retireOld splits keys into the newest and the old', async () => {
    const { newest, old } = retireOld(await readRootKeys(text(`3:${key(3)}`, `1:${key(1)}`, `2:${key(2)}`)))
    expect([[...newest.keys()], [...old.keys()]]).toEqual([[3], [1, 2]])
  })
})
