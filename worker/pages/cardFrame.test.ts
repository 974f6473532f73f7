import { describe, expect, it } from 'vitest'
import pages from '#built/pages' with { type: 'json' }
import { cardFrame } from './cardFrame.ts'
import { fakeAssets } from './fakeAssets.fixtures.ts'

type Ancestors = Parameters<typeof cardFrame>[2]['frameAncestors']

const get = async (query = '', headers: Record<string, string> = {}, frameAncestors: Ancestors = null) => {
  const { fetcher, requested } = fakeAssets()
  const request = new Request(`https://pay.example/card${query}`, { headers })
  return { response: await cardFrame(request, fetcher, { frameAncestors }), requested }
}

/** The directives of the response's policy, by name. */
const policy = async (frameAncestors: Ancestors) => {
  const { response } = await get('', {}, frameAncestors)
  const directives = (response.headers.get('content-security-policy') ?? '').split('; ')
  return Object.fromEntries(directives.map((text) => [text.split(' ')[0], text.split(' ').slice(1)]))
}

it('the policy of the card frame allows one script, one style element and its own origin only', async () => {
  expect(await policy(null)).toEqual({
    'default-src': ["'none'"],
    'connect-src': ["'self'"],
    'form-action': ["'none'"],
    'base-uri': ["'none'"],
    'script-src': [`'${pages.card.scriptHash}'`, "'strict-dynamic'"],
    'style-src': [`'${pages.card.styleHash}'`],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['lit-html'],
    'frame-ancestors': ["'none'"],
  })
})

describe('frame-ancestors', () => {
  it.each([
    ['no origins', null, ["'none'"]],
    ['an empty list', [], ["'none'"]],
    ['any origin', '*', ['*']],
    ['given origins', ['https://a.example', 'http://localhost:3000'], ['https://a.example', 'http://localhost:3000']],
    ['an origin that would end the directive', ["https://a.example; script-src 'unsafe-inline'"], ["'none'"]],
    ['a wildcard host', ['https://*.example'], ["'none'"]],
  ] as [string, Ancestors, string[]][])('frame-ancestors of the card frame: %s', async (_, given, sources) => {
    expect((await policy(given))['frame-ancestors']).toEqual(sources)
  })
})

it('the card frame has isolating headers and no cookie', async () => {
  const { response } = await get()
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'cache-control': 'private, no-cache',
    vary: 'Accept-Encoding, Accept-Language',
  })
  expect(response.headers.has('set-cookie')).toBe(false)
  const permissions = response.headers.get('permissions-policy') ?? ''
  expect(permissions).toContain('payment=(self)')
  expect(permissions.split(', ').filter((feature) => !feature.endsWith('=()'))).toEqual(['payment=(self)'])
})

it.each([
  ['the requested locale', '?locale=de', {}, '/card/de.html'],
  ['its language without the region', '?locale=de-AT', {}, '/card/de.html'],
  ['the browser’s language', '', { 'accept-language': 'de,en;q=0.5' }, '/card/de.html'],
  ['the requested locale before the browser’s', '?locale=en', { 'accept-language': 'de' }, '/card/en.html'],
  ['English', '?locale=tlh', {}, '/card/en.html'],
  ['English for a path', '?locale=..%2Fembed', {}, '/card/en.html'],
])('the card frame is served in %s', async (_, query, headers, path) => {
  expect((await get(query, headers as Record<string, string>)).requested).toEqual([path])
})

it.each([
  ['br', true],
  ['gzip, deflate, br', true],
  ['gzip, br;q=0.5', true],
  ['gzip, br;q=0', false],
  ['gzip', false],
  ['brotli', false],
  ['', false],
])('the card frame for Accept-Encoding %j is brotli: %s', async (accepted, brotli) => {
  const { response, requested } = await get('', { 'accept-encoding': accepted })
  expect(requested).toEqual([brotli ? '/card/en.html.br' : '/card/en.html'])
  expect(response.headers.get('content-encoding')).toBe(brotli ? 'br' : null)
})

it('the card frame returns 304 with the current policy for a matching ETag of the same locale', async () => {
  const tag = (await get()).response.headers.get('etag')!
  const again = await get('', { 'if-none-match': tag }, ['https://a.example'])
  expect(again.response.status).toBe(304)
  expect(again.requested).toEqual([])
  expect(again.response.headers.get('content-security-policy')).toContain('frame-ancestors https://a.example')
  expect((await get('?locale=de', { 'if-none-match': tag })).response.status).toBe(200)
})

it('a missing built file of the card frame throws', async () => {
  const fetcher = { fetch: () => Promise.resolve(new Response(null, { status: 404 })) } as unknown as Fetcher
  await expect(cardFrame(new Request('https://pay.example/card'), fetcher, { frameAncestors: null })).rejects.toThrow(
    'missing',
  )
})
