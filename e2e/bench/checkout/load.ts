import { brotliCompressSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { fetchRaw } from '../fetchRaw.ts'
import { median } from '../statistics.ts'
import { MOBILE, throttle } from '../throttling.ts'

const runs = 5

/** What a first visit costs: until Pay can be pressed, on a mobile network with a quarter of the CPU. */
export type Load = {
  /** Time from the start of the navigation, in milliseconds. */
  readyMs: number
  /** The longest task of the page’s main thread, in milliseconds; 50 stands for any shorter one. */
  longestTaskMs: number
  /** URLs that were requested, the page’s first. */
  urls: readonly string[]
}

type Observed = { readyMs?: number; tasks: number[] }

/** Browsers report no shorter tasks. */
const shortestReported = 50

const visit = async (browser: Browser, url: string): Promise<Load> => {
  // A fresh context has an empty cache, as a first visit.
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const urls: string[] = []
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) urls.push(request.url())
  })
  await page.addInitScript(() => {
    const observed: Observed = { tasks: [] }
    Object.assign(window, { observed })
    new PerformanceObserver((list) => {
      observed.tasks.push(...list.getEntries().map(({ duration }) => duration))
    }).observe({ type: 'longtask', buffered: true })
    const watch = () => {
      if (document.querySelector('sluice-payment-form:not([hidden]) .pay')) observed.readyMs = performance.now()
      else requestAnimationFrame(watch)
    }
    watch()
  })
  await throttle(page, MOBILE)
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.waitForFunction(() => (window as never as { observed: Observed }).observed.readyMs !== undefined)
  const { readyMs, tasks } = await page.evaluate(() => (window as never as { observed: Observed }).observed)
  await context.close()
  return { readyMs: readyMs!, longestTaskMs: Math.max(shortestReported, ...tasks), urls }
}

/**
 * The medians of five first visits of each page, in turns: the first pages of a new browser take longer, since it still loads fonts and starts
 * processes.
 */
export const measureLoads = async (browser: Browser, urls: readonly string[]): Promise<Load[]> => {
  const loads: Load[][] = urls.map(() => [])
  for (let run = 0; run < runs; run++)
    for (const [index, url] of urls.entries()) loads[index]!.push(await visit(browser, url))
  return loads.map((visits) => ({
    readyMs: median(visits.map(({ readyMs }) => readyMs)),
    longestTaskMs: median(visits.map(({ longestTaskMs }) => longestTaskMs)),
    urls: visits[0]!.urls,
  }))
}

/** Bytes of these responses, compressed with brotli as at the edge. */
export const transferredBytes = async (urls: readonly string[]): Promise<number> => {
  let bytes = 0
  for (const url of urls) {
    const { status, headers, body } = await fetchRaw(url, {
      headers: { accept: 'text/html, */*', 'accept-encoding': 'br' },
    })
    if (status !== 200) throw new Error(`${url} returned ${status}.`)
    bytes += headers['content-encoding'] === 'br' ? body.length : brotliCompressSync(body).length
  }
  return bytes
}
