import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepVersions } from './keepVersions.ts'

const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`
const [older, old, built] = [
  '/embed/1111111111111111.js',
  '/checkout-assets/2222222222222222.js',
  '/embed/3333333333333333.js',
]

let assets: string
let server: Server
/** What the deployed gateway answers, by path; 404 for others. */
let files: Record<string, string>

const gateway = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const list = async () => JSON.parse(await readFile(join(assets, 'sri.json'), 'utf8')) as unknown
const scripts = () => readdir(join(assets, 'embed'))

beforeEach(async () => {
  assets = await mkdtemp(join(tmpdir(), 'sluice-assets-'))
  await mkdir(join(assets, 'embed'))
  await mkdir(join(assets, 'checkout-assets'))
  await writeFile(join(assets, built!), 'three')
  await writeFile(join(assets, 'sri.json'), JSON.stringify({ [built!]: integrityOf('three') }))
  files = {
    '/sri.json': JSON.stringify({ [older!]: integrityOf('one'), [old!]: integrityOf('two') }),
    [older!]: 'one',
    [old!]: 'two',
  }
  server = createServer(({ url = '' }, response) => {
    response.writeHead(Object.hasOwn(files, url) ? 200 : 404).end(files[url])
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
  await rm(assets, { recursive: true })
})

test('all versions that the gateway serves are added to the build', async () => {
  expect(await keepVersions(gateway(), assets)).toEqual([older, old])
  expect(await list()).toEqual({
    [older!]: integrityOf('one'),
    [old!]: integrityOf('two'),
    [built!]: integrityOf('three'),
  })
  expect(await readFile(join(assets, older!), 'utf8')).toBe('one')
  expect(brotliDecompressSync(await readFile(join(assets, `${old}.br`))).toString()).toBe('two')
  expect(await readFile(join(assets, built!), 'utf8')).toBe('three')
})

test('nothing is fetched if the gateway serves the built version only', async () => {
  files = { '/sri.json': JSON.stringify({ [built!]: integrityOf('three') }) }
  expect(await keepVersions(gateway(), assets)).toEqual([])
})

test.each([
  ['a file with another hash', { [old!]: 'tampered' }, 'does not match its hash in /sri.json'],
  ['a missing file', { [old!]: undefined }, 'returned 404'],
  ['a missing list', { '/sri.json': undefined }, 'returned 404'],
  ['an HTML page instead of the list', { '/sri.json': '<!doctype html>' }, 'is not a list of versions'],
  ['an empty list', { '/sri.json': '{}' }, 'is not a list of versions'],
  ['a path that leads elsewhere', { '/sri.json': '{"/embed/../../../x.js": "sha384-x"}' }, 'is not a list of versions'],
])('keepVersions throws for %s and leaves the list unchanged', async (_, changed, message) => {
  for (const [path, text] of Object.entries(changed)) {
    if (text === undefined) delete files[path]
    else files[path] = text
  }
  await expect(keepVersions(gateway(), assets)).rejects.toThrow(message)
  expect(await list()).toEqual({ [built!]: integrityOf('three') })
  expect(await scripts()).not.toContain('x.js')
})

test('keepVersions throws for an unreachable gateway and an invalid URL', async () => {
  await expect(keepVersions('http://127.0.0.1:1', assets)).rejects.toThrow('is unreachable')
  await expect(keepVersions('pay.example.com', assets)).rejects.toThrow('is not a URL')
})
