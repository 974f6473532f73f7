import { expect, test } from 'vitest'
import pages from '#built/pages'
import { bindings } from '../../testing/bindings.ts'
import { playedAssets } from '../testing.ts'
import { missingPage } from './withoutCheckout.ts'
import { readHtml } from './readHtml.fixtures.ts'
import { checkoutScript } from './script.ts'

test('an address without a checkout answers 404, in the shopper’s language, under the same policy', async () => {
  const request = new Request('https://pay.example/checkout/00x', { headers: { 'accept-language': 'de' } })
  const { status, headers, ...response } = await missingPage(request, bindings.ASSETS).then(async (answer) => ({
    status: answer.status,
    headers: answer.headers,
    elements: await readHtml(await answer.text()),
  }))
  expect(status).toBe(404)
  expect(headers.get('content-language')).toBe('de')
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'/)
  expect(headers.has('link')).toBe(false)
  expect(response.elements.filter(({ tag }) => tag === 'script')).toEqual([])
  expect(response.elements.find(({ tag }) => tag === 'h1')?.text).toBe('Hier gibt es nichts zu bezahlen')
})

const script = (path: string, assets: Fetcher, headers: Record<string, string> = {}) =>
  checkoutScript(new Request(`https://pay.example${path}`, { headers }), assets)

test('the script is kept for ever under its hash, and is for our own pages alone', async () => {
  const { fetcher, asked } = playedAssets()
  const { path } = pages.checkout.script
  const response = await script(path, fetcher, { 'accept-encoding': 'br' })
  expect(asked).toEqual([`${path}.br`])
  expect(Object.fromEntries(response!.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
  expect(response!.headers.has('access-control-allow-origin')).toBe(false)
})

test('no other file is a script of the page', async () => {
  const missing = '/checkout-assets/0000000000000000.js'
  const { fetcher, asked } = playedAssets([missing])
  expect(await script(missing, fetcher)).toBeNull()
  for (const path of ['/checkout-assets/en.json', '/checkout-assets/..%2Fsri.json', '/checkout-assets/'])
    expect(await script(path, fetcher)).toBeNull()
  expect(asked).toEqual([missing])
})
