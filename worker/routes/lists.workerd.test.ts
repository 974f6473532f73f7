import { expect, test, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint'
import { endpoints } from '#contract/endpoints'
import type { ApiResponse, Call } from '../testing/merchant.ts'
import { clientOfBothModes, createTeam } from '../testing/fixtures/teamFixture.ts'
import { insertDispute } from '../testing/fixtures/insertDispute.ts'
import { card, cardPayment, createMerchant, startWorker } from '../testing/merchant.ts'
import { nextMillisecond } from '../testing/nextMillisecond.ts'

vi.spyOn(console, 'log').mockReturnValue()

const merchant = await createMerchant()
const worker = startWorker({ fetch: async () => new Response(null, { status: 503 }) })
const call = worker.as(merchant.secretKey)

const send = async (method: string, path: string, body: object = {}) => {
  await nextMillisecond()
  const response = await call(method, path, { body })
  expect([path, response.status, response.json.errors]).toEqual([path, 200, null])
  return response.json
}
const three = async (path: string, body: (at: number) => object | Promise<object> = () => ({})) => {
  const responses = []
  for (const at of [1, 2, 3]) responses.push(await send('POST', path, await body(at)))
  return responses
}

const customers = (await three('/v1/customers')).map(({ customers: [customer] }) => customer.id as string)
const customer = `/v1/customers/${customers[0]}`
await three(`${customer}/wallet`, async () => ({
  token: (await call('POST', '/v1/tokens', { body: { creditCard: card() } })).json.token,
}))
const plans = await three('/v1/subscriptions', (at) => ({
  label: `Plan ${at}`,
  cycle: { unit: 'month', interval: 1 },
  amount: { value: 10 },
}))
const plan = plans[0].subscriptions[0].id
const subscriptions = await three(`${customer}/subscriptions`, () => ({ plan }))
const subscription = subscriptions[0].customerSubscriptions[0].customerSubscriptionId
for (const period of [1, 2])
  await merchant.run(
    `INSERT INTO bills (subscription, period, account, mode, status, date, total, tax, surcharge, shipping, currency, transactionId,
                        created, updated)
     SELECT subscription, ?, account, mode, status, date, total, tax, surcharge, shipping, currency, transactionId, created, updated
     FROM bills WHERE subscription = ? AND period = 0`,
    period,
    subscription,
  )
for (const at of [1, 2, 3]) {
  await send('POST', '/v1/transactions/sale', cardPayment(undefined, { amount: { value: at } }))
  await send('POST', '/v1/batches/close')
}
await three('/v1/dynamiccheckout', (at) => ({ total: at }))
await three('/v1/terminals', (at) => ({ registrationCode: `SIM00${at}`, nickname: `Till ${at}` }))
await three('/v1/apikeys', (at) => ({ kind: 'restricted', name: `Key ${at}`, scopes: ['customers:read'] }))
await three('/v1/webhook', (at) => ({ url: `https://shop.example/${at}`, enabled: false, subscribedEvents: [0] }))
const failing = await send('POST', '/v1/webhook', {
  url: `https://${crypto.randomUUID()}.receivers.net/hooks`,
  enabled: true,
  subscribedEvents: [5],
})
await three('/v1/customers')
await vi.waitFor(async () => {
  const { json } = await call('GET', `/v1/webhook/${failing.webhook.id}/deliveries`)
  expect(json.deliveries).toHaveLength(3)
})
const insertNext = async () => {
  await nextMillisecond()
  return insertDispute(merchant, 'test')
}
const disputes = [await insertNext(), await insertNext(), await insertNext()]
await three('/v1/views', (at) => ({ list: 'payments', name: `View ${at}`, query: '' }))
// A live key locks settings of the account, so it is the last one.
const callTeam = await clientOfBothModes(worker, merchant)
for (const name of ['ann', 'bob', 'eve']) {
  await createTeam(callTeam, merchant.database, name)
  await nextMillisecond()
}
const [event] = (await call('GET', '/v1/events')).json.events

/** The path of each list that has parameters. */
const parameters: Readonly<Record<string, string>> = {
  '{Customer}': customers[0]!,
  '{Subscription}': subscription,
  '{Event}': event.id,
  '{Webhook}': failing.webhook.id,
}
const lists = endpoints.flatMap((endpoint: Endpoint) =>
  endpoint.list === undefined ? [] : [{ ...endpoint, list: endpoint.list, isPaged: endpoint.query !== undefined }],
)
const pathOf = ({ path }: Endpoint) => path.replaceAll(/\{\w+\}/g, (name) => parameters[name]!)

const linksOf = ({ headers }: ApiResponse): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...(headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, url, rel]) => [rel, url]),
  )
