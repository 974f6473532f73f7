import { expect, it } from 'vitest'
import { useConsole } from '../../../testing/console/consoleFixture.ts'
import { ownerSession } from '../../../testing/console/sessionSamples.ts'
import { sampleLink } from '../../../testing/console/checkoutSamples.ts'

const openFixture = useConsole()
const list = 'GET /v1/dynamiccheckout'
const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams)

it('payment links are listed with their state in words, and a paid one leads to its payment', async () => {
  const fixture = await openFixture()
  const paid = sampleLink({ status: 'completed', transactionId: '91738888888107', invoiceNumber: null })
  fixture.respond(list, () => ({ body: { checkouts: [sampleLink(), paid], nextCursor: null } }))
  const page = await fixture.open('/test/checkouts')
  const cells = (row: number) => page.getByRole('row').nth(row).getByRole('cell').allInnerTexts()
  await page.getByRole('link', { name: 'Payment link of $56.60' }).first().waitFor()
  expect((await cells(1)).slice(1, 5)).toEqual(['Open', 'INV-7', 'ada@example.com', ''])
  expect((await cells(2)).slice(1, 5)).toEqual(['Paid', '', 'ada@example.com', 'Payment'])
  expect(await page.getByRole('link', { name: 'Payment', exact: true }).getAttribute('href')).toBe(
    '/test/payments/91738888888107',
  )
  expect(await page.getByRole('link', { name: 'Payment link of' }).first().getAttribute('href')).toBe(
    `/test/checkouts/${paid.id}`,
  )
})

it('a view and a search are filters of the API, and stay in the address', async () => {
  const fixture = await openFixture()
  const page = await fixture.open('/test/checkouts')
  await page.getByRole('link', { name: 'Open', exact: true }).click()
  await page.keyboard.press('/')
  await page.keyboard.type('ada@example.com')
  await page.keyboard.press('Enter')
  await expect.poll(() => fixture.sent(list).length).toBe(3)
  expect(new URL(page.url()).search).toBe('?status=open%2Cprocessing&search=ada%40example.com')
  await page.getByRole('textbox', { name: 'Search by invoice number' }).fill('INV-7')
  await page.keyboard.press('Enter')
  await expect.poll(() => fixture.sent(list).length).toBe(4)
  expect(fixture.sent(list).map((request) => queryOf(request.url()))).toEqual([
    { limit: '50' },
    { limit: '50', status: 'open,processing' },
    { limit: '50', status: 'open,processing', email: 'ada@example.com' },
    { limit: '50', status: 'open,processing', invoiceNumber: 'INV-7' },
  ])
  await page.getByRole('link', { name: 'Show all' }).click()
  await page.getByText('No payment links yet').waitFor()
  await page.goBack()
  await page.getByText('Nothing found').waitFor()
})

it('a page without a match is no end of the list', async () => {
  const fixture = await openFixture()
  fixture.respond(list, (_, url) =>
    url.searchParams.has('cursor')
      ? { body: { checkouts: [sampleLink({ status: 'expired' })], nextCursor: null } }
      : {
          body: { checkouts: [], nextCursor: 'next' },
          headers: { link: '<https://console.test/v1/x?cursor=next>; rel="next"' },
        },
  )
  const page = await fixture.open('/test/checkouts?status=expired')
  await page.getByText('None found so far').waitFor()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByRole('link', { name: 'Payment link of $56.60' }).waitFor()
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
})

it('a role that makes no payment links sees no button for it', async () => {
  const fixture = await openFixture()
  const operations = ownerSession.operations.filter((name) => name !== 'createCheckout')
  fixture.respond('GET /session', () => ({ body: { ...ownerSession, operations } }))
  const page = await fixture.open('/test/checkouts')
  await page.getByText('No payment links yet').waitFor()
  expect(await page.getByRole('link', { name: 'New payment link' }).count()).toBe(0)
})
