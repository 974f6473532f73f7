import type { SluiceCard } from './sluice-card.ts'

// With their types, the names of the elements and their events are known to TypeScript, too.
export type { SluiceCard } from './sluice-card.ts'
export type { SluiceCheckout } from './sluice-checkout.ts'

/** Waits before each try, in milliseconds; the last one stands for all that follow. */
const BACK_OFF_MS = [0, 1000, 3000]
/** How long a script may take. */
const PATIENCE_MS = 20_000

export type LoadOptions = {
  /** Origin of the gateway. */
  gateway: string
  /** Origin to load the script from when the first one does not answer; the forms come from there then, too. */
  fallbackGateway?: string
  /** Path of the script; with `integrity` that of one version, as `/sri.json` of the gateway lists them. */
  path?: string
  /** The script's hash. A script that has another one is not run. */
  integrity?: string
  /** How often the script is asked for again at each gateway; twice if not given. */
  retries?: number
}

/** No gateway gave a script that defines the elements. */
export class SluiceLoadError extends Error {
  override readonly name = 'SluiceLoadError'
  /** The addresses that were tried, in order. */
  readonly tried: readonly string[]

  constructor(tried: readonly string[]) {
    super(`The elements did not load from ${tried.join(', ')}.`)
    this.tried = tried
  }
}

/** Adds the script to the page; resolves with whether the elements are there: the card is the last to be defined. A script that fails is taken out again. */
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
      // A page remembers for good that a module did not come, so each further try has an address of its own.
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
 * Loads the script that a gateway serves, and so defines `<sluice-card>` and `<sluice-checkout>`; again where it does not
 * come, then from the fallback. Calls while one is under way get its answer, whatever their options; once the elements are
 * defined, nothing is loaded any more. Importing this on a server does nothing; call it in a page.
 *
 * @returns the class of `<sluice-card>`
 * @throws {SluiceLoadError} where no gateway gave the script. The next call tries anew
 * @throws {TypeError} where a gateway is no address
 */
export const loadElements = (options: LoadOptions): Promise<typeof SluiceCard> => {
  const defined = globalThis.customElements?.get('sluice-card')
  if (defined) return Promise.resolve(defined as typeof SluiceCard)
  loading ??= load(options).finally(() => (loading = undefined))
  return loading
}
