import type { Browser } from 'playwright-core'
import { median } from '../statistics.ts'
import type { BenchPage } from './benchPage.ts'
import { MOBILE, throttle } from '../throttling.ts'

const ROUNDS = 5

const measure = async (
  browser: Browser,
  benchPage: BenchPage,
  kind: 'showCard' | 'showBaseline',
  slow: boolean,
): Promise<number> => {
  // A fresh context with an empty cache, as for a first visit.
  const context = await browser.newContext()
  const page = await context.newPage()
  if (slow) await throttle(page, MOBILE)
  await benchPage[kind](page)
  const usableMs = await benchPage.usableMs(page)
  await context.close()
  return usableMs
}

const KINDS = { card: 'showCard', baseline: 'showBaseline' } as const

export type Startup = Record<keyof typeof KINDS, { fast: number; slow: number }>

/** Time from the start of the navigation until the form is interactive, in milliseconds: the median of five, in alternation. */
export const measureStartup = async (browser: Browser, benchPage: BenchPage): Promise<Startup> => {
  const times = {
    card: { fast: [] as number[], slow: [] as number[] },
    baseline: { fast: [] as number[], slow: [] as number[] },
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const kind of ['card', 'baseline'] as const)
      for (const speed of ['fast', 'slow'] as const)
        times[kind][speed].push(await measure(browser, benchPage, KINDS[kind], speed === 'slow'))
  const { card, baseline } = times
  return {
    card: { fast: median(card.fast), slow: median(card.slow) },
    baseline: { fast: median(baseline.fast), slow: median(baseline.slow) },
  }
}

/** Paths that a page requests from the gateway until the card form is interactive. */
export const listRequests = async (browser: Browser, benchPage: BenchPage, gateway: string): Promise<string[]> => {
  const page = await browser.newPage()
  const paths: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin === gateway) paths.push(url.pathname)
  })
  await benchPage.showCard(page)
  await page.close()
  return paths
}
