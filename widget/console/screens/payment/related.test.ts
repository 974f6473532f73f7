import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { failure, useConsole, type ConsoleFixture } from '../../../testing/console/consoleFixture.ts'
import { fullSession, ownerSession } from '../../../testing/console/sessionSamples.ts'
import { operation, samplePayment } from '../../../testing/console/paymentSamples.ts'
import { relatedBodies, relatedPayment } from '../../../testing/console/relatedSamples.ts'
import type { Transaction } from './payment.ts'

const openFixture = useConsole()
const id = '91738888888107'
const receipt = 'POST /v1/dynamiccheckout/00K3m9Qz7LxT5vBnRw8YcHd2/receipt'

const openPayment = async (payment: () => Transaction = relatedPayment, session = fullSession) => {
  const fixture = await openFixture()
  fixture.respond('GET /session', () => ({ body: session }))
  fixture.respond(`GET /v1/transactions/${id}`, () => ({ body: payment() }))
  for (const [name, body] of Object.entries(relatedBodies())) fixture.respond(name, () => ({ body }))
  const page = await fixture.open(`/test/payments/${id}`)
  await page.getByRole('heading', { level: 1, name: /\$/ }).waitFor()
  return { fixture, page }
}

const timelineTitles = (page: Page) => page.locator('.timeline-title').allInnerTexts()

it('the timeline has operations, receipts, disputes and events, newest first, with who did them', async () => {
  const { page } = await openPayment()
  expect(await timelineTitles(page)).toEqual([
    'Dispute opened over $26.25',
    'Receipt not sent',
    'Sent to webhooks: transaction.credited',
    'Refunded $12.50',
    'Receipt sent',
    'Captured $80.00',
    'Authorized $80.00',
  ])
  const texts = await page.locator('.timeline > li').allInnerTexts()
  for (const [index, text] of [
    [1, 'By Grace Hopper'],
    [1, 'To another address.'],
    [3, 'By Robin Miller'],
    [4, 'By the gateway'],
    [5, 'By the customer, in the checkout'],
    [6, 'By the customer, in the checkout'],
  ] as const)
    expect(texts[index]).toContain(text)
})

it('operations of keys, of the gateway and without an actor are told apart', async () => {
  const { page } = await openPayment(() =>
    samplePayment({
      operations: [
        operation('authorize', id, 80, '2026-11-20T10:00:00.000Z', { actor: { kind: 'key', id: 'k1', name: 'Till' } }),
        operation('capture', '1', 80, '2026-11-20T10:01:00.000Z', { actor: { kind: 'key', id: 'k2', name: null } }),
        operation('credit', '2', 1, '2026-11-20T10:02:00.000Z', {
          actor: { kind: 'system', id: 'billing', name: 'billing' },
        }),
        operation('reversal', '3', 1, '2026-11-20T10:03:00.000Z', { actor: null }),
        operation('void', '4', 1, '2026-11-20T10:04:00.000Z', { actor: null }),
      ],
    }),
  )
  const texts = await page.locator('.timeline > li').allInnerTexts()
  expect(texts.map((text) => /By [^·]*/.exec(text)?.[0].trim() ?? '')).toEqual([
    '',
    '',
    'By the gateway',
    'By the gateway, billing',
    'By the API key k2',
    'By the API key Till',
  ])
})

it('customer, saved methods, subscription, checkout and terminal are shown, with links back to payments', async () => {
  const { page } = await openPayment()
  const text = await page.locator('.payment-grid').innerText()
  for (const part of [
    'Ada Lovelace',
    'Engines Ltd',
    'ada@engines.example',
    'Mastercard •••• 4444',
    '09/30',
    'Past due',
    'The last bill was declined. It is charged again on Dec 24, 2026.',
    'Coffee, a bag a month',
    '2 of 12',
    'There is not enough money in the account.',
    'Till 1',
    'Online',
    'SPRING',
    '+1 701 555 0100',
  ])
    expect(text).toContain(part)
  expect(await page.getByRole('link', { name: 'Nov 20, 2026' }).getAttribute('href')).toBe(
    '/test/payments/91738888888300',
  )
  await page.getByRole('link', { name: 'All payments of this customer' }).click()
  await page.getByText('Customer: 0d9a7b9e').waitFor()
})

