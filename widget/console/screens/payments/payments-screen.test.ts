import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { failure, useConsole } from '../../../testing/console/consoleFixture.ts'
import { sampleRow } from '../../../testing/console/rowSamples.ts'

const openFixture = useConsole()
const rows = (from: number, count: number) => Array.from({ length: count }, (_, index) => sampleRow(from + index))
const list = (transactions: readonly object[], nextCursor: string | null = null) => ({
  body: { requestId: '0', transactions, nextCursor, errors: null },
})

it('the list shows a skeleton and then the rows, and nothing moves', async () => {
  for (const width of [1280, 390]) {
    const fixture = await openFixture({ width })
    await fixture.page.addInitScript(() => {
      const shifts: number[] = ((window as never as { shifts: number[] }).shifts = [])
      new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const { promise: held, resolve: respond } = Promise.withResolvers<void>()
    fixture.respond('GET /v1/transactions', () => held.then(() => list(rows(0, 12))))
    const page = await fixture.open('/test/payments')
    await page.locator('.list-skeleton').waitFor()
    const before = await page.locator('.list-skeleton .skeleton-row').first().boundingBox()
    respond()
    const first = page.locator('tbody tr').first()
    await first.waitFor()
    const after = await first.boundingBox()
    expect(Math.abs(after!.y - before!.y), `${width} px`).toBeLessThanOrEqual(2)
    expect(await page.evaluate(() => (window as never as { shifts: number[] }).shifts)).toEqual([])
  }
})

it('a row has its amount as a link, its state in words, and its source', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /v1/transactions', () =>
    list([sampleRow(1, { reference: ':INV-1', status: 'partially_refunded', amountCredited: 1 })]),
  )
  const page = await fixture.open('/test/payments')
  const cells = page.getByRole('row').nth(1).getByRole('cell')
  await cells.first().waitFor()
  expect((await cells.allInnerTexts()).slice(1, 6)).toEqual([
    expect.stringMatching(/\$11\.00$/),
    'Partly refunded',
    'Visa •••• 4242',
    'INV-1',
    'ada@example.com',
  ])
  expect(await page.getByRole('link', { name: 'Payment of $11.00' }).getAttribute('href')).toBe(
    '/test/payments/91738888800001',
  )
  const title = await page.locator('tbody time').getAttribute('title')
  expect(title).toContain('Friday, November 20, 2026')
})

it('a first list without payments teaches what to do', async () => {
  const page = await (await openFixture()).open('/test/payments')
  await page.getByText('Make one with a test card').waitFor()
})

it('a search becomes chips and an address, and a chip can be removed', async () => {
  const fixture = await openFixture()
  const page = await fixture.open('/payments')
  const search = page.getByRole('textbox', { name: 'Search payments' })
  await search.fill('amount:>100 4242')
  await search.press('Enter')
  await page.getByText('No payment matches').waitFor()
  expect(new URL(page.url()).searchParams.get('search')).toBe('amount:>100 last4:4242')
  expect(await search.inputValue()).toBe('')
  const [, query] = fixture.sent('GET /v1/transactions').map((request) => new URL(request.url()).searchParams)
  expect(Object.fromEntries(query!)).toEqual({ amountMin: '100.01', lastFour: '4242', pageSize: '50' })
  await page.getByRole('button', { name: 'Remove Ends in: 4242' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('amount:>100')
  await search.press('Backspace')
  await expect.poll(() => page.url()).toBe('https://console.test/payments')
  await page.goBack()
  await page.getByText('Amount: >100').waitFor()
})

it('a filter that cannot be read stays in the box with what to write, and is not searched', async () => {
  const fixture = await openFixture()
  const page = await fixture.open('/payments')
  await page.getByText('No payments yet').waitFor()
  const search = page.getByRole('textbox', { name: 'Search payments' })
  await search.fill('from:tomorrow')
  await search.press('Enter')
  await page.getByText('Write a date such as').waitFor()
  expect(await search.inputValue()).toBe('from:tomorrow')
  expect(page.url()).toBe('https://console.test/payments')
  expect(fixture.sent('GET /v1/transactions')).toHaveLength(1)
  await page.goto('https://console.test/payments?search=from:tomorrow')
  await page.getByText('Write a date such as').waitFor()
  expect(await search.inputValue()).toBe('from:tomorrow')
})

it('the id of a payment in the search opens the payment', async () => {
  const fixture = await openFixture()
  const page = await fixture.open('/test/payments')
  const search = page.getByRole('textbox', { name: 'Search payments' })
  await search.fill('91738888888107')
  await search.press('Enter')
  await page.getByText('No such payment').waitFor()
  expect(new URL(page.url()).pathname).toBe('/test/payments/91738888888107')
})

it('Show more appends the next page by its cursor until the last one', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /v1/transactions', (_, url) =>
    url.searchParams.get('cursor') === 'second' ? list(rows(50, 3)) : list(rows(0, 50), 'second'),
  )
  const page = await fixture.open('/payments')
  await page.getByText('50 payments shown').waitFor()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByText('53 payments in total').waitFor()
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
  expect(await page.locator('tbody tr').count()).toBe(53)
})

it('Show more moves the focus to the first new payment, and scrolls nothing', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /v1/transactions', (_, url) =>
    url.searchParams.has('cursor') ? list(rows(50, 50)) : list(rows(0, 50), 'second'),
  )
  const page = await fixture.open('/payments')
  const more = page.getByRole('button', { name: 'Show more' })
  await more.scrollIntoViewIfNeeded()
  const top = await page.evaluate(() => scrollY)
  await more.press('Enter')
  await page.getByText('100 payments in total').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('tr')?.sectionRowIndex)).toBe(50)
  expect(await page.evaluate(() => scrollY)).toBe(top)
})

