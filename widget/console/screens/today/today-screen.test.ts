import { expect, it } from 'vitest'
import { failure, useConsole, type ConsoleFixture } from '../../../testing/console/consoleFixture.ts'
import { sampleConnection, sampleWebhook } from '../../../testing/console/developerSamples.ts'
import { fullSession } from '../../../testing/console/sessionSamples.ts'
import { sampleFigures } from '../../../testing/console/figureSamples.ts'
import { sampleRow } from '../../../testing/console/rowSamples.ts'
import { sampleSubscription } from '../../../testing/console/subscriptionSamples.ts'

const openFixture = useConsole()

const withFigures = async (width = 1280): Promise<ConsoleFixture> => {
  const fixture = await openFixture({ width })
  fixture.respond('GET /v1/figures', () => ({ body: sampleFigures() }))
  return fixture
}

const searchOf = (href: string | null) => new URL(href!, 'https://console.test').searchParams.get('search')

it('the figures of today are those of the last day, beside yesterday’s, and link to their payments', async () => {
  const fixture = await withFigures()
  const page = await fixture.open('/test')
  const figures = page.locator('.figures > div')
  await figures.first().getByRole('link').waitFor()
  expect((await figures.allInnerTexts()).map((text) => text.split(/\n+/))).toEqual([
    ['Taken', '$300.30', '3 payments', 'Yesterday $100.10'],
    ['Refunded', '$20.00', '1 refund', 'Yesterday $0.00'],
    ['Net', '$280.30', 'Yesterday $100.10'],
    ['Approved', '75%', '3 of 4 attempts'],
  ])
  const searches = await figures
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
  expect(searches.map(searchOf)).toEqual([
    'captured:2026-11-27 currency:USD',
    'refunded:2026-11-27 currency:USD',
    'moved:2026-11-27 currency:USD',
    expect.stringMatching(
      /^status:authorized,.*,declined,.* is:payment from:2026-11-27T00:00:00Z to:2026-11-28T00:00:00Z currency:USD$/,
    ),
  ])
  await figures.nth(0).getByRole('link').click()
  await page.getByText('No payment matches').waitFor()
  const query = new URL(fixture.sent('GET /v1/transactions').at(-1)!.url()).searchParams
  expect(Object.fromEntries(query)).toEqual({
    capturedOn: '2026-11-27',
    currency: '840',
    pageSize: '50',
  })
})

it('the chart has a bar for each of thirty days, and the table the same figures', async () => {
  const page = await (await withFigures()).open('/test')
  await page.getByText('Show as a table').click()
  const rows = page.getByRole('table', { name: 'Taken by day' }).getByRole('row')
  await expect.poll(() => rows.count()).toBe(31)
  expect(await page.locator('.chart .bar-now').count()).toBe(30)
  expect((await rows.nth(1).innerText()).split(/\s*\t\s*/)).toEqual(['Nov 27', '$300.30', '$50.00'])
  const titles = await page.locator('.chart g title').allTextContents()
  expect(titles.at(-1)).toBe('Nov 27: $300.30. 30 days earlier: $50.00.')
  const heights = await page
    .locator('.chart .bar-now')
    .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))))
  expect(heights.at(-1)! / heights.at(-2)!).toBeCloseTo(3, 5)
  expect(heights.slice(0, 28)).toEqual(Array.from({ length: 28 }, () => 0))
  await page.getByText('700.8% more than in the 30 days before').waitFor()
})

it('declines of thirty days are summed by their reason', async () => {
  const page = await (await withFigures()).open('/test')
  const rows = page.locator('.declines tbody tr')
  await rows.first().waitFor()
  expect((await rows.allInnerTexts()).map((text) => text.split(/\s*\t\s*/))).toEqual([
    ['Insufficient funds 51', '2'],
    ['Do not honor 05', '1'],
  ])
})

it('another currency has its own figures', async () => {
  const page = await (await withFigures()).open('/test')
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('EUR')
  await page.getByRole('link', { name: '€7.00' }).first().waitFor()
})

const openDispute = (id: string) => ({
  id,
  transactionId: '91738888888107',
  stage: 'open',
  reason: { code: '10.4', category: 'fraud', text: 'The cardholder did not make the payment.' },
  amount: 26.25,
  amountWithdrawn: 26.25,
  currency: 840,
  evidenceDueBy: '2026-12-05T00:00:00.000Z',
})

