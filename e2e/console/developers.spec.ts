import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { addAuthenticator } from '../../widget/testing/console/addAuthenticator.ts'
import { consoleUrl } from '../../worker/cli/dev/consoleUrl.ts'
import { recordSecrets } from '../../worker/proof/leaks/artifacts.ts'
import { expect, test } from '../support/fixtures.ts'
import { GatewayClient } from '../support/gatewayClient.ts'

/** A developer at the console: keys and webhooks, with the real gateway. */

/** Invites a developer as the demo owner, who joins in a browser with a virtual authenticator. */
const joinAsDeveloper = async (browser: Browser, origin: string, name: string): Promise<Page> => {
  const owner = await (await browser.newContext()).newPage()
  await owner.goto(origin)
  await owner.getByRole('button', { name: 'Enter as the demo owner' }).click()
  await owner.getByRole('link', { name: 'Payments', exact: true }).waitFor()
  const link = await owner.evaluate(async () => {
    const response = await fetch('/v1/team/invitations', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'dana@kiln-and-tide.example', role: 'developer' }),
    })
    return ((await response.json()) as { link: string }).link
  })
  await owner.context().close()
  const context = await browser.newContext()
  const page = await context.newPage()
  await addAuthenticator(context, page)
  await page.goto(link)
  await page.getByLabel('Your name').fill(name)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await page.getByRole('button', { name: 'Open the console' }).click()
  await page.getByRole('link', { name: 'Payments', exact: true }).waitFor()
  return page
}

/** The value that the console shows once. */
const shownSecret = async (page: Page): Promise<string> => {
  const value = await page.locator('.secret-value').innerText()
  recordSecrets(JSON.stringify({ secret: value }))
  await page.getByRole('button', { name: 'I have saved it' }).click()
  return value
}

/** What a member did, newest first, as the audit log shows it. */
const deedsOf = async (page: Page, origin: string, name: string): Promise<string[]> => {
  await page.goto(`${origin}/test/audit`)
  await page.getByRole('link', { name }).first().click()
  await expect(page.getByText(`By ${name}`)).toBeVisible()
  const deeds = page.locator('tbody td:nth-child(2)')
  await expect
    .poll(async () =>
      (await page.locator('tbody td:first-child').allInnerTexts()).every((text) => text.startsWith(name)),
    )
    .toBe(true)
  return (await deeds.allInnerTexts()).map((text) => text.split('\n')[0]!.trim())
}

test('console: a developer creates a key with one scope, rotates and revokes it, and the audit log names them', async ({
  browser,
  local,
}) => {
  const origin = consoleUrl(local.gateway)
  const name = 'Dana of the keys'
  const page = await joinAsDeveloper(browser, origin, name)
  const statusOf = async (key: string, method: string, path: string, body?: object): Promise<number> =>
    (await new GatewayClient(local.gateway, key).call(method, path, body)).status

  await page.goto(`${origin}/test/keys`)
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Reports of Dana')
  await dialog.locator('input[value="transactions:read"]').check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const key = await shownSecret(page)
  expect(key).toMatch(/^sluice_rk_test_/)
  expect(await statusOf(key, 'GET', '/v1/transactions')).toBe(200)
  expect(await statusOf(key, 'GET', '/v1/customers')).toBe(403)
  expect(await page.locator('html').innerHTML()).not.toContain(key)

  await page.getByRole('button', { name: 'Rotate Reports of Dana' }).click()
  await dialog.getByLabel('The old key works for').selectOption('0')
  await dialog.getByRole('button', { name: 'Rotate key' }).click()
  const next = await shownSecret(page)
  expect(await statusOf(key, 'GET', '/v1/transactions')).toBe(401)
  expect(await statusOf(next, 'GET', '/v1/transactions')).toBe(200)

  await page.getByRole('button', { name: 'Revoke Reports of Dana' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText('The key is revoked')).toBeVisible()
  expect(await statusOf(next, 'GET', '/v1/transactions')).toBe(401)

  expect((await deedsOf(page, origin, name)).slice(0, 3)).toEqual([
    'Revoked an API key',
    'Rotated an API key',
    'Created an API key',
  ])
  await page.context().close()
})

test('console: a webhook fails, its receiver is mended, and the event is delivered again by keyboard', async ({
  browser,
  gateway,
  local,
}) => {
  const origin = consoleUrl(local.gateway)
  const name = 'Dana of the webhooks'
  const page = await joinAsDeveloper(browser, origin, name)
  let status = 500
  const received: { readonly body: string; readonly headers: Record<string, string> }[] = []
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ body, headers: request.headers as Record<string, string> })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://localhost:${(receiver.address() as AddressInfo).port}/hooks`

  await page.goto(`${origin}/test/webhooks`)
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('URL').fill(url)
  await dialog.getByText('Only some').click()
  await dialog.getByRole('checkbox', { name: 'customer.deleted' }).check()
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  const secret = await shownSecret(page)
  expect(secret).toMatch(/^whsec_/)

  const { body } = await gateway.call('POST', '/v1/customers', {})
  const { id } = (body as { customers: { id: string }[] }).customers[0]!
  await gateway.call('DELETE', `/v1/customers/${id}`)
  const ours = () => received.filter((delivery) => delivery.body.includes(id))
  await expect.poll(() => ours().length).toBeGreaterThan(0)

  await page.getByRole('link', { name: url }).click()
  const row = page.getByRole('row').filter({ hasText: 'customer.deleted' }).first()
  await expect(row).toContainText('Your server failed (500)')
  await expect(row).toContainText('Will be retried')
  await expect(page.getByText('Deliveries have failed since')).toBeVisible()

  status = 204
  const before = ours().length
  const again = row.getByRole('button', { name: /^Deliver again: customer.deleted/ })
  await again.focus()
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Delivered')
  await expect(row).toContainText('responded 204')
  await expect.poll(() => ours().length).toBeGreaterThan(before)
  const last = ours().at(-1)!
  expect(new Webhook(secret).verify(last.body, last.headers)).toMatchObject({ type: 'customer.deleted' })
  await expect(page.getByText('Deliveries have failed since')).toHaveCount(0)

  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove webhook' }).click()
  await expect(page.getByRole('heading', { name: 'Webhooks', exact: true })).toBeVisible()
  expect((await deedsOf(page, origin, name)).slice(0, 3)).toEqual([
    'Removed a webhook',
    'Delivered events again',
    'Added a webhook',
  ])
  await page.context().close()
  await new Promise((resolve) => receiver.close(resolve))
})
