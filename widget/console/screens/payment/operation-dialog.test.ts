import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { failure, useConsole, type ConsoleFixture, type Handler } from '../../../testing/console/consoleFixture.ts'
import { authorizedPayment, samplePayment } from '../../../testing/console/paymentSamples.ts'
import { ownerSession } from '../../../testing/console/sessionSamples.ts'
import type { Transaction } from './payment.ts'

const openFixture = useConsole()
const id = '91738888888107'
const credit = 'POST /v1/transactions/credit'

const approved = { body: { transactionId: '91738888888200', approved: true, responseCode: '00', errors: null } }

const openPayment = async (fixture: ConsoleFixture, payment: () => Transaction = samplePayment): Promise<Page> => {
  fixture.respond(`GET /v1/transactions/${id}`, () => ({ body: payment() }))
  return fixture.open(`/test/payments/${id}`)
}

/** Opens the refund dialog; returns its parts. */
const openRefund = async (respond: Handler, fixture?: ConsoleFixture) => {
  const opened = fixture ?? (await openFixture())
  opened.respond(credit, respond)
  const page = await openPayment(opened)
  await page.getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund the payment' })
  const amount = dialog.getByRole('textbox', { name: 'Amount in USD' })
  await amount.waitFor()
  return { fixture: opened, page, dialog, amount, submit: dialog.locator('.dialog-actions button').last() }
}

const keysOf = (fixture: ConsoleFixture, name = credit) =>
  fixture.sent(name).map((request) => request.headers()['idempotency-key'])

it('a partial refund with a reason is sent once, and the payment is read again', async () => {
  const { fixture, page, dialog, amount, submit } = await openRefund(() => approved)
  expect(await amount.inputValue()).toBe('67.5')
  await amount.fill('7.50')
  await dialog.getByRole('combobox', { name: 'Reason' }).selectOption('Goods returned')
  expect(
    await dialog
      .getByRole('row', { name: /^Refunded/ })
      .getByRole('cell')
      .allInnerTexts(),
  ).toEqual(['$12.50', '$20.00'])
  expect(
    await dialog
      .getByRole('row', { name: /^Yours/ })
      .getByRole('cell')
      .allInnerTexts(),
  ).toEqual(['$67.50', '$60.00'])
  expect(await submit.innerText()).toBe('Refund $7.50')
  await submit.click()
  await page.getByRole('status').getByText('$7.50 refunded').waitFor()
  await dialog.waitFor({ state: 'detached' })
  const [request] = fixture.sent(credit)
  expect(request!.postDataJSON()).toEqual({
    referenceTransactionId: id,
    amount: { value: 7.5, currency: 840 },
    order: { metadata: { reason: 'returned_goods' } },
  })
  expect(request!.headers()['sluice-mode']).toBe('test')
  await expect.poll(() => fixture.sent(`GET /v1/transactions/${id}`).length).toBe(2)
  await expect
    .poll(() => page.getByRole('button', { name: 'Refund' }).evaluate((button) => button === document.activeElement))
    .toBe(true)
})

it('a double click, Enter and Escape while a refund is running send one request', async () => {
  const { promise: held, resolve: respond } = Promise.withResolvers<void>()
  const { fixture, page, dialog, amount, submit } = await openRefund(() => held.then(() => approved))
  await submit.dblclick()
  await amount.press('Enter').catch(() => {})
  await submit.evaluate((button: HTMLButtonElement) => {
    button.click()
    button.form!.requestSubmit()
  })
  await page.keyboard.press('Escape')
  expect(await dialog.isVisible()).toBe(true)
  expect(await submit.innerText()).toBe('Sending …')
  respond()
  await dialog.waitFor({ state: 'detached' })
  expect(fixture.sent(credit)).toHaveLength(1)
})

it('without a response the refund can only be repeated, with the same key', async () => {
  let tries = 0
  const { fixture, page, dialog, amount, submit } = await openRefund(() => (++tries === 1 ? 'abort' : approved))
  await amount.fill('5')
  await submit.click()
  await dialog.getByRole('alert').getByText('it cannot happen twice').waitFor()
  expect(await amount.isDisabled()).toBe(true)
  expect(await submit.innerText()).toBe('Check again')
  await submit.click()
  await page.getByText('$5.00 refunded').waitFor()
  const [first, second] = fixture.sent(credit)
  expect(second!.postData()).toBe(first!.postData())
  expect(new Set(keysOf(fixture)).size).toBe(1)
})

it.each([500, 503, 504])(
  'a response %i leaves the outcome unknown, and a limit of requests does not settle it',
  async (status) => {
    const responses = [failure(status, 'internal_error'), failure(429, 'rate_limited'), approved]
    const { fixture, page, dialog, submit } = await openRefund(() => responses.shift()!)
    await submit.click()
    await dialog.getByText('it cannot happen twice').waitFor()
    await submit.click()
    await expect.poll(() => fixture.sent(credit).length).toBe(2)
    await expect.poll(() => submit.innerText()).toBe('Check again')
    await submit.click()
    await page.getByText('$67.50 refunded', { exact: true }).waitFor()
    expect(new Set(keysOf(fixture)).size).toBe(1)
  },
)

it('closing the dialog after an unknown outcome reads the payment again', async () => {
  const { fixture, dialog, submit } = await openRefund(() => 'abort')
  await submit.click()
  await dialog.getByText('it cannot happen twice').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => fixture.sent(`GET /v1/transactions/${id}`).length).toBe(2)
})

