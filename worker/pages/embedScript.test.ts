import { expect, it } from 'vitest'
import type { PaymentPageInventory } from '#contract/builtPages'
import pages from '#built/pages' with { type: 'json' }
import { embedScript, embedVersion, scriptManifest, sriManifest } from './embedScript.ts'
import { bindings } from '../testing/bindings.ts'
import { fakeAssets } from './fakeAssets.fixtures.ts'

const at = (path: string, headers: Record<string, string> = {}) =>
  new Request(`https://pay.example${path}`, { headers })

it('embed script and manifests have CORS and cross-origin resource policy headers', async () => {
  const { fetcher } = fakeAssets()
  for (const response of [
    await embedScript(at('/embed.js'), fetcher),
    await sriManifest(fetcher),
    await scriptManifest(fetcher),
  ]) {
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
  }
})

it('/embed.js is cached for five minutes and revalidated by its ETag', async () => {
  const { fetcher, requested } = fakeAssets()
  const first = await embedScript(at('/embed.js'), fetcher)
  expect(first.headers.get('cache-control')).toMatch(/^public, max-age=300\b/)
  expect(first.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  const again = await embedScript(at('/embed.js', { 'if-none-match': first.headers.get('etag')! }), fetcher)
  expect(again.status).toBe(304)
  expect(requested).toEqual([pages.embed.path])
})

it('a version of the embed script is cached as immutable', async () => {
  const { fetcher } = fakeAssets()
  const response = await embedVersion(at(pages.embed.path), fetcher)
  expect(response?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

it('versions of earlier deploys are served, and unknown ones are not', async () => {
  const kept = '/embed/00112233445566ff.js'
  const none = '/embed/0000000000000000.js'
  const { fetcher, requested } = fakeAssets([none])
  expect(await (await embedVersion(at(kept), fetcher))?.text()).toBe(kept)
  expect(await embedVersion(at(none), fetcher)).toBeNull()
  for (const path of ['/embed/latest.js', '/embed/..%2fcard%2fen.html', '/embed/00112233445566ff.js.br'])
    expect(await embedVersion(at(path), fetcher)).toBeNull()
  expect(requested).toEqual([kept, none])
})

it('the embed script is sent with the build’s brotli compression', async () => {
  const { fetcher, requested } = fakeAssets()
  const response = await embedScript(at('/embed.js', { 'accept-encoding': 'br' }), fetcher)
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(requested).toEqual([`${pages.embed.path}.br`])
})

it('/sri.json lists the integrity of each version', async () => {
  const { script, address, order, networks, consents, customer, repaint } = pages.checkout
  const built = [pages.embed, script, address, order, networks, consents, customer, repaint].map(
    ({ path, integrity }) => [path, integrity],
  )
  expect(await (await sriManifest(bindings.ASSETS)).json()).toEqual(Object.fromEntries(built))
})

it('the manifest of payment page scripts lists all pages and is not cached', async () => {
  const response = await scriptManifest(bindings.ASSETS)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  const listed: PaymentPageInventory = await response.json()
  expect(listed.onMerchantPages).toMatchObject([{ src: pages.embed.path, integrity: pages.embed.integrity }])
  expect(listed.pages.map(({ path }) => path)).toEqual(['/card', '/checkout/{Checkout}', '/checkout/{Checkout}'])
})