it('Show more leaves the focus of a person who went on to the search', async () => {
  const fixture = await openFixture()
  const { promise: goOn, resolve } = Promise.withResolvers<void>()
  fixture.respond('GET /v1/transactions', async (_, url) => {
    if (!url.searchParams.has('cursor')) return list(rows(0, 50), 'second')
    await goOn
    return list(rows(50, 3))
  })
  const page = await fixture.open('/payments')
  await page.getByRole('button', { name: 'Show more' }).click()
  const search = page.getByRole('textbox', { name: 'Search payments' })
  await search.focus()
  resolve()
  await page.getByText('53 payments in total').waitFor()
  await page.waitForTimeout(100)
  expect(await search.evaluate((input) => document.activeElement === input)).toBe(true)
})

it.each([1280, 390])(
  'payments far below the window are not laid out at %i px, and can still be reached',
  async (width) => {
    const fixture = await openFixture({ width })
    fixture.respond('GET /v1/transactions', () => list(rows(0, 100)))
    const page = await fixture.open('/payments')
    await page.getByText('100 payments in total').waitFor()
    const isRendered = (row: number) =>
      page
        .locator('tbody td.amount')
        .nth(row)
        .evaluate((cell) => cell.checkVisibility({ contentVisibilityAuto: true }))
    await expect.poll(() => Promise.all([isRendered(0), isRendered(99)])).toEqual([true, false])
    const last = page.getByRole('row').last()
    await last.getByRole('checkbox').check()
    await page.getByText('1 selected').waitFor()
    expect(await isRendered(99)).toBe(true)
  },
)

it('pages without a match are passed over, and then the person decides to search on', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /v1/transactions', (_, url) => {
    const page = Number(url.searchParams.get('cursor') ?? 0)
    return page < 4 ? list([], String(page + 1)) : list(rows(0, 1))
  })
  const page = await fixture.open('/payments?search=status:voided')
  await page.getByText('Older ones have not been searched yet').waitFor()
  expect(fixture.sent('GET /v1/transactions')).toHaveLength(3)
  await page.getByRole('button', { name: 'Search older payments' }).click()
  await page.getByRole('link', { name: '$10.00' }).waitFor()
  expect(fixture.sent('GET /v1/transactions')).toHaveLength(5)
})

it('an error shows the next step and the request’s id, and keeps the rows', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /v1/transactions', () => failure(429, 'rate_limited'))
  const page = await fixture.open('/payments')
  await page.getByRole('alert').getByText('Wait a minute and try again').waitFor()
  await page.getByText(`Request ${'f'.repeat(32)}`).waitFor()
  fixture.respond('GET /v1/transactions', (_, url) =>
    url.searchParams.has('cursor') ? 'abort' : list(rows(0, 50), 'second'),
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByRole('alert').getByText('Check your connection').waitFor()
  expect(await page.locator('tbody tr').count()).toBe(50)
})

it('a result that arrives after a newer search is not shown', async () => {
  const fixture = await openFixture()
  const { promise: held, resolve: respond } = Promise.withResolvers<void>()
  fixture.respond('GET /v1/transactions', (_, url) =>
    url.searchParams.has('status') ? list([sampleRow(2)]) : held.then(() => list([sampleRow(1)])),
  )
  const page = await fixture.open('/payments')
  await page.getByRole('link', { name: 'Declined' }).click()
  await page.getByRole('link', { name: '$12.00' }).waitFor()
  respond()
  await page.waitForTimeout(100)
  expect(await page.getByRole('link', { name: '$11.00' }).count()).toBe(0)
})

it('chosen columns stay chosen', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /v1/transactions', () => list([sampleRow(1)]))
  const page = await fixture.open('/payments')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Customer' }).uncheck()
  await page.getByRole('checkbox', { name: 'Authorization code' }).check()
  await page.reload()
  await page.getByRole('link', { name: '$11.00' }).waitFor()
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
    'Selection',
    'Amount',
    'State',
    'Paid with',
    'Order',
    'Time',
    'Authorization code',
  ])
})

it('the CSV has all pages of the search, with one header row', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /v1/transactions', (_, url) => {
    if (url.searchParams.get('format') !== 'csv') return list([])
    const isSecond = url.searchParams.get('cursor') === 'c2'
    const headers = { link: '<https://console.test/v1/transactions?cursor=c2>; rel="next"' }
    return isSecond ? { body: 'id,name\r\n3,"a\r\nb"\r\n' } : { body: 'id,name\r\n1,x\r\n2,y\r\n', headers }
  })
  const page = await fixture.open('/test/payments?search=status:captured')
  await page.getByText('No payment matches').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^payments-test-\d{4}-\d{2}-\d{2}\.csv$/)
  expect(await readFile(await download.path(), 'utf8')).toBe('id,name\r\n1,x\r\n2,y\r\n3,"a\r\nb"\r\n')
  await page.getByText('3 rows exported').waitFor()
  const csv = fixture.sent('GET /v1/transactions').filter((request) => request.url().includes('csv'))
  expect(
    csv.map((request) => [request.headers()['sluice-mode'], new URL(request.url()).searchParams.get('status')]),
  ).toEqual([
    ['test', 'captured'],
    ['test', 'captured'],
  ])
})
