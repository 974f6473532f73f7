import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepVersions, keptVersionsFile, listVersions } from './keepVersions.ts'

const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`
const nameOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
const older = `/embed/${nameOf('one')}.js`
const old = `/checkout-assets/${nameOf('two')}.js`
const built = `/embed/${nameOf('three')}.js`
const planted = `/embed/${nameOf('planted')}.js`

let assets: string
/** The committed list. */
let deployed: string
let server: Server
/** What the deployed gateway answers, by path; 404 for others. */
let files: Record<string, string>

const gateway = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const list = async () => JSON.parse(await readFile(join(assets, 'sri.json'), 'utf8')) as unknown
const scripts = () => readdir(join(assets, 'embed'))

beforeEach(async () => {
  assets = await mkdtemp(join(tmpdir(), 'sluice-assets-'))
  deployed = join(assets, 'versions.json')
  await writeFile(deployed, JSON.stringify({ [older]: integrityOf('one'), [old]: integrityOf('two') }))
  await mkdir(join(assets, 'embed'))
  await mkdir(join(assets, 'checkout-assets'))
  await writeFile(join(assets, built), 'three')
  await writeFile(join(assets, 'sri.json'), JSON.stringify({ [built]: integrityOf('three') }))
  files = {
    '/sri.json': JSON.stringify({ [older]: integrityOf('one'), [old]: integrityOf('two') }),
    [older]: 'one',
    [old]: 'two',
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
  expect(await keepVersions(gateway(), assets, deployed)).toEqual([older, old])
  expect(await list()).toEqual({
    [older]: integrityOf('one'),
    [old]: integrityOf('two'),
    [built]: integrityOf('three'),
  })
  expect(await readFile(join(assets, older), 'utf8')).toBe('one')
  expect(brotliDecompressSync(await readFile(join(assets, `${old}.br`))).toString()).toBe('two')
  expect(await readFile(join(assets, built), 'utf8')).toBe('three')
})

test('nothing is fetched if the gateway serves the built version only', async () => {
  files = { '/sri.json': JSON.stringify({ [built]: integrityOf('three') }) }
  expect(await keepVersions(gateway(), assets, deployed)).toEqual([])
})

test.each([
  ['a file with another hash', { [old]: 'tampered' }, 'does not match its hash in the list'],
  [
    'a planted script with its true hash',
    { '/sri.json': JSON.stringify({ [planted]: integrityOf('planted') }), [planted]: 'planted' },
    'versions.json does not list',
  ],
  [
    'a listed version with another hash',
    { '/sri.json': JSON.stringify({ [old]: integrityOf('planted') }), [old]: 'planted' },
    'versions.json does not list',
  ],
  ['a missing file', { [old]: undefined }, 'returned 404'],
  ['a missing list', { '/sri.json': undefined }, 'returned 404'],
  ['an HTML page instead of the list', { '/sri.json': '<!doctype html>' }, 'is not a list of versions'],
  ['an empty list', { '/sri.json': '{}' }, 'is not a list of versions'],
  ['a path that leads elsewhere', { '/sri.json': '{"/embed/../../../x.js": "sha384-x"}' }, 'is not a list of versions'],
])('keepVersions throws for %s and leaves the list unchanged', async (_, changed, message) => {
  for (const [path, text] of Object.entries(changed)) {
    if (text === undefined) delete files[path]
    else files[path] = text
  }
  await expect(keepVersions(gateway(), assets, deployed)).rejects.toThrow(message)
  expect(await list()).toEqual({ [built]: integrityOf('three') })
  expect(await scripts()).not.toContain('x.js')
})

test('keepVersions throws for an unreachable gateway and an invalid URL', async () => {
  await expect(keepVersions('http://127.0.0.1:1', assets, deployed)).rejects.toThrow('is unreachable')
  await expect(keepVersions('pay.example.com', assets, deployed)).rejects.toThrow('is not a URL')
})

test('keepVersions throws for a listed version that is not named for its content', async () => {
  const misnamed = '/embed/1111111111111111.js'
  const list = JSON.stringify({ [misnamed]: integrityOf('one') })
  await writeFile(deployed, list)
  files = { '/sri.json': list, [misnamed]: 'one' }
  await expect(keepVersions(gateway(), assets, deployed)).rejects.toThrow('is not named for its content')
})

test('a deploy adds its versions to the committed list once', async () => {
  expect(await listVersions(assets, deployed)).toBe(true)
  expect(JSON.parse(await readFile(deployed, 'utf8'))).toEqual({
    [older]: integrityOf('one'),
    [old]: integrityOf('two'),
    [built]: integrityOf('three'),
  })
  expect(await listVersions(assets, deployed)).toBe(false)
})

test('the committed list has paths of versions and their hashes', async () => {
  const entries = Object.entries(JSON.parse(await readFile(keptVersionsFile, 'utf8')) as object)
  for (const [path, hash] of entries) {
    expect(path).toMatch(/^\/(embed|checkout-assets)\/[0-9a-f]{16}\.js$/)
    expect(hash).toMatch(/^sha384-[A-Za-z0-9+/]{64}$/)
  }
})
