import { formatted } from './fields.ts'
import { originPattern } from './originPattern.ts'

/** Parses a URL of up to 2048 characters. */
const parsed = (value: string): URL | null => (value.length <= 2048 && URL.canParse(value) ? new URL(value) : null)

/** Backslashes, white space and control characters, which the URL parser would silently replace. They are rejected before parsing. */
export const unsafeUrlCharacter = /[\\\s\p{Cc}]/u

/** Scheme, two slashes and a host. The parser also accepts https:host and https:///host. An @ before the path can disguise the host. */
const absoluteUrl = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i

const localNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1'])

/** Whether a URL is https, or http on localhost. */
export const isHttpsOrLocal = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && localNames.has(hostname))

const isAbsolute = (value: string, accepts: (url: URL) => boolean): boolean => {
  const url = unsafeUrlCharacter.test(value) || !absoluteUrl.test(value) ? null : parsed(value)
  return url !== null && accepts(url)
}

/** An absolute https URL. */
export const httpsUrl = () =>
  formatted('absolute https URL', (value) => isAbsolute(value, (url) => url.protocol === 'https:'))

/** Whether a text is an absolute https URL, or http on localhost. */
export const isHttpsOrLocalUrl = (value: string): boolean => isAbsolute(value, isHttpsOrLocal)

/** An absolute https URL, or http on localhost. The mode of the key decides whether the latter is allowed. */
export const httpsOrLocalUrl = () => formatted('absolute https URL', isHttpsOrLocalUrl)

/** An origin as serialized in the Origin header: scheme, host and port. */
export const origin = () =>
  formatted('scheme://host:port', (value) => {
    const url = parsed(value)
    return url !== null && originPattern.test(value) && url.origin === value
  })