const entriesOf = ({ json }: ApiResponse): unknown[] =>
  Object.entries(json).flatMap(([name, value]) => (Array.isArray(value) && name !== 'errors' ? [value] : []))[0]!

/** Follows links from a page on. */
const follow = async (by: Call, first: string, rel: string) => {
  const pages: ApiResponse[] = []
  for (let path: string | undefined = first; path !== undefined; path = linksOf(pages.at(-1)!)[rel])
    pages.push(await by('GET', path))
  return pages
}

test('the list of disputes is newest first', async () => {
  const { json } = await callTeam('GET', '/v1/disputes')
  expect(json.disputes.map(({ id }: { readonly id: string }) => id)).toEqual(disputes.toReversed())
})

test('every GET with a cursor, and every GET that is named a list, is declared as a list', () => {
  const reads = endpoints.filter(({ method }) => method === 'GET')
  const declared = reads.filter(({ list }: Endpoint) => list !== undefined)
  const expected = reads.filter(({ name, query }: Endpoint) => {
    const { entries } = ((query as { readonly pipe?: readonly object[] } | undefined)?.pipe?.[0] ?? {}) as {
      readonly entries?: object
    }
    return name.startsWith('list') || (entries !== undefined && 'cursor' in entries)
  })
  expect(declared.map(({ name }) => name)).toEqual(expected.map(({ name }) => name))
  expect(lists.filter(({ isPaged }) => isPaged).length).toBeGreaterThan(9)
})

test.each(lists)('$name links to the first page and has a total exactly if it declares one', async (endpoint) => {
  const path = pathOf(endpoint)
  const response = await callTeam('GET', path)
  expect(response.status).toBe(200)
  const entries = entriesOf(response)
  expect(response.headers.get('x-total-count')).toBe(endpoint.list.counted ? String(entries.length) : null)
  const { first, ...others } = linksOf(response)
  expect(others).toEqual({})
  const { searchParams, pathname } = new URL(first!, 'https://gateway.example')
  expect([pathname, searchParams.get('pageSize')]).toEqual([path, endpoint.isPaged ? '100' : null])
  expect(entriesOf(await callTeam('GET', first!))).toEqual(entries)
  if (endpoint.isPaged) expect(entries.length).toBeGreaterThanOrEqual(3)
})

test.each(lists.filter(({ isPaged }) => isPaged))(
  '$name links from each page to the next and back to the previous one, at the cost of the first',
  async (endpoint) => {
    const path = pathOf(endpoint)
    const all = entriesOf(await callTeam('GET', path))
    const size = Math.ceil(all.length / 3)
    const forwards = await follow(callTeam, `${path}?pageSize=${size}`, 'next')
    expect(forwards.map(entriesOf)).toEqual(
      Array.from({ length: Math.ceil(all.length / size) }, (_page, at) => all.slice(at * size, (at + 1) * size)),
    )
    expect(forwards.map((page) => Object.keys(linksOf(page)))).toEqual(
      forwards.map((_page, at) => [
        'first',
        ...(at > 0 ? ['prev'] : []),
        ...(at < forwards.length - 1 ? ['next'] : []),
      ]),
    )
    const backwards = await follow(callTeam, linksOf(forwards.at(-1)!)['prev']!, 'prev')
    expect(backwards.toReversed().map(entriesOf)).toEqual(forwards.slice(0, -1).map(entriesOf))
    for (const page of backwards) expect(Object.keys(linksOf(page))).toContain('next')
    for (const page of [...forwards, ...backwards]) {
      expect(page.d1).toBe(forwards[0]!.d1)
      expect(page.headers.get('x-total-count')).toBe(forwards[0]!.headers.get('x-total-count'))
    }
  },
)
