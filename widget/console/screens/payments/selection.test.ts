import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import {
  failure,
  useConsole,
  type ConsoleFixture,
  type MockedResponse,
} from '../../../testing/console/consoleFixture.ts'
import { ownerSession } from '../../../testing/console/sessionSamples.ts'
import { sampleRow } from '../../../testing/console/rowSamples.ts'

const openFixture = useConsole()
const credit = 'POST /v1/transactions/credit'
const approved = { body: { transactionId: '9', approved: true, responseCode: '00', errors: null } }

/** Payments of 10, 11, 12 … of which the second is refunded already. */
const payments = () =>
  Array.from({ length: 5 }, (_, index) =>
    sampleRow(index, index === 1 ? { status: 'refunded', amountCredited: 11 } : {}),
  )

const withRows = async (): Promise<{
  fixture: ConsoleFixture
  page: Page
  box: (amount: string) => ReturnType<Page['getByRole']>
}> => {
  const fixture = await openFixture()
  fixture.respond('GET /v1/transactions', () => ({ body: { transactions: payments(), nextCursor: null } }))
  const page = await fixture.open('/test/payments')
  const box = (amount: string) => page.getByRole('checkbox', { name: `Select the payment of ${amount}` })
  await box('$10.00').waitFor()
  return { fixture, page, box }
}

const bar = (page: Page) => page.getByRole('region', { name: 'Selected payments' })

it('payments are selected one by one, in a range, all and none, by mouse and keyboard', async () => {
  const { page, box } = await withRows()
  expect(await bar(page).count()).toBe(0)
  await box('$10.00').click()
  expect(await bar(page).innerText()).toContain('1 selected')
  await box('$12.00').click({ modifiers: ['Shift'] })
  expect(await bar(page).innerText()).toContain('3 selected')
  expect(await bar(page).innerText()).toContain('$33.00')
  await box('$11.00').focus()
  await page.keyboard.press('Space')
  expect(await box('$11.00').isChecked()).toBe(false)
  expect(await bar(page).innerText()).toContain('$22.00')
  await page.getByRole('checkbox', { name: 'Select all shown' }).click()
  expect(await bar(page).innerText()).toContain('5 selected')
  await page.getByRole('button', { name: 'Clear selection' }).click()
  expect(await bar(page).count()).toBe(0)
  // A row is still a link.
  await page.getByRole('link', { name: '$10.00' }).click()
  expect(new URL(page.url()).pathname).toBe('/test/payments/91738888800000')
})

it('the CSV of a selection has its rows alone, in the format of the API', async () => {
  const { fixture, page, box } = await withRows()
  const csv = ['transactionId,note', ...payments().map(({ transactionId }) => `${transactionId},"a\r\n""b"""`)].join(
    '\r\n',
  )
  fixture.respond('GET /v1/transactions', (_, url) =>
    url.searchParams.get('format') === 'csv'
      ? { body: `${csv}\r\n`, headers: { link: '<https://console.test/v1/transactions?cursor=c2>; rel="next"' } }
      : { body: { transactions: payments(), nextCursor: null } },
  )
  await box('$10.00').click()
  await box('$13.00').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    bar(page).getByRole('button', { name: 'Export' }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toBe(
    'transactionId,note\r\n91738888800000,"a\r\n""b"""\r\n91738888800003,"a\r\n""b"""\r\n',
  )
  // All are found, so no further page is read.
  expect(fixture.sent('GET /v1/transactions').filter((request) => request.url().includes('csv'))).toHaveLength(1)
})

it('the last month is exported in two clicks, with the filters of the search', async () => {
  const fixture = await openFixture()
  await fixture.page.clock.setFixedTime(new Date('2026-11-27T12:00:00Z'))
  fixture.respond('GET /v1/transactions', (_, url) =>
    url.searchParams.get('format') === 'csv'
      ? { body: 'id\r\n1\r\n' }
      : { body: { transactions: [], nextCursor: null } },
  )
  const page = await fixture.open('/test/payments?search=status:captured')
  await page.getByRole('button', { name: 'Dates' }).click()
  await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export last month' }).click()])
  const query = new URL(fixture.sent('GET /v1/transactions').at(-1)!.url()).searchParams
  expect(Object.fromEntries(query)).toMatchObject({
    status: 'captured',
    from: '2026-10-01T00:00:00.000Z',
    to: '2026-11-01T00:00:00.000Z',
  })
  await page.getByRole('button', { name: 'Dates' }).click()
  await page.getByRole('link', { name: 'Last 7 days' }).click()
  await page.getByText('From: 2026-11-21').waitFor()
})

/** Selects the first three payments and opens the dialog. */
const openDialog = async (respond: (id: string) => MockedResponse | 'abort') => {
  const opened = await withRows()
  const { fixture, page, box } = opened
  fixture.respond(credit, (request) => respond(request.postDataJSON().referenceTransactionId as string))
  for (const amount of ['$10.00', '$11.00', '$12.00']) await box(amount).click()
  await bar(page).getByRole('button', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund payments' })
  await dialog.waitFor()
  return { ...opened, dialog }
}

const sentOf = (fixture: ConsoleFixture) =>
  fixture.sent(credit).map((request) => {
    const { referenceTransactionId, amount } = request.postDataJSON()
    return [referenceTransactionId, amount.value, request.headers()['idempotency-key']] as const
  })

it('a bulk refund shows the sum and what cannot be refunded, and refunds each with a key of its own', async () => {
  const { fixture, page, dialog } = await openDialog(() => approved)
  const text = await dialog.innerText()
  expect(text).toContain('2 payments are refunded: $22.00')
  expect(text).toContain('1 payment cannot be refunded')
  expect(text).toContain('Nothing is left to refund.')
  await dialog.getByRole('combobox', { name: 'Reason' }).selectOption('Not delivered')
  await dialog.getByRole('button', { name: 'Refund 2 payments' }).dblclick()
  await dialog.getByText('2 of 2 done. $22.00 refunded.').waitFor()
  const sent = sentOf(fixture)
  expect(sent.map(([id, amount]) => [id, amount])).toEqual([
    ['91738888800000', 10],
    ['91738888800002', 12],
  ])
  expect(new Set(sent.map(([, , key]) => key)).size).toBe(2)
  expect(fixture.sent(credit)[0]!.postDataJSON().order).toEqual({ metadata: { reason: 'not_delivered' } })
  await dialog.locator('.dialog-actions').getByRole('button', { name: 'Close' }).click()
  await page.getByText('5 payments in total').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('console-bulk-refund'))).toBeNull()
})

