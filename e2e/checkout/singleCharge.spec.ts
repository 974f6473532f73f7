import type { BrowserContext } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { CheckoutMaker } from '../pages/checkoutPage.ts'
import { type Move, scheduled, ShopperWindow } from './shopperActions.ts'

const seed = Number(process.env['SLUICE_SEED'] ?? 20_261_121)
/** All of them where there is time: each is a second of a processor's. */
const count = process.env['SLUICE_LONG'] === '1' ? 20 : 3
/** Schedules at once: each waits for much of its time. */
const lanes = 3

/** Makes the moves, in two windows, and sees to it that the checkout is paid in the end: by then, or by a shopper who comes back. */
const play = async (moves: readonly Move[], windows: readonly [ShopperWindow, ShopperWindow], maker: CheckoutMaker) => {
  const { id, url } = await maker.make({ total: 26.25 })
  for (const window of windows) await window.open(url)
  let under: Promise<void>[] = []
  for (const move of moves) {
    const making = windows[move.tab].make(move)
    under.push(making)
    if (move.hurry) continue
    await Promise.all(under)
    under = []
  }
  await Promise.all(under)

  for (const window of windows) await window.calm()
  await windows[0].open(url)
  if (await windows[0].hasForm()) await windows[0].pay()
  await windows[0].checkout.paid()
  await windows[1].open(url)
  await windows[1].checkout.paid()
  return id
}

test(`${count} random schedules of two windows, double clicks, reloads and lost answers charge once each, seed ${seed}`, async ({
  browser,
  local,
}) => {
  test.setTimeout(180_000)
  const maker = new CheckoutMaker(local.gateway)
  const schedules = scheduled(seed, count)
  const contexts: BrowserContext[] = []
  const lane = async (): Promise<void> => {
    const context = await browser.newContext()
    contexts.push(context)
    const windows = await ShopperWindow.two(context, local.gateway)
    for (let moves = schedules.pop(); moves !== undefined; moves = schedules.pop()) {
      const told = JSON.stringify(moves)
      const id = await play(moves, windows, maker).catch((thrown: Error) => {
        throw new Error(`${thrown.message}\nin ${told}`, { cause: thrown })
      })
      const { status, transactionId } = await maker.read(id)
      expect(status, told).toBe('completed')
      const tries = await maker.tries(id)
      const paid = tries.filter((one) => one.status === 'captured').map((one) => one.transactionId)
      expect(paid, told).toEqual([transactionId])
      expect(
        tries.filter((one) => !['captured', 'declined'].includes(one.status)),
        told,
      ).toEqual([])
      for (const { checkout } of windows) await expect(checkout.form, told).toContainText(transactionId!)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  for (const context of contexts) await context.close()
})
