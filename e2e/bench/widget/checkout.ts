import { brotliCompressSync } from 'node:zlib'
import { GatewayClient } from '../../support/gatewayClient.ts'
import { fetchRaw } from './baselineProxy.ts'
import { measureWithLighthouse, type LighthouseReport } from './lighthouse.ts'

const runs = 5

/** A typical order. */
const order = {
  items: [
    { name: 'Stoneware cup', price: 12.5, quantity: 2, description: 'Thrown by hand, glazed in sea green.' },
    { name: 'Serving bowl', price: 48, description: 'For four.' },
  ],
  tax: 6.02,
  allowAch: true,
}

/** Bytes loaded until the form is interactive, compressed with brotli as at the edge. */
export type CheckoutSizes = { page: number; script: number }

const measureCheckoutSizes = async (url: string): Promise<CheckoutSizes> => {
  const page = await fetchRaw(url)
  const [, path] = /<script[^>]+src="([^"]+)"/.exec(page.body.toString('utf8')) ?? []
  if (!path) throw new Error('The checkout page has no script.')
  const script = await fetchRaw(new URL(path, url).href, { headers: { 'accept-encoding': 'br' } })
  return { page: brotliCompressSync(page.body).length, script: script.body.length }
}

/** Lighthouse’s mobile results for the hosted checkout (median of five runs), and the bytes it loads. */
export const measureCheckout = async (
  gateway: string,
): Promise<{ report: LighthouseReport; sizes: CheckoutSizes; runs: number }> => {
  const { status, body } = await new GatewayClient(gateway).call('POST', '/v1/dynamiccheckout', order)
  const { url } = body as { url?: string }
  if (!url) throw new Error(`The checkout was not created: ${status} ${JSON.stringify(body)}`)
  return { report: await measureWithLighthouse(url, runs), sizes: await measureCheckoutSizes(url), runs }
}
