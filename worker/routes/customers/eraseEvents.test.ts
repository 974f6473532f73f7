import { expect, test } from 'vitest'
import type { Event } from '#contract/events/events'
import { eventResource, readEvents } from '../../testing/events.ts'
import { cards, expectOk, checkoutApiFixture } from '../../testing/fixtures/checkoutApiFixture.ts'
import type { CheckoutApiFixture } from '../../testing/fixtures/checkoutApiFixture.ts'
import { fullCustomer } from '../../testing/fixtures/customerEventFixture.ts'
import { card } from '../../testing/merchant.ts'

/** A word that all data of one person contains. */
const newMarker = () => `M${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`
const addressWith = (marker: string) => ({ name: `Ann ${marker}`, line1: `line1 ${marker}`, postalCode: marker })

/** A customer with every kind of event, with the marker in every member, and its captured payment. */
const newPerson = async ({ call, createCustomer, make, shopper }: CheckoutApiFixture, marker: string) => {
  const customer = await createCustomer({
    ...fullCustomer,
    firstName: marker,
    merchantIdentifier: marker,
    shippingAddress: addressWith(marker),
    metadata: { note: marker, [marker]: 'note' },
  })
  await expectOk(call('PUT', `/v1/customers/${customer}`, { body: { emailAddress: `${marker}@mail.example` } }))
  const store = async (source: object) => {
    const { token } = await expectOk(call('POST', '/v1/tokens', { body: source }))
    const body = { token, address: addressWith(marker), default: true }
    return (await expectOk(call('POST', `/v1/customers/${customer}/wallet`, { body }))).wallet[0].id as string
  }
  const wallet = await store({ creditCard: card('4539148803436467', { expires: '0831' }) })
  await store({ check: { accountNumber: '70361984527', routingNumber: '021000021', name: marker } })
  const order = {
    referenceObject: 'Invoice',
    referenceObjectId: JSON.rawJSON('9007199254740993'),
    billTo: addressWith(marker),
    shipTo: addressWith(marker),
    email: `${marker}@order.example`,
    metadata: { gift: marker },
  }
  const pay = (value: number) =>
    call('POST', '/v1/transactions/authorize', {
      body: { payment: { stored: { customer, wallet } }, amount: { value }, order },
    })
  const { transactionId } = await expectOk(pay(10.5))
  await expectOk(call('POST', '/v1/transactions/capture', { body: { transactionId } }))
  await expectOk(
    call('POST', '/v1/transactions/void', { body: { transactionId: (await expectOk(pay(7))).transactionId } }),
  )
  const plan = { label: crypto.randomUUID(), cycle: { unit: 'month' }, amount: { value: 10 } }
  const { subscriptions } = await expectOk(call('POST', '/v1/subscriptions', { body: plan }))
  const body = { plan: subscriptions[0].id, startDate: '2100-01-01' }
  await expectOk(call('POST', `/v1/customers/${customer}/subscriptions`, { body }))
  const offer = {
    total: 5,
    thankYouUrl: `https://shop.example/${marker}`,
    customerDefinedField: { note: `note ${marker}`, number: { type: 'hidden', value: `number ${marker}` } },
    customerInfo: { id: customer, name: marker, email: `${marker}@known.example` },
  }
  await make(offer)
  const checkout = await make(offer)
  const responses = {
    email: `${marker}@typed.example`,
    billTo: addressWith(marker),
    fields: { note: `response ${marker}` },
  }
  const declined = await shopper.openAndPay(checkout, { payment: { creditCard: card(cards.declined) }, responses })
  expect((await shopper.pay(checkout, declined.json.nonce, { responses })).json.status).toBe('completed')
  return { customer, transactionId }
}

/** Types of the events that contain a word in their row or as they are delivered. */
const eventsWith = async ({ merchant, call }: CheckoutApiFixture, word: string): Promise<string[]> => {
  // Ids often contain the same four digits.
  const whole = new RegExp(`(?<![0-9A-Za-z])${word}(?![0-9A-Za-z])`)
  const rows = await merchant.rows(
    'SELECT id, type, snapshot FROM events WHERE account = ? ORDER BY position',
    merchant.id,
  )
  const types: string[] = []
  for (const { id, type, snapshot } of rows) {
    const { text } = await call('GET', `/v1/events/${id}`)
    if ([snapshot as string, text].some((one) => whole.test(one.replaceAll(uuid, '')))) types.push(type as string)
  }
  return types
}

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** An event without its data. */
const withoutData = ({ data: _data, ...rest }: Event) => rest
const markers = ['6467', '0831', '4527']

test('erasing a customer redacts its events, and retains their types, times and amounts', async () => {
  const shop = await checkoutApiFixture()
  const marker = newMarker()
  const { customer, transactionId } = await newPerson(shop, marker)
  const before = await readEvents(shop.merchant)
  expect(new Set(await eventsWith(shop, marker))).toEqual(
    new Set([
      'customer.created',
      'customer.updated',
      'wallet.created',
      'wallet.default_changed',
      'transaction.authorized',
      'transaction.captured',
      'transaction.voided',
      'transaction.declined',
      'checkout.completed',
    ]),
  )
  await expectOk(shop.call('POST', `/v1/customers/${customer}/erase`))
  for (const word of [marker, ...markers]) expect(await eventsWith(shop, word)).toEqual([])

  const after = await readEvents(shop.merchant)
  expect(after.slice(0, before.length).map(withoutData)).toEqual(before.map(withoutData))
  expect(after.slice(before.length).map(({ type }) => type)).toEqual([
    'subscription.canceled',
    'wallet.deleted',
    'wallet.deleted',
    'customer.deleted',
  ])
  const captured = after.find(({ type }) => type === 'transaction.captured')!
  expect(eventResource(captured)).toMatchObject({
    originalTransactionId: transactionId,
    amountCaptured: 10.5,
    payment: { accountNumber: null, expiry: null, customer },
    order: { referenceObject: 'Invoice' },
  })
  expect(Object.keys(eventResource(captured).order)).not.toContain('billTo')
  // Numbers that a double cannot hold keep their digits.
  expect(await eventsWith(shop, '9007199254740993')).toContain('transaction.captured')
  expect(eventResource(after.find(({ type }) => type === 'checkout.completed')!)).toMatchObject({
    total: 5,
    metadata: null,
  })
  expect(eventResource(after.find(({ type }) => type === 'wallet.deleted')!)).toMatchObject({
    accountNumber: '',
    customer,
  })

  // Later events are created from the redacted rows.
  await expectOk(
    shop.call('POST', '/v1/transactions/credit', { body: { referenceTransactionId: Number(transactionId) } }),
  )
  expect((await readEvents(shop.merchant)).at(-1)).toMatchObject({ type: 'transaction.credited' })
  for (const word of [marker, ...markers]) expect(await eventsWith(shop, word)).toEqual([])
})

test('erasing a customer does not change the events of another customer', async () => {
  const shop = await checkoutApiFixture()
  const otherMarker = newMarker()
  await newPerson(shop, otherMarker)
  const before = await readEvents(shop.merchant)
  const { customer } = await newPerson(shop, newMarker())
  await expectOk(shop.call('POST', `/v1/customers/${customer}/erase`))
  expect((await readEvents(shop.merchant)).slice(0, before.length)).toEqual(before)
})
