import { expect, it } from 'vitest'
import type { PaymentPages } from '#contract/builtPages'
import pages from '#built/pages'
import { embedScript, embedVersion, scriptManifest, sriManifest } from './embedScript.ts'
import { bindings } from '../testing/bindings.ts'
import { playedAssets } from './testing.ts'

const at = (path: string, headers: Record<string, string> = {}) =>
  new Request(`https://pay.example${path}`, { headers })

it('may run on any page: with CORS, for pages that demand a resource policy too', async () => {
  const { fetcher } = playedAssets()
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

it('is kept for five minutes under its short name, then asked for again by its ETag', async () => {
  const { fetcher, asked } = playedAssets()
  const first = await embedScript(at('/embed.js'), fetcher)
  expect(first.headers.get('cache-control')).toMatch(/^public, max-age=300\b/)
  expect(first.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  const again = await embedScript(at('/embed.js', { 'if-none-match': first.headers.get('etag')! }), fetcher)
  expect(again.status).toBe(304)
  expect(asked).toEqual([pages.embed.path])
})

it('is kept for ever under its version', async () => {
  const { fetcher } = playedAssets()
  const response = await embedVersion(at(pages.embed.path), fetcher)
  expect(response?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

it('is there in versions that an earlier deploy published, and in no other', async () => {
  const kept = '/embed/00112233445566ff.js'
  const none = '/embed/0000000000000000.js'
  const { fetcher, asked } = playedAssets([none])
  expect(await (await embedVersion(at(kept), fetcher))?.text()).toBe(kept)
  expect(await embedVersion(at(none), fetcher)).toBeNull()
  for (const path of ['/embed/latest.js', '/embed/..%2fcard%2fen.html', '/embed/00112233445566ff.js.br'])
    expect(await embedVersion(at(path), fetcher)).toBeNull()
  expect(asked).toEqual([kept, none])
})

it('comes as it was compressed by the build', async () => {
  const { fetcher, asked } = playedAssets()
  const response = await embedScript(at('/embed.js', { 'accept-encoding': 'br' }), fetcher)
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(asked).toEqual([`${pages.embed.path}.br`])
})

it('publishes the hashes of its versions as the deploy left them', async () => {
  const built = [pages.embed, pages.checkout.script, pages.checkout.repaint].map(({ path, integrity }) => [
    path,
    integrity,
  ])
  expect(await (await sriManifest(bindings.ASSETS)).json()).toEqual(Object.fromEntries(built))
})

it('publishes which scripts are on the pages that take payments, and asks for that list to be read anew each time', async () => {
  const response = await scriptManifest(bindings.ASSETS)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  const listed: PaymentPages = await response.json()
  expect(listed.onMerchantPages).toMatchObject([{ src: pages.embed.path, integrity: pages.embed.integrity }])
  expect(listed.pages.map(({ path }) => path)).toEqual(['/card', '/checkout/{Checkout}', '/checkout/{Checkout}'])
})