it('what needs attention is listed: unknown outcomes and open disputes', async () => {
  const fixture = await withFigures()
  const needsAttention = {
    since: '2026-11-20T10:00:00.000Z',
    reason: 'outcome_unknown',
    operation: { transactionId: '1', type: 'capture', amount: 5, created: '2026-11-20T10:00:00.000Z' },
    attempts: 3,
    nextAttempt: null,
  }
  fixture.respond('GET /v1/transactions', () => ({
    body: { transactions: [sampleRow(5, { needsAttention })], nextCursor: null },
  }))
  fixture.respond('GET /v1/disputes', () => ({ body: { disputes: [openDispute('d1')] } }))
  const page = await fixture.open('/test')
  await page.getByRole('link', { name: '$15.00' }).waitFor()
  await page.getByText('Respond by Dec 5, 2026').waitFor()
  expect(await page.getByRole('link', { name: '$26.25' }).getAttribute('href')).toBe('/test/payments/91738888888107')
  const [attention] = fixture.sent('GET /v1/transactions')
  expect(new URL(attention!.url()).searchParams.get('needsAttention')).toBe('true')
  expect(new URL(fixture.sent('GET /v1/disputes')[0]!.url()).searchParams.get('stage')).toBe('warning,open')
})

it('of more than five open disputes Today shows five, and leads to the list of open disputes', async () => {
  const fixture = await withFigures()
  const disputes = Array.from({ length: 6 }, (_, at) => openDispute(`d${at}`))
  fixture.respond('GET /v1/disputes', () => ({ body: { disputes } }))
  const page = await fixture.open('/test')
  const panel = page.getByRole('region', { name: 'Needs attention' })
  await panel.getByRole('link', { name: 'Show all' }).waitFor()
  expect(await panel.getByRole('listitem').count()).toBe(5)
  expect(await panel.getByRole('link', { name: 'Show all' }).getAttribute('href')).toBe('/test/disputes')
  await panel.getByRole('link', { name: 'Show all' }).click()
  await expect.poll(() => page.getByRole('row').count()).toBe(7)
  const [ofToday, ofList] = fixture.sent('GET /v1/disputes').map((sent) => new URL(sent.url()).searchParams)
  expect(ofList!.get('stage')).toBe(ofToday!.get('stage'))
})

it('webhooks and connections that fail and terminals that are offline need attention, and others do not', async () => {
  const fixture = await withFigures()
  fixture.respond('GET /session', () => ({
    body: { ...fullSession, operations: [...fullSession.operations, 'listTerminals'] },
  }))
  fixture.respond('GET /v1/webhook', () => ({
    body: {
      webhooks: [
        sampleWebhook({ id: 'w1', url: 'https://shop.example/works' }),
        sampleWebhook({ id: 'w2', url: 'https://shop.example/fails', failingSince: '2026-11-26T10:00:00.000Z' }),
        sampleWebhook({
          id: 'w3',
          url: 'https://shop.example/gone',
          enabled: false,
          disabledReason: { code: 'gone', text: 'The receiver returned 410.' },
        }),
        sampleWebhook({ id: 'w4', url: 'https://shop.example/off', enabled: false }),
      ],
    },
  }))
  fixture.respond('GET /v1/connections', () => ({
    body: {
      connections: [
        sampleConnection({ label: 'Works' }),
        sampleConnection({ id: 'c2', label: 'Fails', status: 'failing', lastFailure: '2026-11-27T10:00:00.000Z' }),
      ],
    },
  }))
  fixture.respond('GET /v1/terminals', () => ({
    body: {
      terminals: [
        { id: 't1', nickname: 'Counter', status: 'online' },
        { id: 't2', nickname: 'Market stall', status: 'offline' },
      ],
    },
  }))
  const page = await fixture.open('/test')
  const panel = page.getByRole('region', { name: 'Needs attention' })
  await panel.getByText('Terminals offline').waitFor()
  const rows = panel.getByRole('listitem')
  expect((await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
    expect.stringMatching(/^https:\/\/shop.example\/fails Failing since /),
    'https://shop.example/gone The receiver returned 410.',
    expect.stringMatching(/^Fails Last failure /),
    'Market stall',
  ])
  const links = panel.getByRole('link')
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/test/webhooks/w2',
    '/test/webhooks/w3',
    '/test/connections',
  ])
  expect(new URL(fixture.sent('GET /v1/terminals')[0]!.url()).searchParams.get('pageSize')).toBe('20')
})

