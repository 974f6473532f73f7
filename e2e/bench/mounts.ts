import type { Browser, Page } from 'playwright-core'
import type { Shop } from './shop.ts'

const MOUNTS = 100

export type Counts = { nodes: number; listeners: number; documents: number; frames: number }

/** What is alive in the page's process once the garbage is out. */
const count = async (page: Page): Promise<Counts> => {
  const session = await page.context().newCDPSession(page)
  // Twice: what the first one frees may have held more.
  for (let round = 0; round < 2; round++) await session.send('HeapProfiler.collectGarbage')
  const { nodes, jsEventListeners, documents } = await session.send('Memory.getDOMCounters')
  await session.detach()
  return { nodes, listeners: jsEventListeners, documents, frames: page.frames().length }
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
    },
  }
}
