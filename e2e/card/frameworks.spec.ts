import type { SluiceCard } from '../../widget/embed/element.ts'
import { frameworks } from '../../widget/testing/guideProject.ts'
import { demoAccount } from '../../worker/cli/dev/demoAccount.ts'
import { CardFrame, goodCard } from '../pages/cardFrame.ts'
import { CheckoutClient } from '../pages/checkoutPage.ts'
import { expect } from '../support/fixtures.ts'
import type { Transaction } from '../support/gatewayClient.ts'
import { test } from '../support/sharedPage.ts'
import { openGuideApp, openRenderedGuideApp } from './frameworks/guideApp.ts'

for (const framework of frameworks)
  test(`${framework}: the guide’s app shows a decline, and captures a payment with the corrected card`, async ({
    page,
    local,
    gateway,
  }) => {
    const { publishableKey, secretKey } = demoAccount
    const app = await openGuideApp(framework, { gateway: local.gateway, publishableKey, secretKey })
    try {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(String(error)))
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      await page.goto(app.url)
      const card = new CardFrame(page)
      await card.complete({ ...goodCard, number: '4000 0000 0000 9995' })
      const properties = card.element.evaluate(({ appearance, name, required }: SluiceCard) => ({
        appearance,
        name,
        required,
      }))
      expect(await properties).toEqual({
        appearance: { formAccentColor: 'rebeccapurple' },
        name: 'token',
        required: true,
      })

      const pay = page.getByRole('button', { name: 'Pay' })
      await pay.click()
      await expect(card.frame.locator('.general')).toContainText('Card declined')
      await expect(card.code).toHaveValue('')
      await expect(card.name).toHaveValue(goodCard.name)
      await card.complete(goodCard)
      await pay.click()
      const status = page.getByRole('status')
      await expect(status).toContainText('Thank you!')
      const id = /\d{14,}/.exec(await status.innerText())![0]
      const { body } = await gateway.call('GET', `/v1/transactions/${id}`)
      expect(body as Transaction).toMatchObject({ status: 'captured', amount: 26.25 })

      const { url } = await new CheckoutClient(local.gateway).create({ total: 12, iframe: true })
      await page.goto(`${app.url}parts.html?checkout=${encodeURIComponent(url)}`)
      await new CardFrame(page, page.locator('sluice-card').first()).complete(goodCard)
      await expect(page.getByText('The card is complete.')).toBeVisible()
      if (framework === 'react') {
        await new CardFrame(page, page.locator('form sluice-card')).complete(goodCard)
        await page.getByRole('button', { name: 'Pay' }).click()
        await expect(page.getByText('A token of 44 characters')).toBeVisible()
      }
      const checkout = page.frameLocator('sluice-checkout iframe')
      for (const [label, text] of Object.entries({ 'Card number': goodCard.number, Expiry: '12/30', CVV: '123' }))
        await checkout.getByLabel(label).fill(text)
      await checkout.getByLabel('Name on card').fill(goodCard.name)
      await checkout.getByRole('button', { name: /^Pay/ }).click()
      await expect(page).toHaveTitle(/^\d{14,}$/)
      expect(errors).toEqual([])
    } finally {
      await app.close()
    }
  })

for (const framework of frameworks)
  test(
    `${framework}: the guide’s app is hydrated after a server rendered it, and pays`,
    { tag: '@ci' },
    async ({ page, local }) => {
      const { publishableKey, secretKey } = demoAccount
      const app = await openRenderedGuideApp(framework, { gateway: local.gateway, publishableKey, secretKey })
      try {
        const errors: string[] = []
        page.on('pageerror', (error) => errors.push(String(error)))
        page.on('console', (message) => {
          if (['error', 'warning'].includes(message.type())) errors.push(message.text())
        })
        await page.goto(app.url)
        const card = new CardFrame(page)
        await card.complete(goodCard)
        expect(await card.element.evaluate(({ appearance }: SluiceCard) => appearance)).toEqual({
          formAccentColor: 'rebeccapurple',
        })
        await page.getByRole('button', { name: 'Pay' }).click()
        await expect(page.getByRole('status')).toContainText('Thank you!')
        expect(errors).toEqual([])
      } finally {
        await app.close()
      }
    },
  )
