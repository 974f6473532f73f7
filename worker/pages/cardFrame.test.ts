import { describe, expect, it } from 'vitest'
import pages from '#built/pages'
import { cardFrame } from './cardFrame.ts'
import { playedAssets } from './testing.ts'

type Ancestors = Parameters<typeof cardFrame>[2]['frameAncestors']

const get = async (query = '', headers: Record<string, string> = {}, frameAncestors: Ancestors = null) => {
  const { fetcher, asked } = playedAssets()
  const request = new Request(`https://pay.example/card${query}`, { headers })
  return { response: await cardFrame(request, fetcher, { frameAncestors }), asked }
}

/** The directives of the answer's policy, by name. */
const policy = async (frameAncestors: Ancestors) => {
  const { response } = await get('', {}, frameAncestors)
  const directives = (response.headers.get('content-security-policy') ?? '').split('; ')
  return Object.fromEntries(directives.map((text) => [text.split(' ')[0], text.split(' ').slice(1)]))
}

it('allows by its policy one script, one style element and its own origin, and nothing else', async () => {
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

describe('may be framed by', () => {
  it.each([
    ['nobody', null, ["'none'"]],
    ['nobody for an empty list', [], ["'none'"]],
    ['anybody', '*', ['*']],
    [
      'the origins given',
      ['https://a.example', 'http://localhost:3000'],
      ['https://a.example', 'http://localhost:3000'],
    ],
    ['no origin that would break out of the directive', ["https://a.example; script-src 'unsafe-inline'"], ["'none'"]],
    ['no wildcard of hosts', ['https://*.example'], ["'none'"]],
  ] as [string, Ancestors, string[]][])('%s', async (_, given, sources) => {
    expect((await policy(given))['frame-ancestors']).toEqual(sources)
  })
})

it('sends the other headers that keep it apart, and no cookie', async () => {
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
  ['the locale asked for', '?locale=de', {}, '/card/de.html'],
  ['its language without the region', '?locale=de-AT', {}, '/card/de.html'],
  ['the browser’s language', '', { 'accept-language': 'de,en;q=0.5' }, '/card/de.html'],
  ['the locale asked for before the browser’s', '?locale=en', { 'accept-language': 'de' }, '/card/en.html'],
  ['English', '?locale=tlh', {}, '/card/en.html'],
  ['English for a path', '?locale=..%2Fembed', {}, '/card/en.html'],
])('speaks %s', async (_, query, headers, path) => {
  expect((await get(query, headers as Record<string, string>)).asked).toEqual([path])
})

it.each([
  ['br', true],
  ['gzip, deflate, br', true],
  ['gzip, br;q=0.5', true],
  ['gzip, br;q=0', false],
  ['gzip', false],
  ['brotli', false],
  ['', false],
])('to a client that accepts %j sends brotli: %s', async (accepted, brotli) => {
  const { response, asked } = await get('', { 'accept-encoding': accepted })
  expect(asked).toEqual([brotli ? '/card/en.html.br' : '/card/en.html'])
  expect(response.headers.get('content-encoding')).toBe(brotli ? 'br' : null)
})

it('answers 304 with today’s policy to a client that has the page, and per locale', async () => {
  const tag = (await get()).response.headers.get('etag')!
  const again = await get('', { 'if-none-match': tag }, ['https://a.example'])
  expect(again.response.status).toBe(304)
  expect(again.asked).toEqual([])
  expect(again.response.headers.get('content-security-policy')).toContain('frame-ancestors https://a.example')
  expect((await get('?locale=de', { 'if-none-match': tag })).response.status).toBe(200)
})

it('complains when the build is not the worker’s', async () => {
  const fetcher = { fetch: () => Promise.resolve(new Response(null, { status: 404 })) } as unknown as Fetcher
  await expect(cardFrame(new Request('https://pay.example/card'), fetcher, { frameAncestors: null })).rejects.toThrow(
    'missing',
  )
})
