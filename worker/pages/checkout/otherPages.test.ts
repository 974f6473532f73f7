import { expect, test } from 'vitest'
import pages from '#built/pages' with { type: 'json' }
import { bindings } from '../../testing/bindings.ts'
import { fakeAssets } from '../fakeAssets.fixtures.ts'
import { missingPage } from './withoutCheckout.ts'
import { readHtml } from './readHtml.fixtures.ts'
import { checkoutScript } from './script.ts'

test('an unknown checkout returns a 404 page in the shopper’s language', async () => {
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

test('the checkout script is immutable and same-origin', async () => {
  const { fetcher, requested } = fakeAssets()
  const { path } = pages.checkout.script
  const response = await script(path, fetcher, { 'accept-encoding': 'br' })
  expect(requested).toEqual([`${path}.br`])
  expect(Object.fromEntries(response!.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
  expect(response!.headers.has('access-control-allow-origin')).toBe(false)
})

test('other paths return no checkout script', async () => {
  const missing = '/checkout-assets/0000000000000000.js'
  const { fetcher, requested } = fakeAssets([missing])
  expect(await script(missing, fetcher)).toBeNull()
  for (const path of ['/checkout-assets/en.json', '/checkout-assets/..%2Fsri.json', '/checkout-assets/'])
    expect(await script(path, fetcher)).toBeNull()
  expect(requested).toEqual([missing])
})
