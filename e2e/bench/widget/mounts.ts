import type { Browser, Page } from 'playwright-core'
import { heapSize } from './heap.ts'
import type { BenchPage } from './benchPage.ts'

const MOUNTS = 100

/** Live DOM objects, and the heap in bytes. */
export type Counts = { nodes: number; listeners: number; documents: number; frames: number; heap: number }

/** Counts live objects of the page after garbage collection. */
const count = async (page: Page): Promise<Counts> => {
  const session = await page.context().newCDPSession(page)
  const heap = await heapSize(session)
  const { nodes, jsEventListeners, documents } = await session.send('Memory.getDOMCounters')
  await session.detach()
  return { nodes, listeners: jsEventListeners, documents, frames: page.frames().length, heap }
}

const mountAndRemove = (page: Page, times: number): Promise<void> =>
  page.evaluate(async (times) => {
    const container = document.querySelector('sluice-card')!.parentElement!
    const key = document.querySelector('sluice-card')!.getAttribute('publishable-key')!
    for (let round = 0; round < times; round++) {
      const card = document.createElement('sluice-card')
      card.setAttribute('publishable-key', key)
      await new Promise((ready) => {
        card.addEventListener('ready', ready)
        container.append(card)
      })
      card.remove()
    }
  }, times)

/** Objects left after a hundred mounts and removals beside a form that stays. */
export const measureMounts = async (
  browser: Browser,
  benchPage: BenchPage,
): Promise<{ mounts: number; left: Counts }> => {
  const page = await browser.newPage()
  await benchPage.showCard(page)
  await mountAndRemove(page, 5)
  const before = await count(page)
  await mountAndRemove(page, MOUNTS)
  const after = await count(page)
  await page.close()
  return {
    mounts: MOUNTS,
    left: {
      nodes: after.nodes - before.nodes,
      listeners: after.listeners - before.listeners,
      documents: after.documents - before.documents,
      frames: after.frames - before.frames,
      heap: after.heap - before.heap,
    },
  }
}
