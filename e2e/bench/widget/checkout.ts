import { brotliCompressSync } from 'node:zlib'
import { GatewayClient } from '../../support/gatewayClient.ts'
import { fetchRaw } from './baselineProxy.ts'
import { measureWithLighthouse, type Report } from './lighthouse.ts'

const runs = 5

/** An order as shops have them. */
const order = {
  items: [
    { name: 'Stoneware cup', price: 12.5, quantity: 2, description: 'Thrown by hand, glazed in sea green.' },
    { name: 'Serving bowl', price: 48, description: 'For four.' },
  ],
  tax: 6.02,
  allowAch: true,
}

/** What a shopper's browser loads before the form can be used, as the edge sends it: brotli throughout. */
export type CheckoutSizes = { page: number; script: number }

const sizesOf = async (url: string): Promise<CheckoutSizes> => {
  const page = await fetchRaw(url)
  const [, path] = /<script[^>]+src="([^"]+)"/.exec(page.body.toString('utf8')) ?? []
  if (!path) throw new Error('The page of a checkout has no script.')
  const script = await fetchRaw(new URL(path, url).href, { headers: { 'accept-encoding': 'br' } })
  return { page: brotliCompressSync(page.body).length, script: script.body.length }
}

/** The hosted checkout on a phone, by Lighthouse: the median of five runs; and what it loads. */
export const measureCheckout = async (
  gateway: string,
): Promise<{ report: Report; sizes: CheckoutSizes; runs: number }> => {
  const { status, body } = await new GatewayClient(gateway).call('POST', '/v1/dynamiccheckout', order)
  const { url } = body as { url?: string }
  if (!url) throw new Error(`The checkout was not made: ${status} ${JSON.stringify(body)}`)
  return { report: await measureWithLighthouse(url, runs), sizes: await sizesOf(url), runs }
}
