import type { Page } from '@playwright/test'
import { axeViolations } from '../../widget/testing/axe.ts'
import { startDocs } from '../../worker/cli/dev/docs.ts'
import { demoAccount } from '../../worker/cli/dev/demoAccount.ts'
import { findFreePort } from '../../worker/cli/wrangler/ports.ts'
import { builtDocumentation, ensureDocumentation } from '../../worker/cli/build/documentation.ts'
import { startFileServer } from '../support/fileServer.ts'
import { expect, test as base } from '../support/fixtures.ts'

/** A page of the reference at the documentation's server, as npm run dev starts it. */
const test = base.extend<{ reference: (path: string) => Promise<Page> }>({
  reference: async ({ page, local }, use) => {
    let output = ''
    const docs = startDocs(await findFreePort(), local.gateway, (chunk) => (output += chunk))
    await use(async (path) => {
      // A new server that has prepared its dependencies reloads the page, and may fail to answer what the page still asks for. The reader
      // would reload it.
      await expect(async () => {
        await page.goto(`${docs.url}/reference/api/${path}.html`)
        await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}), null, {
          timeout: 20_000,
        })
        await page.waitForLoadState('networkidle')
        await expect(page.locator('.try-it').first()).toBeVisible()
      }, output).toPass({ timeout: 150_000 })
      return page
    })
    await docs.stop?.()
  },
})

test('an operation of the API reference is tried with the demo account’s test key', async ({ reference, gateway }) => {
  test.setTimeout(240_000)
  const page = await reference('transactions')
  const form = page.locator('.try-it').first()
  await form.getByText('Try it').click()
  await expect(form.getByText('POST')).toBeVisible()
  await expect(form).toContainText('/v1/transactions/authorize')

  const body = form.getByLabel('Request body')
  await expect(body).not.toHaveValue('')
  await body.fill('{"payment":{"token":"test-visa-4242"},"amount":{"value":')
  await form.getByRole('button', { name: 'Send request' }).click()
  await expect(form.getByRole('alert')).toHaveText(/^The body is not valid JSON: /)

  await body.fill('{"payment":{"token":"test-visa-4242"},"amount":{"value":26.25}}')
  await body.press('Tab')
  await page.keyboard.press('Enter')
  const received = form.getByRole('status')
  await expect(received).toContainText('200')
  await expect(form.getByRole('alert')).toHaveCount(0)
  const { transactionId } = JSON.parse(await received.getByLabel('Response body').innerText()) as {
    transactionId: string
  }
  expect(await gateway.readTransaction(transactionId)).toMatchObject({ status: 'authorized', amount: 26.25 })
  expect(await axeViolations(page, { bestPractices: true })).toEqual([])
  // The key is the server's: no script of the page has it.
  expect(await page.content()).not.toContain(demoAccount.secretKey)

  await body.fill('{"payment":{"token":"test-visa-4242"},"amount":{"value":-1}}')
  await form.getByRole('button', { name: 'Send request' }).click()
  await expect(received).toContainText('400')
})

test('the preselected payment is authorized at the first click, and once for an Idempotency-Key', async ({
  reference,
}) => {
  test.setTimeout(240_000)
  const page = await reference('transactions')
  const form = page.locator('.try-it').first()
  await form.getByText('Try it').click()
  const key = form.getByLabel('Idempotency-Key')
  await expect(key).toHaveValue('')
  const send = form.getByRole('button', { name: 'Send request' })
  const received = form.getByLabel('Response body')
  await send.click()
  await expect(received).toContainText('"approved": true')

  await key.fill(`try-${crypto.randomUUID()}`)
  const ids = new Set<string>()
  for (const replayed of [0, 1]) {
    const response = page.waitForResponse(/\/try\/v1\/transactions\/authorize/)
    await send.click()
    expect((await response).status()).toBe(200)
    await expect(form.getByRole('status').getByText('idempotent-replayed')).toHaveCount(replayed)
    ids.add((JSON.parse(await received.innerText()) as { transactionId: string }).transactionId)
  }
  expect(ids.size).toBe(1)
})

test('a capture asks for the id of a payment before it is sent', async ({ reference }) => {
  test.setTimeout(240_000)
  const page = await reference('transactions')
  const form = page.locator('h2:has(#captureTransaction) ~ .try-it').first()
  await form.getByText('Try it').click()
  await form.getByRole('button', { name: 'Send request' }).click()
  await expect(form.getByRole('alert')).toHaveText('Enter transactionId in the request body.')
})

test('the documentation’s server names the site’s icon in the HTML of a page', async ({ reference }) => {
  test.setTimeout(240_000)
  const page = await reference('transactions')
  const response = await page.request.get(page.url(), { headers: { accept: 'text/html' } })
  expect(await response.text()).toMatch(/<link rel="icon" href="data:image\/svg\+xml,/)
})

test('an operation with a path parameter is tried with the value that the reader enters', async ({
  reference,
  gateway,
}) => {
  test.setTimeout(240_000)
  const paid = await gateway.call('POST', '/v1/transactions/authorize', {
    payment: { token: 'test-visa-4242' },
    amount: { value: 5 },
  })
  const { transactionId } = paid.body as { transactionId: string }
  const page = await reference('transactions')
  const form = page.locator('h2:has(#getTransaction) ~ .try-it').first()
  await form.getByText('Try it').click()
  await form.getByRole('textbox').first().fill(transactionId)
  await form.getByRole('button', { name: 'Send request' }).click()
  await expect(form.getByLabel('Response body')).toContainText(`"transactionId": "${transactionId}"`)
})

test('the built documentation names the command for trying an operation and sends nothing', async ({ page }) => {
  test.setTimeout(120_000)
  await ensureDocumentation()
  const site = await startFileServer(builtDocumentation, '/')
  await page.goto(`${site.url}reference/api/transactions.html`)
  await expect(page.locator('.try-hint').first()).toContainText('npm run dev')
  await expect(page.locator('.try-it')).toHaveCount(0)
  await site.close()
})
