import { expect, it } from 'vitest'
import { failure, useConsole } from '../../testing/console/consoleFixture.ts'
import { sampleBatch } from '../../testing/console/batchSamples.ts'
import { sampleDispute } from '../../testing/console/disputeSamples.ts'
import { sampleSubscription } from '../../testing/console/subscriptionSamples.ts'

const openFixture = useConsole()
const link = { link: '<https://console.test/v1/x?cursor=next&limit=50>; rel="next"' }

it('disputes to respond to are shown first, and each leads to its payment', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /v1/disputes', () => ({ body: { disputes: [sampleDispute()] } }))
  const page = await fixture.open('/test/disputes')
  const cells = page.getByRole('row').nth(1).getByRole('cell')
  await cells.first().waitFor()
  expect((await cells.allInnerTexts()).slice(1, 4)).toEqual([
    'Open',
    'The cardholder did not make the payment.',
    'Dec 5, 2026',
  ])
  expect(await page.getByRole('link', { name: 'Disputed payment of $26.25' }).getAttribute('href')).toBe(
    '/test/payments/91738888888107',
  )
  await page.getByRole('link', { name: 'Lost or accepted' }).click()
  await expect.poll(() => fixture.sent('GET /v1/disputes').length).toBe(2)
  const stages = fixture.sent('GET /v1/disputes').map((request) => new URL(request.url()).searchParams.get('stage'))
  expect(stages).toEqual(['warning,open', 'lost,accepted'])
})

const customer = '0d9a7b9e-6a39-4f0b-8f4d-2f9f3f2a1b11'

it('subscriptions show what is next in their state, and each leads to the payments of its customer', async () => {
  const fixture = await openFixture({ timezone: 'UTC' })
  const nextCharge = '2027-01-05T10:00:00.000Z'
  const named = { firstName: '', lastName: '', company: '', emailAddress: '' }
  fixture.respond('GET /v1/customersubscriptions', () => ({
    body: {
      customerSubscriptions: [
        sampleSubscription(),
        sampleSubscription({ status: 'active', nextCharge, customer: { ...named, company: 'Engines Ltd' } }),
        sampleSubscription({ status: 'paused', nextCharge: null, resumesAt: nextCharge, customer: named }),
        sampleSubscription({ status: 'canceled', nextCharge: null, customer: null }),
        sampleSubscription({ status: 'frozen', nextCharge, customer: { ...named, emailAddress: 'ada@e.example' } }),
      ],
      nextCursor: null,
    },
  }))
  const page = await fixture.open('/test/subscriptions')
  const rows = page.getByRole('row')
  await rows.nth(1).waitFor()
  const cells = await rows.evaluateAll((all) =>
    all.map((row) => [...row.children].slice(1, 5).map((cell) => (cell as HTMLElement).innerText.trim())),
  )
  expect(cells.slice(1)).toEqual([
    ['Past due', 'Ada Lovelace', 'Coffee, a bag a month', 'Retry Dec 24, 2026'],
    ['Active', 'Engines Ltd', 'Coffee, a bag a month', 'Bill Jan 5, 2027'],
    ['Paused', 'Customer without a name', 'Coffee, a bag a month', 'Resumes Jan 5, 2027'],
    ['Canceled', 'Deleted customer', 'Coffee, a bag a month', ''],
    ['frozen', 'ada@e.example', 'Coffee, a bag a month', 'Bill Jan 5, 2027'],
  ])
  await page.getByRole('link', { name: 'Payments of the customer who is billed $18.50' }).first().click()
  await page.getByText('No payment matches').waitFor()
  expect(new URL(fixture.sent('GET /v1/transactions').at(-1)!.url()).searchParams.get('customer')).toBe(customer)
})

it('a view of subscriptions is in the address, and has exactly its states', async () => {
  const fixture = await openFixture()
  const page = await fixture.open('/test')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Subscriptions' }).click()
  await page.getByText('No subscriptions here').waitFor()
  const views = page.getByRole('navigation', { name: 'Views' })
  for (const name of ['Past due', 'Ended']) {
    await views.getByRole('link', { name }).click()
    await expect.poll(() => views.locator('[aria-current=true]').innerText()).toBe(name)
  }
  expect(new URL(page.url()).searchParams.get('status')).toBe('completed,canceled')
  const asked = fixture
    .sent('GET /v1/customersubscriptions')
    .map((request) => new URL(request.url()).searchParams)
    .filter((query) => query.has('limit'))
  expect(asked.map((query) => query.get('status'))).toEqual([null, 'past_due', 'completed,canceled'])
})

it('settlements show their totals by currency, and each leads to its payments', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /v1/batches', () => ({ body: { batches: [sampleBatch('b1')] } }))
  const page = await fixture.open('/test/settlements')
  const cells = page.getByRole('row').nth(1).getByRole('cell')
  await cells.first().waitFor()
  expect((await cells.allInnerTexts()).slice(1).map((text) => text.split('\n'))).toEqual([
    ['Closed'],
    ['$100.50', '€7.00'],
    ['$20.25', '€0.00'],
    ['$80.25', '€7.00'],
  ])
  await page.getByRole('link').filter({ hasText: 'Payments settled on' }).click()
  await page.getByText('Settlement: b1').waitFor()
  expect(new URL(fixture.sent('GET /v1/transactions')[0]!.url()).searchParams.get('batchId')).toBe('b1')
})

it('a list is read on by the cursor of its header Link, and keeps its rows after an error', async () => {
  const fixture = await openFixture()
  let isBroken = true
  fixture.respond('GET /v1/batches', (_, url) => {
    if (!url.searchParams.has('cursor')) return { body: { batches: [sampleBatch('b1')] }, headers: link }
    return isBroken ? failure(503, 'unavailable') : { body: { batches: [sampleBatch('b2')] } }
  })
  const page = await fixture.open('/test/settlements')
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByText('The gateway is busy').waitFor()
  expect(await page.locator('tbody tr').count()).toBe(1)
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => page.locator('tbody tr').count()).toBe(2)
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
  expect(fixture.sent('GET /v1/batches').map((request) => new URL(request.url()).searchParams.get('cursor'))).toEqual([
    null,
    'next',
    'next',
  ])
})

it('an empty list shows what it will contain', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /v1/batches', () => ({ body: { batches: [] } }))
  const page = await fixture.open('/test/settlements')
  await page.getByText('No settlements yet').waitFor()
  await page.getByRole('link', { name: 'Disputes' }).click()
  await page.getByText('No disputes here').waitFor()
})

it('the navigation has the sections that the role may read', async () => {
  const fixture = await openFixture()
  fixture.respond('GET /session', () => ({
    body: {
      member: { id: 'm', name: 'V', email: 'v@shop.test', role: 'viewer', refundLimit: null },
      account: { id: 'a', name: 'Shop', modes: ['live'] },
      expires: '2050-01-01T00:00:00.000Z',
      confirmedUntil: null,
      operations: ['listTransactions', 'getTransaction'],
    },
  }))
  const page = await fixture.open('/payments')
  await page.getByText('No payments yet').waitFor()
  expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts()).toEqual(['Payments'])
})
