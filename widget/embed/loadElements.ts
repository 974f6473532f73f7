import type { SluiceCard } from './sluice-card.ts'

// Exporting their types declares the element names and events for TypeScript.
export type { SluiceCard } from './sluice-card.ts'
export type { SluiceCheckout } from './sluice-checkout.ts'

/** Delays before each attempt in milliseconds; the last one repeats. */
const BACK_OFF_MS = [0, 1000, 3000]
/** Timeout of a script. */
const PATIENCE_MS = 20_000

export type LoadOptions = {
  /** Origin of the gateway. */
  gateway: string
  /** Origin of a second gateway, for script and forms, if the first does not respond. */
  fallbackGateway?: string
  /** Path of the script; with `integrity` the path of a version, as listed in the gateway's `/sri.json`. */
  path?: string
  /** The script's hash. A script with another hash does not run. */
  integrity?: string
  /** Retries per gateway, 2 by default. */
  retries?: number
}

/** The elements did not load from any gateway. */
export class SluiceLoadError extends Error {
  override readonly name = 'SluiceLoadError'
  /** The requested URLs, in order. */
  readonly tried: readonly string[]

  constructor(tried: readonly string[]) {
    super(`The elements did not load from ${tried.join(', ')}.`)
    this.tried = tried
  }
}

/** Adds the script to the page and resolves with whether the elements are defined. A failed script is removed. */
const addScript = (src: string, integrity: string): Promise<boolean> =>
  new Promise((resolve) => {
    const script = document.createElement('script')
    const end = () => {
      clearTimeout(timer)
      const defined = customElements.get('sluice-card') !== undefined
      if (!defined) script.remove()
      resolve(defined)
    }
    const timer = setTimeout(end, PATIENCE_MS)
    script.addEventListener('load', end)
    script.addEventListener('error', end)
    Object.assign(script, { type: 'module', crossOrigin: 'anonymous', integrity, src })
    document.head.append(script)
  })

const load = async ({
  gateway,
  fallbackGateway = '',
  path = '/embed.js',
  integrity = '',
  retries = 2,
}: LoadOptions): Promise<typeof SluiceCard> => {
  const tried: string[] = []
  for (const origin of [gateway, fallbackGateway].filter((url) => url).map((url) => new URL(url).origin)) {
    for (let tries = 0; tries <= retries; tries++) {
      const delayMs = BACK_OFF_MS[tries] ?? BACK_OFF_MS.at(-1)
      if (delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs))
      // Browsers cache a module's failure, so each retry has another URL.
      const src = `${origin}${path}${tries > 0 ? `?try=${tries}` : ''}`
      tried.push(src)
      if (await addScript(src, integrity))
        return customElements.whenDefined('sluice-card') as Promise<typeof SluiceCard>
    }
  }
  throw new SluiceLoadError(tried)
}

let loading: Promise<typeof SluiceCard> | undefined

/**
 * Loads the script of a gateway, with retries and then from the fallback, which defines `<sluice-card>` and `<sluice-checkout>`.
 * Concurrent calls share one load. Once the elements are defined nothing is loaded. Importing this on a server does nothing.
 *
 * @returns the class of `<sluice-card>`
 * @throws {SluiceLoadError} if no gateway served the script. The next call retries
 * @throws {TypeError} if a gateway is not a URL
 */
export const loadElements = (options: LoadOptions): Promise<typeof SluiceCard> => {
  const defined = globalThis.customElements?.get('sluice-card')
  if (defined) return Promise.resolve(defined as typeof SluiceCard)
  loading ??= load(options).finally(() => (loading = undefined))
  return loading
}
