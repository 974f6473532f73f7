import { expect, it } from 'vitest'
import pages from '#built/pages' with { type: 'json' }
import { cardTexts } from './cardTexts.ts'
import { fakeAssets } from './fakeAssets.fixtures.ts'

const get = async (query: string, headers: Record<string, string> = {}) => {
  const { fetcher, requested } = fakeAssets()
  const response = await cardTexts(new Request(`https://pay.example/card/texts${query}`, { headers }), fetcher)
  return { response, requested }
}

it('card texts are returned in the nearest language, named by Content-Language, for this origin only', async () => {
  const { response, requested } = await get('?locale=de-AT', { 'accept-language': 'en' })
  expect(requested).toEqual(['/texts/de.json'])
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/json',
    'content-language': 'de',
    'cache-control': 'public, max-age=300',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding, Accept-Language',
  })
  expect(response.headers.has('access-control-allow-origin')).toBe(false)
})

it.each([
  ['the browser’s language for an unknown locale', '?locale=tlh', { 'accept-language': 'de' }, '/texts/de.json'],
  ['English for no locale', '', {}, '/texts/en.json'],
  ['English for a path', '?locale=..%2F..%2Fcard%2Fde', {}, '/texts/en.json'],
  ['brotli if accepted', '?locale=de', { 'accept-encoding': 'br' }, '/texts/de.json.br'],
])('card texts are sent as %s', async (_, query, headers, path) => {
  expect((await get(query, headers as Record<string, string>)).requested).toEqual([path])
})

it('card texts return 304 for a matching ETag of the same locale', async () => {
  const tag = `W/"${pages.card.version}-de"`
  expect((await get('?locale=de')).response.headers.get('etag')).toBe(tag)
  const again = await get('?locale=de', { 'if-none-match': tag })
  expect([again.response.status, again.requested]).toEqual([304, []])
  expect((await get('?locale=en', { 'if-none-match': tag })).response.status).toBe(200)
})
