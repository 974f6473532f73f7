import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { consoleUrl } from '../../worker/cli/dev/consoleUrl.ts'
import { demoAccount } from '../../worker/cli/dev/demoAccount.ts'
import { CheckoutPage } from '../pages/checkoutPage.ts'
import type { GatewayClient } from '../support/gatewayClient.ts'
import { expect, test } from '../support/fixtures.ts'

/** What people do with payments at the console, on a real gateway. */

const enterAsOwner = async (page: Page, origin: string): Promise<void> => {
  await page.goto(origin)
  await page.getByRole('button', { name: 'Enter as the demo owner' }).click()
  await page.getByRole('link', { name: 'Payments', exact: true }).waitFor()
}

const sale = async (gateway: GatewayClient, value: number, reference: string, operation = 'sale'): Promise<string> => {
  const { status, body } = await gateway.call('POST', `/v1/transactions/${operation}`, {
    payment: { token: 'test-visa-4242' },
    amount: { value },
    order: { referenceObject: 'Bulk', referenceObjectId: reference },
  })
  expect(status).toBe(200)
  return (body as { transactionId: string }).transactionId
}

test(
  'console: a bulk refund that a lost response breaks off is continued, and refunds each payment once',
  { tag: '@journey' },
  async ({ page, gateway, local }) => {
    const origin = consoleUrl(local.gateway)
    const reference = crypto.randomUUID()
    const captured = [await sale(gateway, 11.5, reference), await sale(gateway, 12.25, reference)]
    const held = await sale(gateway, 13, reference, 'authorize')
    await enterAsOwner(page, origin)
    await page.goto(`${origin}/test/payments?search=order:Bulk:${reference}`)
    await page.getByRole('checkbox', { name: 'Select all shown' }).click()
    await page.getByRole('region', { name: 'Selected payments' }).getByRole('button', { name: 'Refund' }).click()
    const dialog = page.getByRole('dialog', { name: 'Refund payments' })
    await expect(dialog).toContainText('2 payments are refunded: $23.75')
    await expect(dialog).toContainText('Nothing is captured. Void it instead.')

    // The gateway makes the first refund, and its response is lost.
    let requests = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/transactions/credit')) requests++
    })
    await page.evaluate(() => {
      const { fetch } = globalThis
      globalThis.fetch = async (...request) => {
        const response = await fetch(...request)
        if (String(request[0]).endsWith('/credit')) throw new TypeError('The connection was lost.')
        return response
      }
    })
    await dialog.getByRole('button', { name: 'Refund 2 payments' }).click()
    await expect(dialog.getByRole('alert')).toContainText('no payment is refunded twice')
    // The person closes the tab, and comes back later.
    await page.reload()
    await expect(page.getByText('Refunds were broken off: 2 of 2 have not ended.')).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog).toContainText('2 of 2 done. $23.75 refunded.')
    expect(requests).toBe(3)

    for (const id of captured) {
      const { body } = await gateway.call('GET', `/v1/transactions/${id}`)
      const { operations, status } = body as { operations: { type: string; actor: { kind: string } }[]; status: string }
      const credits = operations.filter(({ type }) => type === 'credit')
      expect([status, credits.length, credits[0]?.actor.kind]).toEqual(['refunded', 1, 'member'])
    }
    expect((await gateway.readTransaction(held)).status).toBe('authorized')
    await dialog.locator('.dialog-actions').getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText('3 payments in total')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'Refunded' })).toHaveCount(2)
  },
)

test('console: a receipt is sent again and shows in the timeline of its payment', async ({ page, gateway, local }) => {
  const checkout = new CheckoutPage(page, local.gateway)
  const created = await checkout.open({ total: 26.25, customerInfo: { email: 'ada@mail.example' } })
  await checkout.fillCard()
  await checkout.pay()
  await checkout.waitForReceipt()
  const { transactionId } = await checkout.client.read(created.id)
  const origin = consoleUrl(local.gateway)
  await enterAsOwner(page, origin)
  await page.goto(`${origin}/test/payments/${transactionId}`)
  await expect(page.locator('.timeline')).toContainText('By the customer, in the checkout')
  await page.getByRole('button', { name: 'Send receipt' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Another address' }).check()
  await dialog.getByLabel('Email address').fill('office@mail.example')
  await dialog.getByRole('button', { name: 'Send receipt' }).click()
  const entry = page.locator('.timeline > li').filter({ hasText: 'To another address.' })
  await expect(entry).toContainText('Receipt sent')
  await expect(entry).toContainText(`By ${demoAccount.owner.name}`)
  const { body } = await gateway.call('GET', `/v1/dynamiccheckout/${created.id}`)
  expect((body as { receipts: { recipient: string; state: string }[] }).receipts.at(-1)).toMatchObject({
    recipient: 'other',
    state: 'sent',
  })
})

test('console: a dispute is accepted after a confirmation', async ({ page, gateway, local }) => {
  const id = await sale(gateway, 44, crypto.randomUUID())
  const { operations } = (await gateway.call('GET', `/v1/transactions/${id}`)).body as {
    operations: { type: string; transactionId: string }[]
  }
  const capture = operations.find(({ type }) => type === 'capture')!.transactionId
  const recorded = await gateway.call('POST', '/v1/disputes', {
    transactionId: capture,
    caseId: crypto.randomUUID(),
    stage: 'open',
  })
  expect(recorded.status).toBe(200)
  const origin = consoleUrl(local.gateway)
  await enterAsOwner(page, origin)
  await page.goto(`${origin}/test/payments/${id}`)
  await page.getByRole('button', { name: 'Accept the dispute' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Give up $44.00' }).click()
  await expect(page.locator('.timeline')).toContainText('Dispute accepted over $44.00')
  await expect(page.getByRole('button', { name: 'Accept the dispute' })).toHaveCount(0)
  const { dispute } = recorded.body as { dispute: { id: string } }
  const { body } = await gateway.call('GET', `/v1/disputes/${dispute.id}`)
  expect((body as { dispute: { stage: string } }).dispute.stage).toBe('accepted')
})

test('console: the curl of a payment and of a refund work as they are shown', async ({ page, gateway, local }) => {
  const id = await sale(gateway, 21, crypto.randomUUID())
  const origin = consoleUrl(local.gateway)
  const run = async (command: string): Promise<any> => {
    const env = { ...process.env, SLUICE_URL: local.gateway, SLUICE_SECRET_KEY: demoAccount.secretKey }
    const { stdout } = await promisify(execFile)('bash', ['-c', command.replace(/^curl/, 'curl -sS')], { env })
    return JSON.parse(stdout)
  }
  await enterAsOwner(page, origin)
  await page.goto(`${origin}/test/payments/${id}`)
  await page.getByText('For developers').click()
  const shown = await run(await page.getByRole('region', { name: 'The same with curl' }).innerText())
  expect(shown).toMatchObject({ transactionId: id, amountCaptured: 21, amountCredited: 0 })
  await page.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').fill('4.5')
  await dialog.getByText('The same with curl').first().click()
  const refund = await run(await dialog.getByRole('region', { name: 'The same with curl' }).innerText())
  expect(refund).toMatchObject({ approved: true, amount: 4.5 })
  // The page sends the same key, so both together refund once.
  await dialog.getByRole('button', { name: 'Refund $4.50' }).click()
  await expect(page.getByText('$4.50 was refunded. $16.50 is left.')).toBeVisible()
})
