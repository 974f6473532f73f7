import { afterAll, expect, test, vi } from 'vitest'
import type { Scope } from '#contract/scopes'
import { subscriptionStates } from '#contract/subscriptions/subscriptions'
import { roles } from '#contract/team/roles'
import { startConsole } from '../../testing/fixtures/consoleFixture.ts'
import { subscriptionFixture } from '../../testing/fixtures/subscriptionFixture.ts'
import { listErrors } from '../../testing/fixtures/walletFixture.ts'
import type { ApiResponse } from '../../testing/merchant.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import { nextLink } from '../../testing/nextLink.ts'
import { nextMillisecond } from '../../testing/nextMillisecond.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const path = '/v1/customersubscriptions'
const unknownId = '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79'

const idsOf = ({ json }: ApiResponse): string[] =>
  json.customerSubscriptions.map(({ customerSubscriptionId }: any) => customerSubscriptionId)

/** An account with a subscription in each state, each of a customer of its own. */
const setUp = async () => {
  const merchant = await createMerchant()
  const worker = startWorker()
  const call = worker.as(merchant.secretKey)
  const { makePlan, subscribe, ok } = subscriptionFixture(merchant, call)
  const plan = await makePlan({ unit: 'month' }, { label: 'Coffee' })
  const next = async (more: object = {}) => {
    await nextMillisecond()
    return subscribe(plan, more)
  }
  const later = new Date(Date.now() + 40 * 86_400_000).toISOString()
  const active = await next()
  const completed = await next({ installments: 1 })
  const canceled = await next()
  await canceled.cancel()
  const paused = await next()
  await paused.change({ status: 'paused' })
  const pending = await next({ startDate: later })
  const pastDue = await next()
  const unpaid = await next()
  for (const [{ id }, status] of [
    [pastDue, 'past_due'],
    [unpaid, 'unpaid'],
  ] as const)
    await merchant.run('UPDATE subscriptions SET status = ? WHERE id = ?', status, id)
  const ids = async (query: string) => idsOf(await call('GET', `${path}${query}`))
  return { merchant, worker, call, ok, next, active, completed, canceled, paused, pending, pastDue, unpaid, ids }
}

const shop = await setUp()
const { call, ids, merchant, worker, active, completed, canceled, paused, pending, pastDue, unpaid } = shop
const byState = { pending, active, past_due: pastDue, paused, unpaid, completed, canceled }
/** In the order of the list: the pending one starts last, and the others were created in this order. */
const all = [pending, unpaid, pastDue, paused, canceled, completed, active].map(({ id }) => id)
const allButActive = all.filter((id) => id !== active.id)

test('the list has the subscriptions of all customers, the latest start first, each as the list of its customer has it', async () => {
  const response = await call('GET', path)
  expect([response.status, response.json.errors, response.json.nextCursor]).toEqual([200, null, null])
  expect(idsOf(response)).toEqual(all)
  const readers = new Map(Object.values(byState).map((one) => [one.id, one]))
  for (const { customerId, customer, ...listed } of response.json.customerSubscriptions) {
    const one = readers.get(listed.customerSubscriptionId)!
    expect(listed).toEqual(await one.read())
    expect(customerId).toBe(one.customer)
    expect(customer).toEqual({ firstName: '', lastName: '', company: '', emailAddress: '' })
  }
})

test('the list needs two round trips, also with a filter and a cursor', async () => {
  for (const query of ['', '?status=past_due', `?status=past_due,active&cursor=${unpaid.id}`]) {
    const { status, d1 } = await call('GET', `${path}${query}`)
    expect([query, status, d1]).toEqual([query, 200, 2])
  }
})

test('a filter by status finds the subscriptions that are shown with it, and no others', async () => {
  for (const state of subscriptionStates)
    expect([state, await ids(`?status=${state}`)]).toEqual([state, [byState[state].id]])
  expect(await ids('?status=unpaid,past_due')).toEqual([unpaid.id, pastDue.id])
  expect(await ids('?status=active,pending')).toEqual([pending.id, active.id])
  expect(await ids(`?status=${subscriptionStates.join(',')}`)).toEqual(all)
  expect(await ids(`?status=${subscriptionStates.filter((state) => state !== 'active').join(',')}`)).toEqual(
    allButActive,
  )
})

test('a subscription is pending until the millisecond of its start', async () => {
  const start = Date.parse('2027-03-01T00:00:00Z')
  const own = await createMerchant()
  const at = (now: number) => startWorker({ clock: { now: () => now } }).as(own.secretKey)
  const { makePlan, subscribe } = subscriptionFixture(own, at(start - 86_400_000))
  await subscribe(await makePlan(), { startDate: '2027-03-01' })
  const statusAt = async (now: number) => {
    const found = []
    for (const state of ['pending', 'active'])
      for (const one of (await at(now)('GET', `${path}?status=${state}`)).json.customerSubscriptions)
        found.push([state, one.status])
    return found
  }
  expect(await statusAt(start - 1)).toEqual([['pending', 'pending']])
  expect(await statusAt(start)).toEqual([['active', 'active']])
})

