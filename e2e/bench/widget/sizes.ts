import { fetchRaw } from './baselineProxy.ts'

export type Size = { raw: number; brotli: number }

const sizeOf = async (url: string): Promise<Size> => {
  const [raw, brotli] = await Promise.all(
    ['identity', 'br'].map(async (encoding) => {
      const { status, headers, body } = await fetchRaw(url, { headers: { 'accept-encoding': encoding } })
      const sent = headers['content-encoding'] ?? 'identity'
      if (status !== 200 || sent !== encoding) throw new Error(`${url} answered ${status}, ${sent}`)
      return body.length
    }),
  )
  return { raw: raw ?? 0, brotli: brotli ?? 0 }
}

type Largest = Size & { locale: string }

const largest = async (locales: readonly string[], url: (locale: string) => string): Promise<Largest> => {
  let most: Largest = { locale: '', raw: 0, brotli: 0 }
  for (const locale of locales) {
    const size = await sizeOf(url(locale))
    if (size.brotli > most.brotli) most = { locale, ...size }
  }
  return most
}

/** What goes over the wire, as the gateway sends it. */
export const measureSizes = async (gateway: string, locales: readonly string[], key: string) => {
  const frame = (locale: string) => `${gateway}/card?${new URLSearchParams({ key, locale })}`
  const texts = (locale: string) => `${gateway}/card/texts?${new URLSearchParams({ locale })}`
  return {
    script: await sizeOf(`${gateway}/embed.js`),
    frame: await sizeOf(frame('en')),
    largestFrame: await largest(locales, frame),
    texts: await sizeOf(texts('en')),
    largestTexts: await largest(locales, texts),
  }
}
