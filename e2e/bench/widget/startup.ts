import type { Browser } from 'playwright-core'
import { median } from '../statistics.ts'
import type { Shop } from './benchPage.ts'
import { MOBILE, slowDown } from './throttling.ts'

const ROUNDS = 5

const measure = async (
  browser: Browser,
  shop: Shop,
  kind: 'showCard' | 'showBaseline',
  slow: boolean,
): Promise<number> => {
  // A context of its own: nothing is in the cache, as for a shopper who comes for the first time.
  const context = await browser.newContext()
  const page = await context.newPage()
  if (slow) await slowDown(page, MOBILE)
  await shop[kind](page)
  const usableMs = await shop.usable(page)
  await context.close()
  return usableMs
}

const KINDS = { card: 'showCard', baseline: 'showBaseline' } as const

export type Startup = Record<keyof typeof KINDS, { fast: number; slow: number }>

/** From the start of the navigation until one can type, in milliseconds: the median of five, all in turns. */
export const measureStartup = async (browser: Browser, shop: Shop): Promise<Startup> => {
  const times = {
    card: { fast: [] as number[], slow: [] as number[] },
    baseline: { fast: [] as number[], slow: [] as number[] },
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const kind of ['card', 'baseline'] as const)
      for (const speed of ['fast', 'slow'] as const)
        times[kind][speed].push(await measure(browser, shop, KINDS[kind], speed === 'slow'))
  const { card, baseline } = times
  return {
    card: { fast: median(card.fast), slow: median(card.slow) },
    baseline: { fast: median(baseline.fast), slow: median(baseline.slow) },
  }
}

/** The addresses that a page with the card form asks the gateway for until one can type. */
export const listRequests = async (browser: Browser, shop: Shop, door: string): Promise<string[]> => {
  const page = await browser.newPage()
  const paths: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin === door) paths.push(url.pathname)
  })
  await shop.showCard(page)
  await page.close()
  return paths
}
