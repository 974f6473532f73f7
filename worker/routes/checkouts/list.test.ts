import { expect, test, vi } from 'vitest'
import { maxDeclines } from '#contract/checkouts/attempts'
import { checkoutStates } from '#contract/checkouts/checkoutSchema'
import type { Scope } from '#contract/scopes'
import { cards, checkoutApiFixture, expectOk, formatErrors } from '../../testing/fixtures/checkoutApiFixture.ts'
import { startConsole } from '../../testing/fixtures/consoleFixture.ts'
import { card, createMerchant, gatewayOrigin } from '../../testing/merchant.ts'
import { nextLink } from '../../testing/nextLink.ts'
import { nextMillisecond } from '../../testing/nextMillisecond.ts'
import { createShopper } from '../../testing/shopper.ts'

vi.spyOn(console, 'log').mockReturnValue()

/** An account with a checkout in each state, of which the second last was declined ten times. */
const setUp = async () => {
  const shop = await checkoutApiFixture()
  const { make, shopper, call, cancel } = shop
  const next = async (body: object) => {
    await nextMillisecond()
    return make(body)
  }
  const open = await next({
    items: [{ name: 'Mug', price: 10, quantity: 2, description: 'Blue' }],
    tax: 1.25,
    invoiceInfo: { number: 'INV-7' },
    customerInfo: { name: 'Ada Lovelace', email: 'Ada@Example.com' },
  })
  const paid = await next({
    total: 26.25,
    invoiceInfo: { number: 'INV-8' },
    customerInfo: { email: 'ada@example.com' },
  })
  await shopper.openAndPay(paid)
  const canceled = await next({ total: 3 })
  await cancel(canceled)
  const expired = await next({ total: 4, customerInfo: { name: 'Grace' } })
  await shop.merchant.run('UPDATE checkouts SET expires = ? WHERE id = ?', shop.clock.now() - 1, expired)
  const tested = await next({ total: 5 })
  let { nonce } = (await shopper.open(tested)).data!
  for (let tries = 0; tries < maxDeclines; tries++)
    nonce = (await shopper.pay(tested, nonce, { payment: { creditCard: card(cards.declined) } })).json.nonce
  const busy = await next({ total: 6 })
  await shopper.openAndPay(busy, { payment: { creditCard: card(cards.other) } })
  await shop.merchant.run(
    "UPDATE transactions SET status = 'pending' WHERE id = (SELECT transactionId FROM checkoutTries WHERE checkout = ?)",
    busy,
  )
  const list = (query = '') => expectOk(call('GET', `/v1/dynamiccheckout${query}`))
  const ids = async (query: string) => (await list(query)).checkouts.map(({ id }: { readonly id: string }) => id)
  return { ...shop, open, paid, canceled, expired, tested, busy, list, ids }
}

const shop = await setUp()
const { open, paid, canceled, expired, tested, busy, call, read, list, ids } = shop

test('checkouts are listed newest first, each as it is read alone', async () => {
  const { checkouts, nextCursor } = await list()
  expect(checkouts.map(({ id }: any) => id)).toEqual([busy, tested, expired, canceled, paid, open])
  expect(nextCursor).toBeNull()
  for (const listed of checkouts) {
    const { requestId: _requestId, errors: _errors, ...alone } = await read(listed.id)
    const { items: _items, receipts: _receipts, subtotal, tax, surcharge, shipping, discount, ...same } = alone
    expect(listed).toEqual(same)
    expect([subtotal, tax, surcharge, shipping, discount].some(Number.isNaN)).toBe(false)
  }
  expect(checkouts.at(-1)).toMatchObject({
    invoiceNumber: 'INV-7',
    customerInfo: { name: 'Ada Lovelace', email: 'Ada@Example.com' },
    total: 21.25,
  })
  expect(checkouts[3]).toMatchObject({ invoiceNumber: null, customerInfo: null })
  expect(checkouts[4]).toMatchObject({
    status: 'completed',
    transactionId: (await shop.payments(paid))[0].transactionId,
  })
})

test('one checkout has its items and amounts as they were asked for', async () => {
  expect(await read(open)).toMatchObject({
    items: [{ name: 'Mug', description: 'Blue', price: 10, quantity: 2 }],
    subtotal: 20,
    tax: 1.25,
    shipping: null,
  })
  expect(await read(canceled)).toMatchObject({ items: [], subtotal: 3, tax: null })
})

test('the list of checkouts is filtered by status, and every status has its checkouts', async () => {
  const byStatus = {
    open: [open],
    processing: [busy],
    completed: [paid],
    expired: [expired],
    canceled: [tested, canceled],
  }
  for (const state of checkoutStates) expect([state, await ids(`?status=${state}`)]).toEqual([state, byStatus[state]])
  expect(await ids('?status=open,completed')).toEqual([paid, open])
  for (const { id, status } of (await list()).checkouts) expect(await ids(`?status=${status}`)).toContain(id)
})

