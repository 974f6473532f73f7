import { axeViolations } from '../../widget/testing/axe.ts'
import { expect, test } from '../support/checkoutTest.ts'
import { formStates, toBody } from './checkoutStates.ts'

/** Automated checks of accessibility (axe) in every state of a hosted checkout. WebKit: e2e/webkit/checkout.spec.ts. */

const views = [
  { name: 'wide, light, English', size: { width: 1280, height: 900 }, colorScheme: 'light', locale: 'en' },
  { name: 'phone, dark, Arabic', size: { width: 390, height: 844 }, colorScheme: 'dark', locale: 'ar' },
] as const

for (const [name, { body, clicks = [] }] of Object.entries(formStates))
  test(`checkout with ${name}: no axe violations`, async ({ checkout }) => {
    const { page } = checkout
    const { url } = await checkout.open(await toBody(body, checkout.client))
    for (const { name: view, size, colorScheme, locale } of views) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      await page.goto(`${url}?locale=${locale}`)
      await checkout.waitForForm()
      for (const selector of clicks) await page.locator(selector).click()
      expect(await axeViolations(page, { bestPractices: true }), view).toEqual([])
    }
  })

for (const { name, size, colorScheme, locale } of views)
  test(`checkout after a decline, its receipt, and a canceled one: no axe violations (${name})`, async ({
    checkout,
  }) => {
    const { page, client } = checkout
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    const check = async (state: string) => expect(await axeViolations(page, { bestPractices: true }), state).toEqual([])
    const pay = async (number: string) => {
      for (const [id, text] of Object.entries({ number, exp: '12 / 30', csc: '123', name: 'Ada Lovelace' }))
        await page.locator(`#cc-${id}`).fill(text)
      await checkout.pay()
    }
    await checkout.open(
      { items: [{ name: 'Cup', price: 5 }], thankYouUrl: 'https://shop.example/' },
      `?locale=${locale}`,
    )
    await pay('4000000000000127')
    await expect(checkout.alert).not.toHaveText('')
    await check('declined')
    await pay('4242424242424242')
    await checkout.waitForReceipt()
    // A key press stops the return to the shop.
    await page.keyboard.press('Shift')
    await check('receipt')
    const { id, url } = await client.create()
    await client.call('DELETE', `/v1/dynamiccheckout/${id}`)
    await page.goto(`${url}?locale=${locale}`)
    await check('canceled')
  })
