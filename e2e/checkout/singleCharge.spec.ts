import type { BrowserContext } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { CheckoutClient } from '../pages/checkoutPage.ts'
import { type ShopperAction, generateSchedules, ShopperWindow } from './shopperActions.ts'

const seed = Number(process.env['SLUICE_SEED'] ?? 20_261_121)
/** Each schedule takes a second of CPU time, so `npm test` runs few. */
const count = process.env['SLUICE_LONG'] === '1' ? 20 : 3
/** Schedules mostly wait, so several run at once. */
const concurrentSchedules = 3

/** Performs the actions in two windows. If they leave the checkout unpaid, the shopper returns and pays. */
const runSchedule = async (
  actions: readonly ShopperAction[],
  windows: readonly [ShopperWindow, ShopperWindow],
  client: CheckoutClient,
) => {
  const { id, url } = await client.create({ total: 26.25 })
  for (const window of windows) await window.open(url)
  let running: Promise<void>[] = []
  for (const action of actions) {
    const performing = windows[action.tab].perform(action)
    running.push(performing)
    if (action.concurrent) continue
    await Promise.all(running)
    running = []
  }
  await Promise.all(running)

  for (const window of windows) await window.waitForRequests()
  await windows[0].open(url)
  if (await windows[0].hasForm()) await windows[0].pay()
  await windows[0].checkout.waitForReceipt()
  await windows[1].open(url)
  await windows[1].checkout.waitForReceipt()
  return id
}

test(`checkout: ${count} random schedules of two windows, double clicks, reloads and lost responses charge once each (seed ${seed})`, async ({
  browser,
  local,
}) => {
  test.setTimeout(180_000)
  const client = new CheckoutClient(local.gateway)
  const schedules = generateSchedules(seed, count)
  const contexts: BrowserContext[] = []
  const runSchedules = async (): Promise<void> => {
    const context = await browser.newContext()
    contexts.push(context)
    const windows = await ShopperWindow.openTwo(context, local.gateway)
    for (let actions = schedules.pop(); actions !== undefined; actions = schedules.pop()) {
      const schedule = JSON.stringify(actions)
      const id = await runSchedule(actions, windows, client).catch((thrown: Error) => {
        throw new Error(`${thrown.message}\nin ${schedule}`, { cause: thrown })
      })
      const { status, transactionId } = await client.read(id)
      expect(status, schedule).toBe('completed')
      const attempts = await client.attempts(id)
      const paid = attempts.filter((attempt) => attempt.status === 'captured').map((attempt) => attempt.transactionId)
      expect(paid, schedule).toEqual([transactionId])
      expect(
        attempts.filter((attempt) => !['captured', 'declined'].includes(attempt.status)),
        schedule,
      ).toEqual([])
      for (const { checkout } of windows) await expect(checkout.form, schedule).toContainText(transactionId!)
    }
  }
  await Promise.all(Array.from({ length: concurrentSchedules }, runSchedules))
  for (const context of contexts) await context.close()
})