test('the list of checkouts is filtered by invoice number, email address and time', async () => {
  expect(await ids('?invoiceNumber=INV-7')).toEqual([open])
  expect(await ids('?invoiceNumber=inv-7')).toEqual([])
  expect(await ids('?email=ADA@example.com')).toEqual([paid, open])
  expect(await ids('?email=ada@example.com&status=open')).toEqual([open])
  expect(await ids('?email=ada@example.com&invoiceNumber=INV-8')).toEqual([paid])
  expect(await ids('?email=grace@example.com')).toEqual([])
  const { created } = await read(paid)
  const { created: later } = await read(expired)
  expect(await ids(`?from=${created}&to=${later}`)).toEqual([canceled, paid])
  expect(await ids('?to=2020-01-01')).toEqual([])
})

test('the pages of a filtered list of checkouts follow their links forwards, and back', async () => {
  const seen: string[] = []
  const pages: string[] = []
  for (let path: string | undefined = '/v1/dynamiccheckout?status=open,canceled,completed&limit=1'; path;) {
    const response = await call('GET', path)
    expect([response.status, response.d1]).toEqual([200, 2])
    pages.push(path)
    seen.push(...response.json.checkouts.map(({ id }: any) => id))
    path = nextLink(response)
    expect(response.json.nextCursor === null).toBe(path === undefined)
  }
  expect(seen).toEqual([tested, canceled, paid, open])
  const last = await call('GET', pages.at(-1)!)
  const [, previous] = /<([^>]+)>; rel="prev"/.exec(last.headers.get('link')!) ?? []
  expect((await call('GET', previous!)).json.checkouts).toMatchObject([{ id: paid }])
})

test('other accounts and the other mode see none of the checkouts, with no filter and no cursor', async () => {
  const other = shop.worker.as((await createMerchant()).secretKey)
  const live = shop.worker.as((await shop.merchant.issue('sk', { mode: 'live' })).key)
  for (const by of [other, live]) {
    for (const query of ['', '?status=open', '?invoiceNumber=INV-7', '?email=ada@example.com'])
      expect((await expectOk(by('GET', `/v1/dynamiccheckout${query}`))).checkouts).toEqual([])
    for (const cursor of [paid, `-${paid}`])
      expect(formatErrors(await by('GET', `/v1/dynamiccheckout?cursor=${cursor}`))).toEqual(['cursor query_invalid'])
  }
})

test.each([
  ['status=paid', 'status'],
  ['status=', 'status'],
  ['invoiceNumber=', 'invoiceNumber'],
  [`invoiceNumber=${'x'.repeat(101)}`, 'invoiceNumber'],
  [`email=${'x'.repeat(321)}`, 'email'],
  ['from=yesterday', 'from'],
  ['from=2026-01-02&to=2026-01-01T00:00:00Z', 'to'],
  ['pageSize=0', 'pageSize'],
  ['pageSize=101', 'pageSize'],
  ['pageSize=5&limit=5', 'limit'],
  ['cursor=unknown', 'cursor'],
  ['cursor=a.b', 'cursor'],
])('the list of checkouts rejects %s', async (query, field) => {
  const response = await call('GET', `/v1/dynamiccheckout?${query}`)
  expect([response.status, formatErrors(response)]).toEqual([400, [`${field} query_invalid`]])
})

test.each([`invoiceNumber=${'x'.repeat(100)}`, `email=${'x'.repeat(320)}`, 'pageSize=100', 'limit=1'])(
  'the list of checkouts accepts %s',
  async (query) => {
    expect((await call('GET', `/v1/dynamiccheckout?${query}`)).status).toBe(200)
  },
)

test('the email address of a redacted checkout is no longer found', async () => {
  const own = await checkoutApiFixture()
  await own.make({ total: 5, customerInfo: { email: 'gone@example.com', name: 'Gone' } })
  const found = async () => (await expectOk(own.call('GET', '/v1/dynamiccheckout?email=gone@example.com'))).checkouts
  expect(await found()).toMatchObject([{ customerInfo: { email: 'gone@example.com' } }])
  await own.advance(92 * 86_400)
  expect(await found()).toEqual([])
  expect((await expectOk(own.call('GET', '/v1/dynamiccheckout'))).checkouts).toMatchObject([{ customerInfo: null }])
})

const listWithScope = async (scope: Scope) =>
  shop.worker.as((await shop.merchant.issue('rk', { scopes: [scope] })).key)('GET', '/v1/dynamiccheckout')

test('the list of checkouts needs the scope checkout:write', async () => {
  expect((await listWithScope('transactions:read')).status).toBe(403)
  expect((await listWithScope('checkout:write')).status).toBe(200)
})

test('a checkout that a member makes in the console is paid on the payment host', async () => {
  const { worker, join } = startConsole()
  const { send } = await join((await createMerchant()).id, 'support')
  const { status, json } = await send('POST', '/v1/dynamiccheckout', {
    total: 12.5,
    customerInfo: { email: 'a@b.example' },
  })
  expect([status, json.url]).toEqual([200, `${gatewayOrigin}/checkout/${json.id}`])
  const { json: result } = await createShopper(worker).openAndPay(json.id)
  expect(result.status).toBe('completed')
  const { json: listed } = await send('GET', '/v1/dynamiccheckout?status=completed')
  expect(listed.checkouts).toMatchObject([{ id: json.id, total: 12.5, url: json.url }])
})
