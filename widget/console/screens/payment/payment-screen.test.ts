import { expect, it } from 'vitest'
import { failure, useConsole } from '../../../testing/console/consoleFixture.ts'
import { declinedPayment, samplePayment } from '../../../testing/console/paymentSamples.ts'
import { ownerSession } from '../../../testing/console/sessionSamples.ts'

const openFixture = useConsole()
const id = '91738888888107'

it('a payment shows its money, timeline, customer, order and card in words', async () => {
  const fixture = await openFixture()
  fixture.respond(`GET /v1/transactions/${id}`, () => ({ body: samplePayment() }))
  const page = await fixture.open(`/test/payments/${id}`)
  await page.getByRole('heading', { name: '$80.00' }).waitFor()
  const text = await page.getByRole('main').innerText()
  for (const part of [
    'Partly refunded',
    '$12.50 was refunded. $67.50 is left.',
    'Captured $80.00',
    'Visa •••• 4242',
    'Street address and 5-digit postal code match.',
    'CVV matches',
    'Ada Lovelace, 1 Main St, Boston MA 02101, US',
    'Invoice:INV-7',
    'Mug',
    'web',
  ])
    expect(text).toContain(part)
  expect(await page.getByRole('link', { name: 'All payments of this order' }).getAttribute('href')).toBe(
    '/test/payments?search=order%3AInvoice%3AINV-7',
  )
})

it('a declined payment says why, what that means, and has no action', async () => {
  const fixture = await openFixture()
  fixture.respond(`GET /v1/transactions/${id}`, () => ({ body: declinedPayment() }))
  const page = await fixture.open(`/test/payments/${id}`)
  await page.getByText('The payment was declined: Insufficient funds.').waitFor()
  await page.getByText('There is not enough money in the account.').waitFor()
  expect(await page.locator('.payment-actions button').count()).toBe(0)
})

it('the address of a refund leads to its payment', async () => {
  const fixture = await openFixture()
  fixture.respond(`GET /v1/transactions/${id}`, () => ({ body: samplePayment() }))
  fixture.respond('GET /v1/transactions/91738888888109', () => ({
    body: samplePayment({ transactionId: '91738888888109', type: 'credit', amount: 12.5 }),
  }))
  const page = await fixture.open('/test/payments/91738888888109')
  await page.getByRole('heading', { name: '$80.00' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/test/payments/${id}`)
})

it('a member sees only the actions of the role', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /session', () => ({
    body: { ...ownerSession, operations: ['getTransaction', 'listTransactions'] },
  }))
  fixture.respond(`GET /v1/transactions/${id}`, () => ({ body: samplePayment() }))
  const page = await fixture.open(`/test/payments/${id}`)
  await page.getByRole('heading', { name: '$80.00' }).waitFor()
  expect(await page.locator('.payment-actions button').count()).toBe(0)
})

it('an unknown id shows that the mode has no such payment, and a failed request can be repeated', async () => {
  const fixture = await openFixture()
  const page = await fixture.open('/payments/123')
  await page.getByText('There is no payment with this id in live mode').waitFor()
  fixture.respond('GET /v1/transactions/124', () => failure(503, 'unavailable'))
  await page.goto('https://console.test/payments/124')
  await page.getByText('The gateway is busy').waitFor()
  fixture.respond('GET /v1/transactions/124', () => ({
    body: samplePayment({ transactionId: '124', originalTransactionId: '124' }),
  }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: '$80.00' }).waitFor()
})

it('the payment is shown as JSON and as curl, which can be copied', async () => {
  const fixture = await openFixture()
  await fixture.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  fixture.respond(`GET /v1/transactions/${id}`, () => ({ body: samplePayment() }))
  const page = await fixture.open(`/test/payments/${id}`)
  await page.getByText('For developers').click()
  const json = JSON.parse(await page.getByRole('region', { name: 'JSON' }).innerText()) as object
  expect(json).toMatchObject({ transactionId: id, order: { referenceObjectId: 'INV-7' } })
  await page.getByRole('button', { name: 'Copy' }).first().click()
  await page.getByText('Copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `curl "$SLUICE_URL/v1/transactions/${id}" \\\n  -H "x-api-key: $SLUICE_SECRET_KEY"`,
  )
})
