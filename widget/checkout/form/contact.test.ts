import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { axeViolations } from '../../testing/axe.ts'
import { fillCard, openCheckout } from '../../testing/checkoutPageFixture.ts'
import { useWidgetFixture } from '../../testing/widgetFixture.ts'

const openFixture = useWidgetFixture()

const pay = (page: Page) => page.locator('.pay').click()
const message = (page: Page) => page.locator('sluice-field:has(#phone) .message').textContent()
const isPaid = (page: Page) => page.getByText('Thank you').waitFor()

describe('telephone number', () => {
  it('the field has the label, keyboard and autofill of a telephone number, and no axe violation', async () => {
    const { page } = await openCheckout(await openFixture(), { form: { email: 'none', phone: 'optional' } })
    const phone = page.getByLabel('Phone (optional)')
    expect(await phone.getAttribute('autocomplete')).toBe('tel')
    expect(await phone.getAttribute('inputmode')).toBe('tel')
    await phone.fill('12')
    await phone.blur()
    expect(await axeViolations(page, { bestPractices: true })).toEqual([])
  })

  it('a checkout that does not ask for a telephone number has no field for one', async () => {
    const { page } = await openCheckout(await openFixture(), { form: { email: 'none' } })
    expect(await page.locator('#phone').count()).toBe(0)
    expect(await page.getByText('Contact').count()).toBe(0)
  })

  it('a required number that is missing or wrong is marked and nothing is sent, and a valid one is', async () => {
    const checkout = await openCheckout(await openFixture(), { form: { phone: 'required' } })
    const { page } = checkout
    await fillCard(page)
    await pay(page)
    expect(await message(page)).toBe('Fill in this field')
    expect(await page.evaluate(() => document.activeElement!.id)).toBe('phone')
    for (const wrong of ['12345', '1234567890123456', 'call me', '<img src=x>']) {
      await page.locator('#phone').fill(wrong)
      await pay(page)
      expect(await message(page), wrong).toBe('Check the phone number')
    }
    expect(checkout.attempts).toEqual([])
    await page.locator('#phone').fill(' +٤٩ (30) 901-820 ')
    await pay(page)
    await isPaid(page)
    expect(checkout.attempts[0]!.answers.phone).toBe('+49 (30) 901-820')
  })

  it('an optional number may be empty', async () => {
    const checkout = await openCheckout(await openFixture(), { form: { phone: 'optional' } })
    await fillCard(checkout.page)
    await pay(checkout.page)
    await isPaid(checkout.page)
    expect(checkout.attempts[0]!.answers.phone).toBe('')
  })

  it('a number that the server rejects is marked', async () => {
    const checkout = await openCheckout(await openFixture(), { form: { phone: 'optional' } })
    checkout.payResponses = [
      { httpStatus: 400, errors: [{ type: 'format_invalid', message: { field: 'answers.phone' } }] },
    ]
    await checkout.page.locator('#phone').fill('123456')
    await fillCard(checkout.page)
    await pay(checkout.page)
    await checkout.page.getByText('Check the phone number').first().waitFor()
    expect(await message(checkout.page)).toBe('Check the phone number')
  })
})
