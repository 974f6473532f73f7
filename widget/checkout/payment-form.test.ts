import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { axeViolations } from '../testing/axe.ts'
import { useBench } from '../testing/bench.ts'
import { openCheckout } from '../testing/openCheckout.ts'

const bench = useBench()

const fillCard = async (page: Page) => {
  for (const [name, text] of Object.entries({
    number: '4242424242424242',
    exp: '1249',
    csc: '123',
    name: 'Robin Miller',
  }))
    await page.locator(`#cc-${name}`).fill(text)
}

it('has nothing that axe would report', async () => {
  const { page } = await openCheckout(await bench())
  await page.locator('sluice-payment-form').waitFor()
  expect(await axeViolations(page, { practices: true })).toEqual([])
})

it('pays', async () => {
  const stand = await openCheckout(await bench())
  const { page } = stand
  await page.locator('sluice-payment-form').waitFor()
  await fillCard(page)
  await page.getByRole('button', { name: 'Pay $26.25' }).click()
  await page.getByText('Thank you').waitFor()
  expect(stand.tries).toHaveLength(1)
})
