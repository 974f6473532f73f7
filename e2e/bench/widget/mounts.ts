import type { Browser, Page } from 'playwright-core'
import { heapOf } from './heap.ts'
import type { Shop } from './benchPage.ts'

const MOUNTS = 100

/** The heap in bytes. */
export type Counts = { nodes: number; listeners: number; documents: number; frames: number; heap: number }

/** What is alive in the page's process once the garbage is out. */
const count = async (page: Page): Promise<Counts> => {
  const session = await page.context().newCDPSession(page)
  const heap = await heapOf(session)
  const { nodes, jsEventListeners, documents } = await session.send('Memory.getDOMCounters')
  await session.detach()
  return { nodes, listeners: jsEventListeners, documents, frames: page.frames().length, heap }
}

const mountAndRemove = (page: Page, times: number): Promise<void> =>
  page.evaluate(async (times) => {
    const place = document.querySelector('sluice-card')!.parentElement!
    const key = document.querySelector('sluice-card')!.getAttribute('publishable-key')!
    for (let round = 0; round < times; round++) {
      const card = document.createElement('sluice-card')
      card.setAttribute('publishable-key', key)
      await new Promise((ready) => {
        card.addEventListener('ready', ready)
        place.append(card)
      })
      card.remove()
    }
  }, times)

/** What a hundred mounts and removals leave behind, beside the one form that stays. */
export const measureMounts = async (browser: Browser, shop: Shop): Promise<{ mounts: number; left: Counts }> => {
  const page = await browser.newPage()
  await shop.showCard(page)
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
