import { describe, expect, test } from 'vitest'
import { createCustomerSubscription } from '#contract/subscriptions/subscriptions'
import { billingFixture } from '../../testing/fixtures/billingFixture.ts'
import { thrownErrors, parseInput } from '../../testing/domainCalls.ts'
import { deletePlan } from '../plans/delete.ts'
import { createSubscription } from './create.ts'
import { replaceFunctions } from '../../testing/doubles/replaceFunctions.ts'

const day = 86_400_000
const unknownId = '01890000-0000-7000-8000-000000000000'
const iso = (ms: number) => new Date(ms).toISOString()
const input = (body: object) => parseInput(createCustomerSubscription, body)

describe('new subscription', () => {
  test('a new subscription has price, currency and installments of its plan, and its first bill is charged at once', async () => {
    const { newCustomer, newEntry, newPlan, subscribe, midnight, eventTypes, merchant } = await billingFixture()
    const customer = await newCustomer()
    await newEntry(customer)
    const plan = await newPlan({ unit: 'week' }, { label: 'Coffee', amount: { value: 12.34 }, installments: 6 })
    const { customerSubscriptions, charge, errors } = await subscribe(customer, { plan })
    expect(errors).toBeNull()
    expect(charge).toMatchObject({ responseCode: '00', approved: true, status: 'approved' })
    const [{ customerSubscriptionId: id, startDate, created, ...shown }] = customerSubscriptions as [any]
    expect(startDate).toBe(created)
    expect(Date.parse(created) - midnight()).toBeLessThan(day)
    expect(shown).toEqual({
      installments: 6,
      taxAmount: 0,
      shippingAmount: 0,
      surchargeAmount: 0,
      totalAmount: 12.34,
      status: 'active',
      plan,
      label: 'Coffee',
      currency: 840,
      wallet: null,
      charges: 1,
      nextCharge: iso(midnight(7)),
      resumesAt: null,
    })
    expect(await eventTypes(id)).toEqual(['subscription.created', 'subscription.charged'])
    expect(await merchant.rows('SELECT enrolled FROM customers WHERE id = ?', customer)).toEqual([{ enrolled: 1 }])
  })

  test('a subscription request overrides price, installments and payment method', async () => {
    const { newSubscription, newCustomer, newEntry, newPlan, subscribe } = await billingFixture()
    const plan = await newPlan()
    const customer = await newCustomer()
    const [, second] = [await newEntry(customer), await newEntry(customer)]
    const { customerSubscriptions } = await subscribe(customer, {
      plan,
      wallet: second,
      amount: { subtotal: 7, tax: 1.5, surcharge: 0.25, shipping: 0.2, total: 8.95 },
      installments: 0,
    })
    expect(customerSubscriptions[0]).toMatchObject({
      wallet: second,
      totalAmount: 8.95,
      taxAmount: 1.5,
      surchargeAmount: 0.25,
      shippingAmount: 0.2,
      installments: 0,
    })
    expect(await (await newSubscription({ plan, installments: 3 })).read()).toMatchObject({ installments: 3 })
  })

  test('a subscription with a future start is pending, and its first charge is due when that day begins', async () => {
    const { newSubscription, midnight } = await billingFixture()
    const begins = midnight(3)
    for (const startDate of [iso(begins).slice(0, 10), iso(begins + 10 * 3_600_000)])
      expect(await (await newSubscription({ startDate })).read()).toMatchObject({
        status: 'pending',
        startDate: iso(begins),
        nextCharge: iso(begins),
      })
  })

  test('a start earlier today is accepted, and a start before today is rejected with out_of_range', async () => {
    const { newSubscription, newCustomer, newEntry, newPlan, subscribe, midnight } = await billingFixture()
    expect(await (await newSubscription({ startDate: iso(midnight()) })).read()).toMatchObject({
      status: 'active',
      startDate: iso(midnight()),
    })
    const customer = await newCustomer()
    await newEntry(customer)
    const plan = await newPlan()
    const today = iso(midnight()).slice(0, 10)
    for (const startDate of [iso(midnight() - 1000), iso(midnight(-1)).slice(0, 10)])
      expect(await thrownErrors(subscribe(customer, { plan, startDate }))).toEqual([
        { type: 'out_of_range', field: 'startDate', details: { min: today, max: expect.any(String) } },
      ])
  })

  test('a start date begins in the time zone of the account', async () => {
    const { newSubscription, midnight } = await billingFixture({ settings: { timeZone: 'Asia/Tokyo' } })
    const date = iso(midnight(40)).slice(0, 10)
    expect(await (await newSubscription({ startDate: date })).read()).toMatchObject({
      startDate: iso(midnight(40) - 9 * 3_600_000),
    })
  })

  test('a missing plan and a missing payment method are rejected together', async () => {
    const { newCustomer, newEntry, newPlan, subscribe, services } = await billingFixture()
    const [customer, other] = [await newCustomer(), await newCustomer()]
    const [plan, deleted, foreign] = [await newPlan(), await newPlan(), await newEntry(other)]
    await deletePlan(deleted, services())
    expect(await thrownErrors(subscribe(customer, { plan: deleted }))).toEqual([
      { type: 'plan_not_found', field: 'plan' },
      { type: 'wallet_not_found', field: 'wallet' },
    ])
    expect(await thrownErrors(subscribe(customer, { plan: unknownId, wallet: foreign }))).toEqual([
      { type: 'plan_not_found', field: 'plan' },
      { type: 'wallet_not_of_customer', field: 'wallet' },
    ])
    expect(await thrownErrors(subscribe(customer, { plan }))).toEqual([{ type: 'wallet_not_found', field: 'wallet' }])
    expect(await thrownErrors(subscribe(unknownId, { plan: unknownId }))).toEqual([
      { type: 'not_found', details: { resource: 'customer' } },
    ])
  })

  test('each part of a price with more decimals than the currency of the plan is rejected with amount_precision_invalid', async () => {
    const { newCustomer, newEntry, newPlan, subscribe } = await billingFixture()
    const customer = await newCustomer()
    await newEntry(customer)
    const plan = await newPlan(undefined, { amount: { value: 900, currency: 392 } })
    expect(await thrownErrors(subscribe(customer, { plan, amount: { total: 900.5, tax: 80.5, shipping: 1 } }))).toEqual(
      [
        { type: 'amount_precision_invalid', field: 'amount.total', details: { places: 0 } },
        { type: 'amount_precision_invalid', field: 'amount.tax', details: { places: 0 } },
      ],
    )
    const { customerSubscriptions } = await subscribe(customer, { plan, amount: { total: 901, tax: 80 } })
    expect(customerSubscriptions[0]).toMatchObject({ totalAmount: 901, taxAmount: 80, currency: 392 })
  })

  test('a plan that is deleted between read and INSERT is rejected with plan_not_found, and nothing is stored', async () => {
    const { newCustomer, newEntry, newPlan, services, merchant } = await billingFixture()
    const customer = await newCustomer()
    await newEntry(customer)
    const plan = await newPlan()
    const needs = services()
    const findPrerequisites: typeof needs.subscriptions.findPrerequisites = async (references, idempotent) => {
      const found = await needs.subscriptions.findPrerequisites(references, idempotent)
      if (found.plan !== null) await deletePlan(plan, services())
      return found
    }
    const subscriptions = replaceFunctions(needs.subscriptions, { findPrerequisites })
    expect(await thrownErrors(createSubscription(customer, input({ plan }), { ...needs, subscriptions }))).toEqual([
      { type: 'plan_not_found', field: 'plan' },
    ])
    expect(await merchant.rows('SELECT id FROM subscriptions WHERE account = ?', merchant.id)).toEqual([])
    expect(await merchant.rows('SELECT enrolled FROM customers WHERE id = ?', customer)).toEqual([{ enrolled: 0 }])
  })

  test('an INSERT that fails without a missing row is rejected with unavailable', async () => {
    const { newCustomer, newEntry, newPlan, services } = await billingFixture()
    const customer = await newCustomer()
    await newEntry(customer)
    const plan = await newPlan()
    const needs = services()
    const subscriptions = replaceFunctions(needs.subscriptions, { insert: () => Promise.resolve(false) })
    expect(
      await thrownErrors(
        createSubscription(customer, input({ plan, startDate: '2100-01-01' }), { ...needs, subscriptions }),
      ),
    ).toEqual([{ type: 'unavailable' }])
  })
})
