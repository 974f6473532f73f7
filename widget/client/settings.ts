import type { Fetch } from './platform.ts'

export interface SluiceSettings {
  /** The URL of the gateway: `https://pay.example.com`. */
  readonly baseUrl: string
  /** A secret or restricted key; in a browser a publishable one. It is never printed. */
  readonly apiKey: string
  /** Replaces the platform's `fetch`, such as by that of a service binding. */
  readonly fetch?: Fetch
  /** Timeout of each attempt. By default 65,000, and 130,000 for a payment at a terminal: the gateway may take 60 s, or 120 s. */
  readonly timeoutMs?: number
  /** Retries of transient failures. 2 by default, 0 for none. */
  readonly retries?: number
}

const visibleAscii = /^[\x21-\x7e]+$/
const ownMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * The base URL of requests.
 *
 * @throws {TypeError} if the settings are invalid or would expose the key. The error never quotes the key.
 */
export const baseOf = ({ baseUrl, apiKey }: SluiceSettings): string => {
  const { protocol, hostname, origin, pathname } = new URL(baseUrl)
  if (!/^https?:$/.test(protocol)) throw new TypeError('baseUrl must be the http or https URL of the gateway.')
  // The platform's own error would quote an invalid header.
  if (typeof apiKey !== 'string' || !visibleAscii.test(apiKey))
    throw new TypeError('apiKey is missing or malformed. Did you set SLUICE_SECRET_KEY?')
  if (protocol === 'http:' && apiKey.includes('_live_') && !ownMachine.test(hostname))
    throw new TypeError('A live key requires https.')
  if ('document' in globalThis && !apiKey.startsWith('sluice_pk_'))
    throw new TypeError('Use a publishable key in the browser: visitors can read any key of a page.')
  let path = pathname
  while (path.endsWith('/')) path = path.slice(0, -1)
  return origin + path
}