test.each([
  '',
  'status=active,canceled,past_due',
  'status=pending,canceled,completed,unpaid',
  'status=active,paused',
  'status=pending',
])('the pages of a list with "%s" follow their links forwards, and back', async (filter) => {
  const expected = await ids(`?${filter}`)
  const pages: ApiResponse[] = []
  for (let url: string | undefined = `${path}?${filter}&limit=2`; url !== undefined; url = nextLink(pages.at(-1)!))
    pages.push(await call('GET', url))
  expect(pages.flatMap(idsOf)).toEqual(expected)
  expect(pages.slice(0, -1).map((page) => idsOf(page).length)).toEqual(pages.slice(1).map(() => 2))
  for (const page of pages.slice(0, -1)) expect(page.json.nextCursor).toBe(idsOf(page).at(-1))
  expect(pages.at(-1)!.json.nextCursor).toBeNull()
  for (const [at, page] of pages.entries()) {
    const [, previous] = /<([^>]+)>; rel="prev"/.exec(page.headers.get('link')!) ?? []
    expect(previous === undefined).toBe(at === 0)
    if (previous !== undefined) expect(idsOf(await call('GET', previous))).toEqual(idsOf(pages[at - 1]!))
  }
})

test.each([...subscriptionStates])(
  'a cursor can be a subscription that does not match the filter: %s',
  async (state) => {
    const { id } = byState[state]
    const at = all.indexOf(id)
    for (const [status, matching] of [
      [subscriptionStates, all],
      [subscriptionStates.filter((one) => one !== 'active'), allButActive],
      [['active'], [active.id]],
      [['pending'], [pending.id]],
      [
        ['active', 'canceled'],
        [canceled.id, active.id],
      ],
    ] as const) {
      const side = (ids: readonly string[]) => matching.filter((one) => ids.includes(one))
      expect(await ids(`?status=${status.join(',')}&cursor=${id}`)).toEqual(side(all.slice(at + 1)))
      expect(await ids(`?status=${status.join(',')}&cursor=-${id}`)).toEqual(side(all.slice(0, at)))
    }
  },
)

test('a cursor of another account, of the other mode, or of nothing returns 400 query_invalid', async () => {
  const stranger = worker.as((await createMerchant()).secretKey)
  const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
  for (const [by, cursor] of [
    [stranger, active.id],
    [live, active.id],
    [call, unknownId],
    [call, `-${unknownId}`],
  ] as const) {
    const response = await by('GET', `${path}?cursor=${cursor}`)
    expect([response.status, listErrors(response)]).toEqual([400, [['query_invalid', 'cursor']]])
  }
  for (const by of [stranger, live]) expect(idsOf(await by('GET', path))).toEqual([])
})

test.each([
  ['status=late', 'status'],
  ['status=', 'status'],
  ['status=active,', 'status'],
  ['pageSize=0', 'pageSize'],
  ['pageSize=101', 'pageSize'],
  ['limit=1.5', 'limit'],
  ['limit=5&pageSize=5', 'limit'],
  ['cursor=', 'cursor'],
])('a list of subscriptions with %s returns 400 query_invalid', async (query, field) => {
  const response = await call('GET', `${path}?${query}`)
  expect([response.status, listErrors(response)]).toEqual([400, [['query_invalid', field]]])
})

test('the names of a customer are in the list as they are now, and not after the customer is deleted', async () => {
  const own = await createMerchant()
  const by = worker.as(own.secretKey)
  const { makePlan, subscribe, ok } = subscriptionFixture(own, by)
  const { customer } = await subscribe(await makePlan())
  const of = `/v1/customers/${customer}`
  await ok('PUT', of, {
    body: { firstName: 'Ada', lastName: 'Lovelace', company: 'Engines', emailAddress: 'ada@e.example' },
  })
  const listed = async () => (await ok('GET', path)).customerSubscriptions
  expect(await listed()).toMatchObject([
    {
      status: 'active',
      label: expect.any(String),
      customerId: customer,
      customer: { firstName: 'Ada', lastName: 'Lovelace', company: 'Engines', emailAddress: 'ada@e.example' },
    },
  ])
  await ok('DELETE', of)
  expect(await listed()).toMatchObject([{ status: 'canceled', customerId: customer, customer: null }])
})

const statusWith = async (...scopes: Scope[]) =>
  (await worker.as((await merchant.issue('rk', { scopes })).key)('GET', path)).status

test('the list needs the scopes subscriptions:read and customers:read', async () => {
  expect(await statusWith('subscriptions:read')).toBe(403)
  expect(await statusWith('customers:read')).toBe(403)
  expect(await statusWith('subscriptions:read', 'customers:read')).toBe(200)
})

test.each([...roles])('a member with the role %s reads the list in the console', async (role) => {
  const { join } = startConsole()
  const { send } = await join(merchant.id, role)
  const { status, json } = await send('GET', `${path}?status=past_due`)
  expect(status).toBe(200)
  expect(json.customerSubscriptions).toMatchObject([{ customerSubscriptionId: pastDue.id }])
})
