import { fetchRaw } from '../fetchRaw.ts'

export type Size = { raw: number; brotli: number }

const measureSize = async (url: string): Promise<Size> => {
  const [raw, brotli] = await Promise.all(
    ['identity', 'br'].map(async (encoding) => {
      const { status, headers, body } = await fetchRaw(url, { headers: { 'accept-encoding': encoding } })
      const sent = headers['content-encoding'] ?? 'identity'
      if (status !== 200 || sent !== encoding) throw new Error(`${url} returned ${status}, ${sent}`)
      return body.length
    }),
  )
  return { raw: raw ?? 0, brotli: brotli ?? 0 }
}

type Largest = Size & { locale: string }

const largest = async (locales: readonly string[], url: (locale: string) => string): Promise<Largest> => {
  let most: Largest = { locale: '', raw: 0, brotli: 0 }
  for (const locale of locales) {
    const size = await measureSize(url(locale))
    if (size.brotli > most.brotli) most = { locale, ...size }
  }
  return most
}

/** Transferred sizes of the gateway’s responses. */
export const measureSizes = async (gateway: string, locales: readonly string[], key: string) => {
  const frame = (locale: string) => `${gateway}/card?${new URLSearchParams({ key, locale })}`
  const texts = (locale: string) => `${gateway}/card/texts?${new URLSearchParams({ locale })}`
  return {
    script: await measureSize(`${gateway}/embed.js`),
    frame: await measureSize(frame('en')),
    largestFrame: await largest(locales, frame),
    texts: await measureSize(texts('en')),
    largestTexts: await largest(locales, texts),
  }
}
