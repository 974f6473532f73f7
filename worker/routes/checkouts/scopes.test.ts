import { expect, test } from 'vitest'
import { cards, checkoutApiFixture } from '../../testing/fixtures/checkoutApiFixture.ts'
import { card } from '../../testing/merchant.ts'

/** What the scopes of a key open on the pages of its checkouts. */

const shop = await checkoutApiFixture()
const { merchant, shopper, worker } = shop
const customer = await shop.createCustomer()
const wallet = await shop.store(customer, { creditCard: card(cards.other) })
const body = { total: 5, customerInfo: { id: customer } }
const saved = { payment: { wallet, verificationValue: '123' } }

test('a checkout of a customer needs transactions:write beside checkout:write: 403 scope_missing, also for unknown customers', async () => {
  const call = worker.as((await merchant.issue('rk', { scopes: ['checkout:write'] })).key)
  for (const id of [customer, crypto.randomUUID()]) {
    const { status, json } = await call('POST', '/v1/dynamiccheckout', { body: { ...body, customerInfo: { id } } })
    expect([status, json.errors[0].type, json.errors[0].message.details]).toEqual([
      403,
      'scope_missing',
      { scope: 'transactions:write' },
    ])
  }
  const others = { total: 5, customerInfo: { name: 'Ann', email: 'ann@shop.example' } }
  expect((await call('POST', '/v1/dynamiccheckout', { body: others })).status).toBe(200)
})

test('a checkout offers and charges stored payment methods while its key has transactions:write, and no longer', async () => {
  const { key, keyId } = await merchant.issue('rk', { scopes: ['checkout:write', 'transactions:write'] })
  const { id } = (await worker.as(key)('POST', '/v1/dynamiccheckout', { body })).json
  const page = await shopper.open(id)
  expect(page.data).toMatchObject({ saved: [{ wallet, last4: '4444' }] })

  await merchant.run(`UPDATE apiKeys SET scopes = '["checkout:write"]' WHERE id = ?`, keyId)
  const narrowed = await shopper.open(id)
  expect(narrowed.html).not.toContain('4444')
  const refused = await shopper.pay(id, page.data!.nonce, saved)
  expect([refused.status, refused.json.errors[0].type]).toEqual([400, 'wallet_not_found'])
  expect(await shop.payments(id)).toEqual([])
  expect((await shopper.openAndPay(id)).json.status).toBe('completed')
})

test('a wrong CVV declines a stored card with G05, and the right one pays', async () => {
  const id = await shop.make(body)
  const { nonce } = (await shopper.open(id)).data!
  const wrong = await shopper.pay(id, nonce, { payment: { wallet, verificationValue: '901' } })
  expect(wrong.json).toMatchObject({ status: 'open', declined: 'declined' })
  expect(await shop.payments(id)).toMatchObject([{ status: 'declined', responseCode: 'G05' }])
  const right = await shopper.pay(id, wrong.json.nonce, saved)
  expect(right.json.status).toBe('completed')
})

test('an account may accept stored cards with a wrong CVV, and new cards are not affected by storedCvvReject', async () => {
  const own = await checkoutApiFixture()
  const id = await own.createCustomer()
  const entry = await own.store(id, { creditCard: card(cards.other) })
  const wrongNew = await own.shopper.openAndPay(await own.make(), {
    payment: { creditCard: card(undefined, { verificationValue: '901' }) },
  })
  expect(wrongNew.json.status).toBe('completed')
  await own.call('PUT', '/v1/account', { body: { storedCvvReject: [] } })
  const { json } = await own.shopper.openAndPay(await own.make({ total: 5, customerInfo: { id } }), {
    payment: { wallet: entry, verificationValue: '901' },
  })
  expect(json.status).toBe('completed')
})
