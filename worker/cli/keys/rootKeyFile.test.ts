import { chmod, lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Secret } from '#contract/schema/secret'
import { copy, keepRetired, openRootKeyFile, variables } from './rootKeyFile.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-root-key-file-'))
  file = join(folder, 'keys')
})
afterEach(() => rm(folder, { recursive: true }))

const modeOf = async (path: string) => (await stat(path)).mode & 0o777

describe('variables file', () => {
  test.each([
    ['in quotes', 'ROOT_KEYS="1:a="\n', 'ROOT_KEYS="1:b="\n'],
    ['in single quotes', "ROOT_KEYS='1:a='\n", 'ROOT_KEYS="1:b="\n'],
    ['bare', 'ROOT_KEYS=1:a=', 'ROOT_KEYS="1:b="'],
    ['among others', 'A=1\n\nROOT_KEYS="1:a="\nB="2"\n', 'A=1\n\nROOT_KEYS="1:b="\nB="2"\n'],
    ['with spaces and a comment', ' export ROOT_KEYS = "1:a=" # mine\n', ' export ROOT_KEYS = "1:b=" # mine\n'],
    ['with CRLF lines', 'A=1\r\nROOT_KEYS="1:a="\r\nB=2\r\n', 'A=1\r\nROOT_KEYS="1:b="\r\nB=2\r\n'],
  ])('ROOT_KEYS %s is read and replaced', async (_how, text, changed) => {
    await writeFile(file, text)
    const opened = await openRootKeyFile(file, variables, '--vars')
    expect(opened.keys.reveal()).toBe('1:a=')
    await opened.replace(new Secret('1:b='))
    expect(await readFile(file, 'utf8')).toBe(changed)
  })

  test.each([
    ['without ROOT_KEYS', 'OTHER=1\n'],
    ['with ROOT_KEYS in a comment only', '# ROOT_KEYS="1:a="\n'],
    ['with ROOT_KEYS twice', 'ROOT_KEYS="1:a="\nROOT_KEYS="1:b="\n'],
  ])('a variables file %s is rejected', async (_what, text) => {
    await writeFile(file, text)
    await expect(openRootKeyFile(file, variables, '--vars')).rejects.toThrow(
      'The file of --vars must contain one line ROOT_KEYS',
    )
  })
})

describe('replacing root keys', () => {
  test('a replaced root key file is readable by its owner only, without leftovers', async () => {
    await writeFile(file, '1:a=\n')
    await chmod(file, 0o644)
    await (await openRootKeyFile(file, copy, '--keys')).replace(new Secret('1:a=,2:b='))
    expect(await readFile(file, 'utf8')).toBe('1:a=,2:b=\n')
    expect(await modeOf(file)).toBe(0o600)
    expect(await readdir(folder)).toEqual(['keys'])
  })

  test('replacing throws if another process changed the file', async () => {
    await writeFile(file, '1:a=\n')
    const [one, other] = [await openRootKeyFile(file, copy, '--keys'), await openRootKeyFile(file, copy, '--keys')]
    await other.replace(new Secret('1:a=,2:b='))
    await expect(one.replace(new Secret('1:a=,2:c='))).rejects.toThrow('was changed by another process')
    expect(await readFile(file, 'utf8')).toBe('1:a=,2:b=\n')
    expect(await readdir(folder)).toEqual(['keys'])
  })

  test('replacing follows a symbolic link', async () => {
    const kept = join(folder, 'kept')
    await writeFile(kept, '1:a=\n')
    await symlink(kept, file)
    await (await openRootKeyFile(file, copy, '--keys')).replace(new Secret('2:b='))
    expect((await lstat(file)).isSymbolicLink()).toBe(true)
    expect(await readFile(kept, 'utf8')).toBe('2:b=\n')
  })
})

test('an error for a missing file does not quote the path, which may be the key', async () => {
  const refused = openRootKeyFile('1:secret=', copy, '--keys')
  await expect(refused).rejects.toThrow('The file of --keys does not exist')
  await expect(refused).rejects.not.toThrow('secret')
})

test('retired keys are stored one per line, without duplicates, for their owner only', async () => {
  const keys = ['1:a=', '2:b='].map((key) => new Secret(key))
  await keepRetired(file, keys.slice(0, 1))
  await keepRetired(file, keys)
  expect(await readFile(file, 'utf8')).toBe('1:a=\n2:b=\n')
  expect(await modeOf(file)).toBe(0o600)
})
