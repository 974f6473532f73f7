import { expect, it } from 'vitest'
import pages from '#built/pages'
import { cardTexts } from './cardTexts.ts'
import { playedAssets } from './testing.ts'

const get = async (query: string, headers: Record<string, string> = {}) => {
  const { fetcher, asked } = playedAssets()
  const response = await cardTexts(new Request(`https://pay.example/card/texts${query}`, { headers }), fetcher)
  return { response, asked }
}

it('answers with the nearest language’s texts, says which it is, and is for our own pages alone', async () => {
  const { response, asked } = await get('?locale=de-AT', { 'accept-language': 'en' })
  expect(asked).toEqual(['/texts/de.json'])
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
  ['the browser’s language for one that we lack', '?locale=tlh', { 'accept-language': 'de' }, '/texts/de.json'],
  ['English for none', '', {}, '/texts/en.json'],
  ['English for a path', '?locale=..%2F..%2Fcard%2Fde', {}, '/texts/en.json'],
  ['brotli to those who read it', '?locale=de', { 'accept-encoding': 'br' }, '/texts/de.json.br'],
])('sends %s', async (_, query, headers, path) => {
  expect((await get(query, headers as Record<string, string>)).asked).toEqual([path])
})

it('answers 304 to a browser that has them, and per locale', async () => {
  const tag = `W/"${pages.card.version}-de"`
  expect((await get('?locale=de')).response.headers.get('etag')).toBe(tag)
  const again = await get('?locale=de', { 'if-none-match': tag })
  expect([again.response.status, again.asked]).toEqual([304, []])
  expect((await get('?locale=en', { 'if-none-match': tag })).response.status).toBe(200)
})