it('a role reads only what it may, and a part that fails hides no other', async () => {
  const { fixture, page } = await openPayment(relatedPayment, ownerSession)
  expect(
    fixture.requests.map((request) => new URL(request.url()).pathname).filter((path) => /events|customers/.test(path)),
  ).toEqual([])
  expect(await page.getByRole('button', { name: 'Send receipt' }).count()).toBe(0)
  const other = await openFixture()
  other.respond('GET /session', () => ({ body: fullSession }))
  other.respond(`GET /v1/transactions/${id}`, () => ({ body: relatedPayment() }))
  for (const [name, body] of Object.entries(relatedBodies()))
    other.respond(name, () =>
      name.includes('wallet') || name.includes('events') ? failure(503, 'unavailable') : { body },
    )
  const broken = await other.open(`/test/payments/${id}`)
  await broken.getByText('A part could not be loaded.').waitFor()
  await broken.getByText('Engines Ltd').waitFor()
})

it('the deliveries of an event are read when they are opened, and sent again once', async () => {
  const { fixture, page } = await openPayment()
  const eventId = relatedBodies()['GET /v1/events'] as { events: { id: string }[] }
  const path = `/v1/events/${eventId.events[0]!.id}`
  expect(fixture.sent(`GET ${path}/attempts`)).toHaveLength(0)
  const { promise: held, resolve: respond } = Promise.withResolvers<void>()
  fixture.respond(`POST ${path}/replay`, () => held.then(() => ({ body: { webhooks: ['h1'], errors: null } })))
  await page.locator('event-deliveries summary').click()
  const entry = page.locator('event-deliveries')
  await entry.getByText('Status 500').waitFor()
  expect(await entry.innerText()).toContain('https://shop.example/hook')
  await entry.getByRole('button', { name: 'Send again' }).dblclick()
  respond()
  await page.getByText('The event is sent again').waitFor()
  expect(fixture.sent(`POST ${path}/replay`)).toHaveLength(1)
})

const openDialog = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  return dialog
}

const sentReceipts = (fixture: ConsoleFixture) =>
  fixture.sent(receipt).map((request) => request.postDataJSON() as object)

it('a receipt is sent to the customer or another address, and the timeline is read again', async () => {
  const { fixture, page } = await openPayment()
  const checkout = Object.entries(relatedBodies()).find(([name]) => name.includes('dynamiccheckout'))![1] as {
    receipts: object[]
  }
  const sent = {
    at: '2026-11-23T10:00:00.000Z',
    recipient: 'other',
    state: 'sent',
    actor: { kind: 'member', id: 'member:m1', name: 'Robin Miller' },
  }
  const after = { ...checkout, receipts: [...checkout.receipts, sent] }
  let tries = 0
  fixture.respond(receipt, () => (++tries === 1 ? 'abort' : { body: after }))
  const dialog = await openDialog(page, 'Send receipt')
  await dialog.getByRole('radio', { name: 'Another address' }).check()
  await dialog.getByRole('button', { name: 'Send receipt' }).click()
  await dialog.getByText('Write an address such as').waitFor()
  await dialog.getByLabel('Email address').fill('office@customer.example')
  await dialog.getByRole('button', { name: 'Send receipt' }).click()
  await dialog.getByRole('alert').getByText('it cannot happen twice').waitFor()
  fixture.respond('GET /v1/dynamiccheckout/00K3m9Qz7LxT5vBnRw8YcHd2', () => ({ body: after }))
  await dialog.getByRole('button', { name: 'Check again' }).click()
  await page.getByRole('status').getByText('Receipt sent').waitFor()
  expect(sentReceipts(fixture)).toEqual([{ email: 'office@customer.example' }, { email: 'office@customer.example' }])
  expect(new Set(fixture.sent(receipt).map((request) => request.headers()['idempotency-key'])).size).toBe(1)
  await expect.poll(() => timelineTitles(page)).toContain('Receipt sent')
  await expect
    .poll(() => page.locator('.timeline > li', { hasText: 'Receipt sent' }).first().innerText())
    .toContain('By Robin Miller')
})