it('a rejected refund shows why, keeps the amount, and the next one has another key', async () => {
  const responses = [
    failure(400, 'amount_exceeds_captured', 'The amount exceeds the amount that can be credited.'),
    approved,
  ]
  const { fixture, page, dialog, amount, submit } = await openRefund(() => responses.shift()!)
  await amount.fill('5')
  await submit.click()
  await dialog.getByRole('alert').getByText('exceeds the amount that can be credited').waitFor()
  expect(await amount.inputValue()).toBe('5')
  await submit.click()
  await page.getByText('$5.00 refunded').waitFor()
  expect(new Set(keysOf(fixture)).size).toBe(2)
})

it('a declined refund shows what the bank said', async () => {
  const { dialog, submit } = await openRefund(() => ({
    body: { ...approved.body, approved: false, responseCode: '57' },
  }))
  await submit.click()
  await dialog.getByRole('alert').getByText('Transaction not permitted to cardholder').waitFor()
})

it('a refund that the processor decides later is accepted', async () => {
  const { page, submit } = await openRefund(() => ({ body: { ...approved.body, approved: false, responseCode: '09' } }))
  await submit.click()
  await page.getByText('The processor decides later').waitFor()
})

it.each([
  ['', 'Write an amount such as 12.50.'],
  ['1,000', 'Write an amount such as 12.50.'],
  ['0', 'The amount must be above 0.'],
  ['67.51', 'At most $67.50 is possible.'],
])('the amount %j is not sent', async (text, message) => {
  const { fixture, dialog, amount, submit } = await openRefund(() => approved)
  await amount.fill(text)
  await submit.click()
  await dialog.getByText(message).waitFor()
  expect(await amount.getAttribute('aria-invalid')).toBe('true')
  expect(await amount.evaluate((input) => input === document.activeElement)).toBe(true)
  expect(fixture.sent(credit)).toEqual([])
})

it('a refund above the member’s limit is not sent, and says whom to ask', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /session', () => ({
    body: { ...ownerSession, member: { ...ownerSession.member, role: 'support', refundLimit: 20 } },
  }))
  const { dialog, amount, submit } = await openRefund(() => approved, fixture)
  await dialog.getByText('Your limit is $20.00.').waitFor()
  await amount.fill('20.01')
  await submit.click()
  await dialog.getByText('Ask an owner').waitFor()
  expect(fixture.sent(credit)).toEqual([])
})

it('a write that needs a passkey asks for it, and is repeated with its key', async () => {
  const fixture = await openFixture()
  let isConfirmed = false
  fixture.respond('POST /session/confirm/options', () => ({
    body: { publicKey: { challenge: 'Y2hhbGxlbmdl', rpId: 'console.test' } },
  }))
  fixture.respond('POST /session/confirm', () => {
    isConfirmed = true
    return { body: ownerSession }
  })
  await fixture.page.addInitScript(() => {
    navigator.credentials.get = () => {
      const credential = Object.create(PublicKeyCredential.prototype) as PublicKeyCredential
      credential.toJSON = () => ({ id: 'AQID' }) as never
      return Promise.resolve(credential)
    }
  })
  const { page, submit } = await openRefund(() => (isConfirmed ? approved : failure(403, 'passkey_required')), fixture)
  await submit.click()
  await page.getByText('$67.50 refunded', { exact: true }).waitFor()
  expect(fixture.sent('POST /session/confirm')[0]!.postDataJSON()).toEqual({ credential: { id: 'AQID' } })
  expect(fixture.sent(credit)).toHaveLength(2)
  expect(new Set(keysOf(fixture)).size).toBe(1)
})

it('without the passkey nothing is changed, and the dialog stays', async () => {
  const fixture = await openFixture()
  fixture.respond('POST /session/confirm/options', () => ({
    body: { publicKey: { challenge: 'Y2hhbGxlbmdl', rpId: 'console.test' } },
  }))
  await fixture.page.addInitScript(() => {
    navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  const { dialog, amount, submit } = await openRefund(() => failure(403, 'passkey_required'), fixture)
  await submit.click()
  await dialog.getByRole('alert').getByText('nothing was changed').waitFor()
  expect(await amount.isEnabled()).toBe(true)
  expect(fixture.sent(credit)).toHaveLength(1)
})

it('a capture of a part can release the rest, and a void has no amount', async () => {
  const fixture = await openFixture()
  fixture.respond('POST /v1/transactions/capture', () => approved)
  fixture.respond('POST /v1/transactions/void', () => approved)
  const page = await openPayment(fixture, authorizedPayment)
  await page.getByRole('button', { name: 'Capture' }).click()
  const capture = page.getByRole('dialog', { name: 'Capture the payment' })
  await capture.getByRole('textbox').fill('40')
  await capture.getByRole('checkbox').check()
  await capture.getByRole('button', { name: 'Capture $40.00' }).click()
  await capture.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Void' }).click()
  await page.getByRole('button', { name: 'Void payment' }).click()
  await page.getByText('Payment voided').waitFor()
  expect(fixture.sent('POST /v1/transactions/capture')[0]!.postDataJSON()).toEqual({
    transactionId: id,
    amount: 40,
    final: true,
  })
  expect(fixture.sent('POST /v1/transactions/void')[0]!.postDataJSON()).toEqual({ transactionId: id })
})

it('Escape closes the dialog and sends nothing', async () => {
  const { fixture, page, dialog } = await openRefund(() => approved)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(fixture.sent(credit)).toEqual([])
  await expect
    .poll(() => page.getByRole('button', { name: 'Refund' }).evaluate((button) => button === document.activeElement))
    .toBe(true)
})
