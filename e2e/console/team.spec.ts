import type { CDPSession, Page } from '@playwright/test'
import { addAuthenticator } from '../../widget/testing/console/addAuthenticator.ts'
import { consoleUrl } from '../../worker/cli/dev/consoleUrl.ts'
import { expect, test } from '../support/fixtures.ts'

/** The team on its screens: an owner and a colleague, each in a browser of their own. */

const enterAsOwner = async (page: Page, origin: string): Promise<void> => {
  await page.goto(origin)
  await page.getByRole('button', { name: 'Enter as the demo owner' }).click()
  await page.getByRole('heading', { name: 'Today' }).waitFor()
}

/** Invites a colleague on the screen of the team. @returns the link */
const invite = async (page: Page, email: string, limit: string): Promise<string> => {
  await page.getByRole('link', { name: 'Team', exact: true }).click()
  await page.getByRole('button', { name: 'Invite a colleague' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').first().fill(email)
  await dialog.getByRole('radio', { name: 'Support' }).check()
  await dialog.getByLabel('May refund up to').fill(limit)
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  const link = await dialog.getByLabel('Link').inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: `Withdraw ${email}` })).toBeVisible()
  return link
}

const join = async (page: Page, link: string, name: string): Promise<void> => {
  await page.goto(link)
  await page.getByLabel('Your name').fill(name)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.getByRole('button', { name: 'Open the console' }).click()
  await page.getByRole('heading', { name: 'Today' }).waitFor()
}

const openRefund = async (page: Page, amount: string) => {
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').fill(amount)
  await dialog.getByRole('button', { name: /^Refund/ }).click()
  return dialog
}

/** Puts the passkeys of a page's browser away, as if they were on another device. */
const putAway = (session: CDPSession, authenticatorId: string) =>
  session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })

test(
  'console: an owner invites a colleague on the screen, changes the limit and ends the session; a second passkey signs in',
  { tag: '@journey' },
  async ({ page: owner, browser, gateway, local }) => {
    const origin = consoleUrl(local.gateway)
    const { body } = await gateway.call('POST', '/v1/transactions/sale', {
      payment: { token: 'test-visa-4242' },
      amount: { value: 211.4 },
    })
    const { transactionId } = body as { transactionId: string }
    const refunded = async () =>
      ((await gateway.call('GET', `/v1/transactions/${transactionId}`)).body as { amountCredited: number })
        .amountCredited

    await enterAsOwner(owner, origin)
    const name = `Grace ${transactionId}`
    const link = await invite(owner, 'grace.hopper@kiln-and-tide.example', '50')

    const context = await browser.newContext()
    const page = await context.newPage()
    const first = await addAuthenticator(context, page)
    await join(page, link, name)

    await page.goto(`${origin}/test/payments/${transactionId}`)
    await openRefund(page, '50')
    await expect(page.getByText('$50.00 was refunded.')).toBeVisible()
    const refused = await openRefund(page, '1')
    await expect(refused.getByText('This refund is above your limit')).toBeVisible()
    expect(await refunded()).toBe(50)

    await owner.reload()
    await owner.getByRole('button', { name: `Change ${name}` }).click()
    await owner.getByRole('dialog').getByLabel('May refund up to').fill('120')
    await owner.getByRole('button', { name: 'Save' }).click()
    await expect(owner.getByRole('row', { name }).getByText('Up to 120 a payment').first()).toBeVisible()

    await page.reload()
    await openRefund(page, '60')
    await expect(page.getByText('$110.00 was refunded.')).toBeVisible()
    expect(await refunded()).toBe(110)

    await owner.getByRole('button', { name: new RegExp(`^End .*, ${name}$`) }).click()
    await expect(owner.getByText('The session was ended.')).toBeVisible()
    await page.getByRole('link', { name: 'Disputes' }).click()
    await expect(page.getByText('Your session has ended')).toBeVisible()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByRole('heading', { name: 'Disputes', exact: true })).toBeVisible()

    await putAway(first.session, first.authenticatorId)
    await addAuthenticator(context, page)
    await page.getByRole('button', { name: `Account of ${name}` }).click()
    await page.getByRole('link', { name: 'Your passkeys and sessions' }).click()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Security key')
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await expect(page.getByRole('button', { name: 'Remove Security key' })).toBeVisible()

    await page.getByRole('button', { name: `Account of ${name}` }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByRole('heading', { name: 'Your passkeys and sessions' })).toBeVisible()

    await owner.getByRole('button', { name: `Remove ${name}` }).click()
    await owner.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(owner.getByText(`${name} was removed.`)).toBeVisible()
    await page.getByRole('link', { name: 'Payments', exact: true }).click()
    await expect(page.getByText('Your session has ended')).toBeVisible()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByText('This passkey was not accepted')).toBeVisible()
    await context.close()
  },
)

test('console: the only owner is neither removed nor made a viewer, and settings are saved per mode', async ({
  page,
  local,
}) => {
  const origin = consoleUrl(local.gateway)
  await enterAsOwner(page, origin)
  await page.getByRole('link', { name: 'Team', exact: true }).click()
  await page.getByRole('button', { name: 'Remove Robin Miller' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('The account needs an owner. Make another member an owner first.')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Change Robin Miller' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'Viewer' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The account needs an owner. Make another member an owner first.')).toBeVisible()

  await page.goto(`${origin}/test/settings`)
  const retries = page.getByLabel('Days after which a declined bill is charged again')
  const group = page.getByRole('region', { name: 'Subscriptions' })
  const save = async (days: string) => {
    await retries.fill(days)
    await group.getByRole('button', { name: 'Save' }).click()
  }
  const before = await retries.inputValue()
  await save('3, 1')
  await expect(group.getByText('Enter a value in this form: ascending days.')).toBeVisible()
  await save('2, 4, 9')
  await expect(group.getByText('Saved', { exact: true })).toBeVisible()
  await page.goto(`${origin}/settings`)
  await expect(retries).toHaveValue('1, 3, 5, 7')
  await page.goto(`${origin}/test/settings`)
  await expect(retries).toHaveValue('2, 4, 9')
  await save(before)
  await expect(group.getByText('Saved', { exact: true })).toBeVisible()

  const origins = page.getByLabel('Websites that may show payment forms')
  await origins.fill('https://shop.example\nshop.example/pay')
  await page.getByRole('region', { name: 'Pages and legal texts' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^shop\.example\/pay: Enter a value in this form/)).toBeVisible()
})

test('console: a search is saved for the team, opened by its tab, and deleted', async ({ page, local }) => {
  const origin = consoleUrl(local.gateway)
  await enterAsOwner(page, origin)
  const name = `Small ${Date.now()}`
  await page.goto(`${origin}/test/payments`)
  await page.getByRole('textbox', { name: 'Search payments' }).fill('amount:<5 order:"a b&c"')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('checkbox', { name: 'Share with the team' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByText('Order: a b&c')).toBeVisible()
  await expect(page.locator('.views [aria-current=true]')).toHaveText(name)
  await page.goto(`${origin}/payments`)
  await page.getByRole('link', { name: 'All', exact: true }).waitFor()
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
  await page.goBack()
  await page.getByRole('button', { name: 'Edit view' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
})