const pastDueRows = (count: number) => ({
  body: {
    customerSubscriptions: Array.from({ length: count }, (_, at) =>
      sampleSubscription({ customerSubscriptionId: `s${at}`, totalAmount: at + 1 }),
    ),
    nextCursor: null,
  },
})

it('subscriptions past due are listed with customer, plan and retry, and lead to the payments of the customer', async () => {
  const fixture = await withFigures()
  fixture.respond('GET /v1/customersubscriptions', () => pastDueRows(2))
  const page = await fixture.open('/test')
  const panel = page.getByRole('region', { name: 'Needs attention' })
  await panel.getByRole('heading', { name: '2 subscriptions past due' }).waitFor()
  const rows = panel.getByRole('listitem')
  expect((await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
    '$1.00 Ada Lovelace · Coffee, a bag a month Retry Dec 24, 2026',
    '$2.00 Ada Lovelace · Coffee, a bag a month Retry Dec 24, 2026',
  ])
  const [, first] = await panel.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(searchOf(first!)).toBe('customer:0d9a7b9e-6a39-4f0b-8f4d-2f9f3f2a1b11')
  expect(await panel.getByRole('link', { name: 'Show all' }).count()).toBe(0)
  const [asked] = fixture.sent('GET /v1/customersubscriptions')
  expect(Object.fromEntries(new URL(asked!.url()).searchParams)).toEqual({ status: 'past_due', pageSize: '6' })
})

it('of more than five subscriptions past due Today shows five, and leads to exactly all of them', async () => {
  const fixture = await withFigures()
  fixture.respond('GET /v1/customersubscriptions', () => pastDueRows(6))
  const page = await fixture.open('/test')
  const panel = page.getByRole('region', { name: 'Needs attention' })
  await panel.getByRole('link', { name: 'Show all' }).waitFor()
  expect(await panel.getByRole('listitem').count()).toBe(5)
  expect(await panel.getByRole('link', { name: 'Show all' }).getAttribute('href')).toBe(
    '/test/subscriptions?status=past_due',
  )
  await panel.getByRole('link', { name: 'More than 5 subscriptions past due' }).click()
  await expect.poll(() => page.getByRole('row').count()).toBe(7)
  const asked = new URL(fixture.sent('GET /v1/customersubscriptions').at(-1)!.url()).searchParams
  expect(asked.get('status')).toBe('past_due')
})

it('one subscription past due is counted as one', async () => {
  const fixture = await withFigures()
  fixture.respond('GET /v1/customersubscriptions', () => pastDueRows(1))
  const page = await fixture.open('/test')
  await page.getByRole('link', { name: '1 subscription past due', exact: true }).waitFor()
})

it('a member reads only the parts that their role may see', async () => {
  const fixture = await withFigures()
  fixture.respond('GET /session', () => ({ body: { ...fullSession, operations: ['getFigures', 'listDisputes'] } }))
  const page = await fixture.open('/test')
  await page.getByText('Nothing needs your attention.').waitFor()
  for (const path of [
    '/v1/transactions',
    '/v1/customersubscriptions',
    '/v1/webhook',
    '/v1/connections',
    '/v1/terminals',
  ])
    expect(fixture.sent(`GET ${path}`)).toEqual([])
  expect(fixture.sent('GET /v1/disputes')).toHaveLength(1)
})

it('an error of one part leaves the other, and can be repeated', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /v1/figures', () => failure(503, 'unavailable'))
  const page = await fixture.open('/test')
  await page.getByText('Nothing needs your attention.').waitFor()
  await page.getByText('The gateway is busy').waitFor()
  fixture.respond('GET /v1/figures', () => ({ body: sampleFigures() }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('link', { name: '$300.30' }).waitFor()
})

it('an account without payments has figures of zero', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /v1/figures', () => ({
    body: { figures: { ...sampleFigures().figures, days: [] } },
  }))
  const page = await fixture.open('/test')
  await page.getByText('No payments yet').waitFor()
  await page.getByText('No payment was declined.').waitFor()
})
