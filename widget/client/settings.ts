import type { Fetch } from './platform.ts'

export interface SluiceSettings {
  /** Where the gateway is: `https://pay.example.com`. */
  readonly baseUrl: string
  /** A secret or restricted key; in a browser, a publishable one. It is never printed. */
  readonly apiKey: string
  /** In place of the platform's `fetch`: that of a service binding, or one of a test. */
  readonly fetch?: Fetch
  /** How long to wait for each try. By default 65,000, and 130,000 for a payment at a card reader: the gateway itself may take 60 s, or 120 s. */
  readonly timeoutMs?: number
  /** How often a request that failed in passing is sent again. 2 by default, 0 for never. */
  readonly retries?: number
}

const visibleAscii = /^[\x21-\x7e]+$/
const ownMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * The address that paths are appended to.
 *
 * @throws {TypeError} where the settings cannot work or would give the key away; it never quotes the key
 */
export const baseOf = ({ baseUrl, apiKey }: SluiceSettings): string => {
  const { protocol, hostname, origin, pathname } = new URL(baseUrl)
  if (!/^https?:$/.test(protocol)) throw new TypeError('baseUrl is the http or https address of the gateway.')
  // A header that cannot be sent would be quoted by the platform's own error.
  if (typeof apiKey !== 'string' || !visibleAscii.test(apiKey)) throw new TypeError('apiKey is no API key.')
  if (protocol === 'http:' && apiKey.includes('_live_') && !ownMachine.test(hostname))
    throw new TypeError('A live key travels by https alone.')
  if ('document' in globalThis && !apiKey.startsWith('sluice_pk_'))
    throw new TypeError('A page takes a publishable key alone: whoever visits it can read what it holds.')
  let path = pathname
  while (path.endsWith('/')) path = path.slice(0, -1)
  return origin + path
}
