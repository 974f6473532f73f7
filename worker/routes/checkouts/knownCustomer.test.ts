import { describe, expect, test } from 'vitest'
import { address, bankAccount, cards, checkoutApiFixture } from '../../testing/fixtures/checkoutApiFixture.ts'
import { card } from '../../testing/merchant.ts'

/** What the page of a customer's checkout shows and uses of the stored name and email address. */

const shop = await checkoutApiFixture()
const { make, read, shopper } = shop
const stored = { firstName: 'Ada', lastName: 'Lovelace', emailAddress: 'ada@engine.example' }
const customer = await shop.createCustomer(stored)
const wallet = await shop.store(customer, { creditCard: card(cards.other) })
const leaks = /Lovelace|\bAda\b|ada@|engine/

const { nameOnCard: _name, ...cardWithoutName } = card() as Record<string, string>

test('the page has the stored name and email address masked, and the gateway uses them in full', async () => {
  const id = await make({ total: 5, collectShipping: true, sendReceipt: true, customerInfo: { id: customer } })
  const { data, html } = await shopper.open(id)
  expect(data!.customer!.known).toEqual({ email: 'a•••@e•••', name: 'A••• L•••' })
  expect(html).not.toMatch(leaks)
  const { name: _recipient, ...shipTo } = address
  const paid = await shopper.pay(id, data!.nonce, {
    payment: { creditCard: cardWithoutName },
    answers: { shipTo },
  })
  expect(paid.json.status).toBe('completed')
  expect(JSON.stringify(paid.json)).not.toMatch(leaks)
  const { transactionId, receipt } = await read(id)
  const { order } = await shop.transaction(transactionId)
  expect(order.email).toBe(stored.emailAddress)
  expect(order.shipTo.name).toBe('Ada Lovelace')
  expect(order.billTo.name).toBe('Ada Lovelace')
  expect(receipt).not.toBe('none')
  // Not even the browser that paid gets them.
  const own = (await shopper.open(id, { cookie: paid.cookie! })).html
  expect(own).toContain('A••• L•••')
  expect(own).not.toMatch(leaks)
})

test('what the shopper enters wins over the stored values, and stays masked on the page', async () => {
  const id = await make({ total: 5, collectShipping: true, customerInfo: { id: customer } })
  const { nonce } = (await shopper.open(id)).data!
  const paid = await shopper.pay(id, nonce, {
    payment: { creditCard: card(undefined, { nameOnCard: 'Grace Hopper' }) },
    answers: { email: 'grace@navy.example', shipTo: { ...address, name: 'Grace Hopper' } },
  })
  const { order } = await shop.transaction(paid.json.transactionId)
  expect([order.email, order.shipTo.name, order.billTo.name]).toEqual([
    'grace@navy.example',
    'Grace Hopper',
    'Grace Hopper',
  ])
  expect((await shopper.open(id, { cookie: paid.cookie! })).html).not.toMatch(leaks)
})

test('the merchant’s prefill wins over the stored values and is shown in full', async () => {
  const info = { id: customer, email: 'prefilled@shop.example', name: 'Prefilled Person' }
  const id = await make({ total: 5, customerInfo: info })
  const { data } = await shopper.open(id)
  expect([data!.customer, data!.prefill.email, data!.prefill.address.name]).toEqual([null, info.email, info.name])
  const paid = await shopper.pay(id, data!.nonce, { payment: { creditCard: cardWithoutName } })
  const { order } = await shop.transaction(paid.json.transactionId)
  expect([order.email ?? null, order.billTo?.name ?? null]).toEqual([null, null])
})

test('a required email address may be the stored one, and is missing for a customer without', async () => {
  const body = { total: 5, sendReceipt: true }
  expect((await shopper.openAndPay(await make({ ...body, customerInfo: { id: customer } }))).json.status).toBe(
    'completed',
  )
  const nameless = await shop.createCustomer({})
  const id = await make({ ...body, customerInfo: { id: nameless } })
  expect((await shopper.open(id)).data!.customer).toBeNull()
  expect((await shopper.openAndPay(id)).json.errors[0].message.field).toBe('answers.email')
})

