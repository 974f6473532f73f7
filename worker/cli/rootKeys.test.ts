import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureRootKeys } from './rootKeys.ts'

let folder: string
let file: string
let databases: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-root-keys-'))
  file = join(folder, '.dev.vars')
  databases = join(folder, 'd1')
})
afterEach(() => rm(folder, { recursive: true }))

test('writes version 1 with 32 random bytes', async () => {
  await ensureRootKeys(file, databases)
  const [, key] = /^ROOT_KEYS="1:(.+)"\n$/.exec(await readFile(file, 'utf8')) ?? []
  expect(Buffer.from(key ?? '', 'base64')).toHaveLength(32)
})

test('never replaces a key', async () => {
  await ensureRootKeys(file, databases)
  const first = await readFile(file, 'utf8')
  await mkdir(databases)
  await ensureRootKeys(file, databases)
  expect(await readFile(file, 'utf8')).toBe(first)
})

test.each(['OTHER="kept"\n', 'OTHER="kept"'])('keeps the variables that are there: %j', async (text) => {
  await writeFile(file, text)
  await ensureRootKeys(file, databases)
  expect(await readFile(file, 'utf8')).toMatch(/^OTHER="kept"\nROOT_KEYS="1:.+"\n$/)
})

test('refuses a new key beside databases that another one sealed', async () => {
  await mkdir(databases)
  await expect(ensureRootKeys(file, databases)).rejects.toThrow('npm run reset')
})
