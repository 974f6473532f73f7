import type { Browser, CDPSession } from 'playwright-core'
import type { Shop } from './benchPage.ts'

/** Bytes of JavaScript's own memory that are in use once the garbage is out. */
export const heapOf = async (session: CDPSession): Promise<number> => {
  // Twice: what the first one frees may have held more.
  for (let round = 0; round < 2; round++) await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}

/** The heap of a frame that is ready to be typed into. It has a process of its own, so nothing of the page around it counts. */
export const measureHeap = async (browser: Browser, shop: Shop, kind: 'showCard' | 'showBaseline'): Promise<number> => {
  const page = await browser.newPage()
  await shop[kind](page)
  const frame = page.frames().find((frame) => frame.parentFrame() !== null)!
  const heap = await heapOf(await page.context().newCDPSession(frame))
  await page.close()
  return heap
}