test('the stored name pays by bank account as its holder', async () => {
  const id = await make({ total: 5, allowAch: true, customerInfo: { id: customer } })
  const { name: _holder, ...check } = bankAccount
  const paid = await shopper.openAndPay(id, { payment: { check } })
  expect((await shop.transaction(paid.json.transactionId)).order.billTo.name).toBe('Ada Lovelace')
})

test('a checkout whose customer is made by the payment knows nothing, and its receipt is not masked', async () => {
  const id = await make({ total: 5, collectShipping: true })
  const { data } = await shopper.open(id)
  expect(data!.customer).toBeNull()
  const paid = await shopper.pay(id, data!.nonce, { answers: { email: 'ann@shop.example', shipTo: address } })
  expect((await read(id)).customer).not.toBeNull()
  expect((await shopper.open(id, { cookie: paid.cookie! })).html).toContain(address.name)
})

test('a key that may not charge stored payment methods opens no stored values either', async () => {
  const { key, keyId } = await shop.merchant.issue('rk', { scopes: ['checkout:write', 'transactions:write'] })
  const body = { total: 5, customerInfo: { id: customer } }
  const { id } = (await shop.worker.as(key)('POST', '/v1/dynamiccheckout', { body })).json
  expect((await shopper.open(id)).data!.customer).not.toBeNull()
  await shop.merchant.run(`UPDATE apiKeys SET scopes = '["checkout:write"]' WHERE id = ?`, keyId)
  expect((await shopper.open(id)).data!.customer).toBeNull()
  const paid = await shopper.openAndPay(id)
  expect((await shop.transaction(paid.json.transactionId)).order.email ?? null).toBeNull()
})

test('a stored name with markup is neither in the page nor in its mask', async () => {
  const hostile = await shop.createCustomer({ firstName: '<img src=x onerror=alert(1)>', lastName: '"><script>' })
  const { data, html } = await shopper.open(await make({ total: 5, customerInfo: { id: hostile } }))
  expect(data!.customer!.known.name).toBe('••• •••')
  expect(html).not.toContain('onerror')
})

describe('security code of a stored card', () => {
  test('an account that does not require it takes none, and does not use one that is sent', async () => {
    const own = await checkoutApiFixture()
    const id = await own.createCustomer()
    const entry = await own.store(id, { creditCard: card(cards.other) })
    const body = { total: 5, customerInfo: { id } }
    const open = await own.make(body)
    expect((await own.shopper.open(open)).data!.savedCode).toBe(true)
    const refused = await own.shopper.openAndPay(open, { payment: { wallet: entry } })
    expect(refused.json.errors[0].message.field).toBe('payment.verificationValue')
    expect(await own.payments(open)).toEqual([])

    await own.call('PUT', '/v1/account', { body: { storedCvvRequired: false } })
    const page = await own.shopper.open(open)
    expect(page.data!.savedCode).toBe(false)
    expect((await own.shopper.pay(open, page.data!.nonce, { payment: { wallet: entry } })).json.status).toBe(
      'completed',
    )
    // The issuer would answer that this code is wrong.
    const sent = await own.shopper.openAndPay(await own.make(body), {
      payment: { wallet: entry, verificationValue: '901' },
    })
    expect(sent.json.status).toBe('completed')
    expect((await own.transaction(sent.json.transactionId)).cvv).not.toMatchObject({ code: 'N' })
    const newCard = card(undefined, { verificationValue: undefined })
    expect((await own.shopper.openAndPay(await own.make(body), { payment: { creditCard: newCard } })).status).toBe(400)
    expect(await own.wallet(id)).toMatchObject([{ id: entry }])
    expect(wallet).not.toBe(entry)
  })
})