it('a refund that the gateway rejects does not stop the others, and says why', async () => {
  const { dialog } = await openDialog((id) => (id.endsWith('0') ? failure(403, 'refund_limit_exceeded') : approved))
  await dialog.getByRole('button', { name: 'Refund 2 payments' }).click()
  await dialog.getByText('2 of 2 done. $12.00 refunded.').waitFor()
  expect(await dialog.innerText()).toContain('This refund is above your limit')
})

it('after a lost response the refunds continue with the same keys, and after a reload too', async () => {
  let isLost = true
  const { fixture, page, dialog } = await openDialog((id) => (isLost && id.endsWith('0') ? 'abort' : approved))
  await dialog.getByRole('button', { name: 'Refund 2 payments' }).click()
  await dialog.getByRole('alert').getByText('no payment is refunded twice').waitFor()
  expect(await dialog.innerText()).toContain('No response')
  await page.reload()
  await page.getByText('Refunds were broken off: 2 of 2 have not ended.').waitFor()
  isLost = false
  await page.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('2 of 2 done. $22.00 refunded.').waitFor()
  const keysOf = (id: string) =>
    sentOf(fixture)
      .filter(([sent]) => sent === id)
      .map(([, , key]) => key)
  expect(keysOf('91738888800000')).toHaveLength(2)
  expect(new Set(keysOf('91738888800000')).size).toBe(1)
  expect(keysOf('91738888800002')).toHaveLength(1)
  await dialog.locator('.dialog-actions').getByRole('button', { name: 'Close' }).click()
  expect(await page.getByText('Refunds were broken off').count()).toBe(0)
})

it('refunds that were broken off a day ago are not continued, and can be discarded', async () => {
  const { page, dialog } = await openDialog(() => 'abort')
  await dialog.getByRole('button', { name: 'Refund 2 payments' }).click()
  await dialog.getByRole('alert').waitFor()
  await page.evaluate(() => {
    const plan = JSON.parse(localStorage.getItem('console-bulk-refund')!) as { created: number }
    localStorage.setItem('console-bulk-refund', JSON.stringify({ ...plan, created: plan.created - 24 * 3_600_000 }))
  })
  await page.reload()
  await page.getByText('They are too old to be continued.').waitFor()
  await page.getByRole('button', { name: 'Show them' }).click()
  await dialog.waitFor()
  expect(await dialog.getByRole('button', { name: 'Continue' }).count()).toBe(0)
  await dialog.locator('.dialog-actions').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  expect(await page.getByText('Refunds were broken off').count()).toBe(0)
})

it('refunds of another member are not offered, and a viewer cannot refund', async () => {
  const { fixture, page, dialog } = await openDialog(() => 'abort')
  await dialog.getByRole('button', { name: 'Refund 2 payments' }).click()
  await dialog.getByRole('alert').waitFor()
  fixture.respond('GET /session', () => ({
    body: { ...ownerSession, member: { ...ownerSession.member, id: 'm2' }, operations: ['listTransactions'] },
  }))
  await page.reload()
  await page.getByRole('checkbox', { name: 'Select the payment of $10.00' }).click()
  expect(await page.getByText('Refunds were broken off').count()).toBe(0)
  expect(await bar(page).getByRole('button').allInnerTexts()).toEqual(['Export', 'Clear selection'])
})
