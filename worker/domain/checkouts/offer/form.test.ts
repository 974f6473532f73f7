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

test('the form of a checkout with only a total has an optional email address and accepts cards', async () => {
  expect(await formFor({})).toEqual({
    email: 'optional',
    phone: 'none',
    receipt: true,
    shipping: false,
    billing: false,
    billingRequired: false,
    methods: ['card'],
    fields: [],
    consents: [],
    store: 'ask',
  })
})

describe('email address of a form', () => {
  test.each([
    ['required', 'with sendReceipt true', { sendReceipt: true }],
    ['required', 'with a subscription', { subscription: {} }],
    ['required', 'with a subscription and sendReceipt false', { subscription: {}, sendReceipt: false }],
    ['optional', 'with sendReceipt false', { sendReceipt: false }],
    ['optional', 'with oneTimePayment', { oneTimePayment: true }],
    ['none', 'with oneTimePayment and sendReceipt false', { oneTimePayment: true, sendReceipt: false }],
    [
      'optional',
      'with oneTimePayment, sendReceipt false and a prefilled email address',
      { oneTimePayment: true, sendReceipt: false, customerInfo: { email: 'ann@shop.example' } },
    ],
  ])('the email address is %s for a checkout %s', async (email, _options, body) => {
    expect((await formFor(body)).email).toBe(email)
  })
})

describe('addresses of a form', () => {
  test.each([
    ['hidden', 'without customerInfo', {}, false],
    ['hidden', 'with name and postal code in customerInfo', { customerInfo: { name: 'Ann', zip: '58102' } }, false],
    ['shown', 'with a street in customerInfo', { customerInfo: { address: '1 Main St' } }, true],
    ['shown', 'with a country in customerInfo', { customerInfo: { country: 'US' } }, true],
    [
      'hidden',
      'with collectShipping and a city in customerInfo',
      { collectShipping: true, customerInfo: { city: 'Fargo' } },
      false,
    ],
  ])('the billing address is %s for a checkout %s', async (_visibility, _options, body, billing) => {
    expect(await formFor(body)).toMatchObject({ billing, shipping: 'collectShipping' in body })
  })
})

test('a payment method is stored never for oneTimePayment, always for a subscription, else if the shopper agrees', async () => {
  expect((await formFor({ oneTimePayment: true })).store).toBe('never')
  expect((await formFor({ subscription: {} })).store).toBe('agreed')
  expect(await formFor({ allowAch: true, sendReceipt: false })).toMatchObject({
    store: 'ask',
    receipt: false,
    methods: ['card', 'bank'],
  })
})
