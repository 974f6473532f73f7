import { describe, expect, test } from 'vitest'
import { newCheckout } from '../../../testing/fixtures/checkoutFixture.ts'
import { domainFixture } from '../../../testing/fixtures/domainFixture.ts'
import { toCheckoutForm } from './form.ts'
import { findCheckout } from '../get.ts'

const fixture = await domainFixture()

const formFor = async (body: object) => {
  const id = await newCheckout(fixture, { total: 5, ...body })
  return toCheckoutForm((await findCheckout(id, fixture.services())).checkout.offer)
}

test('the form of a total alone has an optional email address and a card', async () => {
  expect(await formFor({})).toEqual({
    email: 'optional',
    receipt: true,
    shipping: false,
    billing: false,
    methods: ['card'],
    fields: [],
    store: 'ask',
  })
})

describe('the email address of a form', () => {
  test.each([
    ['for a receipt', { sendReceipt: true }, 'required'],
    ['for a subscription', { subscription: {} }, 'required'],
    ['for a subscription without receipts', { subscription: {}, sendReceipt: false }, 'required'],
    ['without a receipt', { sendReceipt: false }, 'optional'],
    ['of a one-time payment', { oneTimePayment: true }, 'optional'],
    ['of a one-time payment without a receipt', { oneTimePayment: true, sendReceipt: false }, 'none'],
    [
      'that is known, of a one-time payment without a receipt',
      { oneTimePayment: true, sendReceipt: false, customerInfo: { email: 'ann@shop.example' } },
      'optional',
    ],
  ])('%s', async (_what, body, email) => {
    expect((await formFor(body)).email).toBe(email)
  })
})

describe('the addresses of a form', () => {
  test.each([
    ['no address is known', {}, false],
    ['a name and a postal code are known', { customerInfo: { name: 'Ann', zip: '58102' } }, false],
    ['the street is known', { customerInfo: { address: '1 Main St' } }, true],
    ['the country is known', { customerInfo: { country: 'US' } }, true],
    ['the parcel has the known address', { collectShipping: true, customerInfo: { city: 'Fargo' } }, false],
  ])('the billing address is shown or not where %s', async (_what, body, billing) => {
    expect(await formFor(body)).toMatchObject({ billing, shipping: 'collectShipping' in body })
  })
})

test('a payment method is stored as the shopper agrees', async () => {
  expect((await formFor({ oneTimePayment: true })).store).toBe('never')
  expect((await formFor({ subscription: {} })).store).toBe('agreed')
  expect(await formFor({ allowAch: true, sendReceipt: false })).toMatchObject({
    store: 'ask',
    receipt: false,
    methods: ['card', 'bank'],
  })
})
