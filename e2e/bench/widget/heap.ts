import type { Browser, CDPSession } from 'playwright-core'
import type { BenchPage } from './benchPage.ts'

/** JavaScript heap in bytes after garbage collection. */
export const heapSize = async (session: CDPSession): Promise<number> => {
  // Twice, as the first collection can free references to more garbage.
  for (let round = 0; round < 2; round++) await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}

/** The heap of an interactive frame, which has its own process. */
export const measureHeap = async (
  browser: Browser,
  benchPage: BenchPage,
  kind: 'showCard' | 'showBaseline',
): Promise<number> => {
  const page = await browser.newPage()
  await benchPage[kind](page)
  const frame = page.frames().find((frame) => frame.parentFrame() !== null)!
  const heap = await heapSize(await page.context().newCDPSession(frame))
  await page.close()
  return heap
}
