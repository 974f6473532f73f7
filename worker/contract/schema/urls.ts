import { formatted } from './fields.ts'

/** Addresses of the web and of mail, parsed by the platform's own URL and compared with what was sent. */
const parsed = (value: string): URL | null => (value.length <= 2048 && URL.canParse(value) ? new URL(value) : null)

/** Backslashes, spaces and control characters are repaired by the parser in silence, so they are refused before. */
export const repaired = /[\\\s\p{Cc}]/u

/** A parser reads https:host and https:///host alike, and who wrote that meant something else. An @ before the path hides the host. */
const written = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i

const localNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1'])

const isAbsolute = (value: string, accepts: (url: URL) => boolean): boolean => {
  const url = repaired.test(value) || !written.test(value) ? null : parsed(value)
  return url !== null && accepts(url)
}

/** An absolute https address. */
export const webAddress = () =>
  formatted('absolute https URL', (value) => isAbsolute(value, (url) => url.protocol === 'https:'))

/** An absolute https address, or http on this machine; whether the latter may be used is for the mode of the key to say. */
export const webOrLocalAddress = () =>
  formatted('absolute https URL', (value) =>
    isAbsolute(value, (url) => url.protocol === 'https:' || (url.protocol === 'http:' && localNames.has(url.hostname))),
  )

/** No stars: in a policy of a page an origin with one would be many. */
const originPattern = /^https?:\/\/[a-z0-9.\-[\]:]+$/

/** An origin exactly as a browser prints it in the Origin header: scheme, host and port, and nothing else. */
export const origin = () =>
  formatted('scheme://host:port', (value) => {
    const url = parsed(value)
    return url !== null && originPattern.test(value) && url.origin === value
  })

/** Something before and something after one @. Whether mail arrives there, only mail can tell. */
export const email = () => formatted('email address', (value) => value.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(value))
