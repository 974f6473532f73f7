import type { Page } from '@playwright/test'
import { addAuthenticator } from '../../widget/testing/console/addAuthenticator.ts'
import { consoleUrl } from '../../worker/cli/dev/consoleUrl.ts'
import { expect, test } from '../support/fixtures.ts'

/** People and their passkeys at the console, in a browser with a virtual authenticator. */

const enterAsOwner = async (page: Page, origin: string): Promise<void> => {
  await page.goto(origin)
  await page.getByRole('button', { name: 'Enter as the demo owner' }).click()
  await page.getByRole('link', { name: 'Payments', exact: true }).waitFor()
}

/** Invites a person as the owner. @returns the link */
const invite = (page: Page, invitation: object): Promise<string> =>
  page.evaluate(async (body) => {
    const response = await fetch('/v1/team/invitations', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return ((await response.json()) as { link: string }).link
  }, invitation)

test(
  'console: an invited colleague registers a passkey, refunds up to the limit and not above, and signs in again',
  { tag: '@journey' },
  async ({ page: owner, browser, gateway, local }) => {
    const origin = consoleUrl(local.gateway)
    const { body } = await gateway.call('POST', '/v1/transactions/sale', {
      payment: { token: 'test-mastercard-4444' },
      amount: { value: 83.17 },
    })
    const { transactionId } = body as { transactionId: string }
    await enterAsOwner(owner, origin)
    const link = await invite(owner, { email: 'grace@kiln-and-tide.example', role: 'support', refundLimit: 50 })
    expect(link).toMatch(/^http:\/\/console\.localhost:\d+\/invitation#00[\w-]{43}$/)

    const context = await browser.newContext()
    const page = await context.newPage()
    await addAuthenticator(context, page)
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Join Kiln & Tide' })).toBeVisible()
    // Neither on the screen nor in the history.
    expect(page.url()).toBe(`${origin}/invitation`)
    await page.getByLabel('Your name').fill('Grace Hopper')
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await expect(page.locator('.recovery-code')).toHaveText(/^00(-[0-9A-Za-z]{6}){4}$/)
    await page.getByRole('button', { name: 'Open the console' }).click()

    await page.goto(`${origin}/test/payments`)
    await page.keyboard.press('/')
    await page.keyboard.type('4444 amount:83.17')
    await page.keyboard.press('Enter')
    await page.locator(`a[href$="/payments/${transactionId}"]`).first().click()
    const refund = async (amount: string): Promise<void> => {
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await page.getByRole('button', { name: 'Refund' }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Amount').fill(amount)
      await dialog.getByRole('button', { name: /Refund/ }).click()
    }
    await refund('30')
    await expect(page.getByText('$30.00 was refunded. $53.17 is left.')).toBeVisible()
    await refund('51')
    await expect(page.getByText('This refund is above your limit')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    // The page knows the limit of one refund; the gateway that of all refunds of the payment.
    await refund('30')
    await expect(page.getByRole('dialog').getByText('This refund is above your limit')).toBeVisible()
    const { body: payment } = await gateway.call('GET', `/v1/transactions/${transactionId}`)
    expect(payment).toMatchObject({ amountCredited: 30 })

    await context.clearCookies()
    await page.goto(origin)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByRole('link', { name: 'Payments', exact: true })).toBeVisible()
    await context.close()
  },
)

test('console: a recovery code replaces a lost passkey', async ({ page: owner, browser, local }) => {
  const origin = consoleUrl(local.gateway)
  await enterAsOwner(owner, origin)
  const link = await invite(owner, { email: 'lost@kiln-and-tide.example', role: 'viewer' })
  const first = await browser.newContext()
  const page = await first.newPage()
  await addAuthenticator(first, page)
  await page.goto(link)
  await page.getByLabel('Your name').fill('Lost')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  const code = await page.locator('.recovery-code').innerText()
  await page.getByRole('button', { name: 'Open the console' }).click()
  await page.getByRole('link', { name: 'Payments', exact: true }).waitFor()

  const second = await browser.newContext()
  const other = await second.newPage()
  await addAuthenticator(second, other)
  await other.goto(`${origin}/recovery`)
  await other.getByLabel('Recovery code').fill('00-wrong')
  await other.getByRole('button', { name: 'Create a new passkey' }).click()
  await expect(other.getByText('A recovery code has five groups')).toBeVisible()
  await other.getByLabel('Recovery code').fill(code)
  await other.getByRole('button', { name: 'Create a new passkey' }).click()
  await expect(other.locator('.recovery-code')).toBeVisible()
  await other.getByRole('button', { name: 'Open the console' }).click()
  await other.getByRole('link', { name: 'Payments', exact: true }).waitFor()

  // The session of the lost device has ended.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  await first.close()
  await second.close()
})
