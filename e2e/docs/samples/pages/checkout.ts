import { expect, type FrameLocator, type Page } from '@playwright/test'
import type { Step } from '../step.ts'

/** Pays a checkout, opened or framed. */
const pay = async (checkout: Page | FrameLocator): Promise<void> => {
  await checkout.getByLabel('Card number').fill('4242424242424242')
  await checkout.getByLabel('Expiry').fill('12 / 30')
  await checkout.getByLabel('CVV').fill('123')
  await checkout.getByLabel('Name on card').fill('Ada Lovelace')
  await checkout.getByRole('button', { name: /^Pay / }).click()
}

export const hostedCheckout: readonly Step[] = [
  {
    after: 'Stoneware cup',
    act: async ({ page, variables }) => {
      await page.goto(variables['URL']!)
      await pay(page)
      await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    },
  },
]

export const embeddedCheckout: readonly Step[] = [
  {
    after: 'checkout.appearance =',
    act: (reader) =>
      reader.visit(async (page) => {
        await pay(page.locator('sluice-checkout iframe').contentFrame())
        await expect(page).toHaveURL(/\/thanks\?payment=\d+$/)
      }),
  },
]