it('a receipt that was not accepted says so and can be corrected', async () => {
  const { fixture, page } = await openPayment()
  const failed = { receipts: [{ at: '2026-11-23T10:00:00.000Z', recipient: 'shopper', state: 'failed', actor: null }] }
  fixture.respond(receipt, () => ({ body: failed }))
  const dialog = await openDialog(page, 'Send receipt')
  await dialog.getByRole('button', { name: 'Send receipt' }).click()
  await dialog.getByRole('alert').getByText('The email was not accepted.').waitFor()
  expect(sentReceipts(fixture)).toEqual([{}])
})

it('a dispute is accepted after a preview and a confirmation, once', async () => {
  const { fixture, page } = await openPayment()
  const accept = 'POST /v1/disputes/d1/accept'
  const { promise: held, resolve: respond } = Promise.withResolvers<void>()
  fixture.respond(accept, () => held.then(() => ({ body: { dispute: {}, errors: null } })))
  const dialog = await openDialog(page, 'Accept the dispute')
  expect(
    await dialog
      .getByRole('row', { name: /^Dispute/ })
      .getByRole('cell')
      .allInnerTexts(),
  ).toEqual(['Open', 'Accepted'])
  const submit = dialog.getByRole('button', { name: 'Give up $26.25' })
  await submit.click()
  await dialog.getByText('Check the box to confirm.').waitFor()
  expect(fixture.sent(accept)).toHaveLength(0)
  await dialog.getByRole('checkbox').check()
  await submit.dblclick()
  respond()
  await page.getByRole('status').getByText('Dispute accepted').waitFor()
  expect(fixture.sent(accept)).toHaveLength(1)
  expect(fixture.sent(accept)[0]!.postData()).toBeNull()
})

it.each([
  ['capture', 'It happened', 'happened', '$5.00 is recorded as captured.'],
  ['credit', 'It did not happen', 'did_not_happen', '$5.00 can be refunded again.'],
  ['reversal', 'It happened', 'happened', 'no money is held or moved'],
])('the outcome of a %s is recorded with what was found: %s', async (type, choice, outcome, result) => {
  const payment = () =>
    relatedPayment({
      needsAttention: {
        since: '2026-11-20T10:00:00.000Z',
        reason: 'outcome_unknown',
        operation: { transactionId: '55', type, amount: 5, created: '2026-11-20T10:00:00.000Z' },
        attempts: 3,
        nextAttempt: null,
      },
    })
  const { fixture, page } = await openPayment(payment)
  const resolve = `POST /v1/transactions/${id}/resolve`
  fixture.respond(resolve, () => ({ body: samplePayment() }))
  const dialog = await openDialog(page, 'Record what happened')
  await dialog.getByRole('button', { name: 'Record it' }).click()
  await dialog.getByText('Choose what the processor shows.').waitFor()
  await dialog.getByRole('radio', { name: choice }).check()
  expect(await dialog.locator('.result').innerText()).toContain(result)
  await dialog.getByLabel('What you found').fill('Report of Friday')
  await dialog.getByRole('button', { name: 'Record it' }).click()
  await page.getByRole('status').getByText('Recorded').waitFor()
  expect(fixture.sent(resolve)[0]!.postDataJSON()).toEqual({ operation: '55', outcome, note: 'Report of Friday' })
})
