import { describe, expect, test } from 'vitest'
import { billingFixture } from '../../testing/fixtures/billingFixture.ts'
import { thrownErrors } from '../../testing/domainCalls.ts'
import { deleteWalletEntry } from '../customers/deleteWalletEntry.ts'
import { updateSubscription } from './update.ts'

const iso = (ms: number) => new Date(ms).toISOString()
const unknownId = '01890000-0000-7000-8000-000000000000'
const day = 86_400_000

/** A subscription whose first bill was declined: it is past due, and retried a day later. */
const pastDue = async () => {
  const fixture = await billingFixture()
  const subscription = await fixture.newSubscription()
  fixture.faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'authorize' })
  await fixture.billDue()
  return { ...fixture, ...subscription }
}

/** A subscription whose first charge has no outcome yet. */
const inProgress = async () => {
  const fixture = await billingFixture()
  const subscription = await fixture.newSubscription()
  fixture.faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
  fixture.faultPlan.add({ fault: { kind: 'busy' }, on: 'reverse' })
  await fixture.billDue()
  return { ...fixture, ...subscription }
}

describe('price of a subscription', () => {
  test('a new price is charged from the next bill, announced and audited', async () => {
    const {
      newSubscription,
      billDue,
      chargedAmounts: taken,
      midnight,
      advanceTo,
      auditEntries: notes,
      merchant,
    } = await billingFixture()
    const { update, customer, id, eventTypes } = await newSubscription()
    expect(await update({ amount: { total: 20, tax: 2, shipping: 1 } })).toMatchObject({
      totalAmount: 20,
      taxAmount: 2,
      surchargeAmount: 0,
      shippingAmount: 1,
      status: 'active',
    })
    expect(await eventTypes()).toEqual(['subscription.created', 'subscription.updated'])
    expect((await notes()).at(-1)).toEqual([
      'subscription.changed',
      merchant.secretKeyId,
      {
        customer,
        subscription: id,
        changes: {
          totalAmount: { old: 10, new: 20 },
          taxAmount: { old: 0, new: 2 },
          shippingAmount: { old: 0, new: 1 },
        },
      },
    ])
    await billDue()
    await update({ amount: { total: 30 } })
    advanceTo(midnight(1))
    await billDue()
    expect(taken()).toEqual([2000, 3000])
  })

  test('an open bill keeps its price after a change of the price', async () => {
    const { update, billDue, clock, chargedAmounts: taken, bills, midnight, advanceTo } = await pastDue()
    await update({ amount: { total: 20 } })
    clock.advance(day)
    await billDue()
    advanceTo(midnight(1))
    await billDue()
    expect(taken()).toEqual([0, 1000, 2000])
    expect((await bills()).map(({ period, amount }) => [period, amount])).toEqual([
      [1, 20],
      [0, 10],
    ])
  })

  test('a total of 0 pauses a subscription and keeps its price, and a later price resumes it', async () => {
    const { newSubscription } = await billingFixture()
    const { update, eventTypes } = await newSubscription()
    expect(await update({ amount: { total: 0 } })).toMatchObject({
      status: 'paused',
      totalAmount: 10,
      nextCharge: null,
    })
    expect(await update({ amount: { total: 12 } })).toMatchObject({ status: 'active', totalAmount: 12 })
    expect(await eventTypes()).toEqual([
      'subscription.created',
      'subscription.paused',
      'subscription.updated',
      'subscription.resumed',
    ])
  })

  test('a price with status paused changes price and status', async () => {
    const { newSubscription } = await billingFixture()
    const { update, eventTypes } = await newSubscription()
    expect(await update({ amount: { total: 12 }, status: 'paused' })).toMatchObject({
      status: 'paused',
      totalAmount: 12,
    })
    expect(await eventTypes()).toEqual(['subscription.created', 'subscription.updated', 'subscription.paused'])
  })
})

describe('pause of a subscription', () => {
  test('a paused subscription is not charged until the pause ends, and dates that passed are skipped', async () => {
    const { newSubscription, billDue, chargedAmounts: taken, midnight, advanceTo } = await billingFixture()
    const { update, read: shown, bills, eventTypes } = await newSubscription()
    await billDue()
    const until = midnight(3)
    expect(await update({ status: 'paused', resumesAt: iso(until) })).toMatchObject({
      status: 'paused',
      resumesAt: iso(until),
      nextCharge: null,
    })
    advanceTo(midnight(2))
    await billDue()
    expect(taken()).toEqual([1000])
    advanceTo(until)
    expect(await billDue()).toMatchObject({ subscriptionsResumed: 1, billsPaid: 0 })
    expect(await shown()).toMatchObject({ status: 'active', resumesAt: null, nextCharge: iso(until) })
    expect(await billDue()).toMatchObject({ subscriptionsResumed: 0, billsPaid: 1 })
    expect((await bills()).map(({ period }) => period)).toEqual([3, 0])
    expect(await eventTypes()).toEqual([
      'subscription.created',
      'subscription.charged',
      'subscription.paused',
      'subscription.resumed',
      'subscription.charged',
    ])
  })

  test('an update to the present status changes nothing', async () => {
    const { newSubscription, midnight, auditEntries: notes } = await billingFixture()
    const { update, row, eventTypes } = await newSubscription()
    expect(await update({ status: 'active' })).toMatchObject({ status: 'active' })
    expect((await row()).version).toBe(0)
    const resumesAt = iso(midnight(5))
    await update({ status: 'paused', resumesAt })
    const before = [await row(), await notes()]
    for (const body of [{ status: 'paused' }, { status: 'paused', resumesAt }, { amount: { total: 0 } }])
      expect(await update(body)).toMatchObject({ status: 'paused', resumesAt })
    expect([await row(), await notes()]).toEqual(before)
    expect(await eventTypes()).toEqual(['subscription.created', 'subscription.paused'])
  })

  test('a new end of a pause is stored', async () => {
    const { newSubscription, midnight } = await billingFixture()
    const { update, row } = await newSubscription()
    await update({ status: 'paused' })
    expect((await row()).due).toBeNull()
    await update({ resumesAt: iso(midnight(4)) })
    expect(await row()).toMatchObject({ due: midnight(4), resumesAt: midnight(4), status: 'paused' })
  })

  test('a pause with an end date ends when that date begins in the time zone of the account', async () => {
    const { newSubscription, midnight } = await billingFixture({ settings: { timeZone: 'Asia/Tokyo' } })
    const { update } = await newSubscription()
    const date = iso(midnight(40)).slice(0, 10)
    expect(await update({ status: 'paused', resumesAt: date })).toMatchObject({
      resumesAt: iso(midnight(40) - 9 * 3_600_000),
    })
  })

  test('a pause with an end in the past is rejected with out_of_range', async () => {
    const { newSubscription, clock } = await billingFixture()
    const { update, read: shown } = await newSubscription()
    expect(await thrownErrors(update({ status: 'paused', resumesAt: iso(clock.now() - 1000) }))).toEqual([
      { type: 'out_of_range', field: 'resumesAt', details: { min: expect.any(String), max: expect.any(String) } },
    ])
    expect(await shown()).toMatchObject({ status: 'active' })
  })

  test('resumesAt for a subscription that is not paused is rejected with invalid_state', async () => {
    const { newSubscription, midnight } = await billingFixture()
    const { update } = await newSubscription()
    expect(await thrownErrors(update({ resumesAt: iso(midnight(2)) }))).toEqual([
      { type: 'invalid_state', field: 'resumesAt', details: { state: 'active', allowed: ['paused'] } },
    ])
    await update({ status: 'paused' })
    expect(await thrownErrors(update({ amount: { total: 5 }, resumesAt: iso(midnight(2)) }))).toEqual([
      { type: 'invalid_state', field: 'resumesAt', details: { state: 'active', allowed: ['paused'] } },
    ])
  })

  test('a pause drops a declined bill', async () => {
    const { update, bills, billRows, billDue, chargedAmounts: taken, midnight, advanceTo } = await pastDue()
    expect(await update({ status: 'paused' })).toMatchObject({ status: 'paused' })
    expect(await bills()).toMatchObject([{ status: 'dropped', attempts: 1, responseCode: '51' }])
    expect((await billRows())[0]).toMatchObject({ again: null, extra: 0, asking: 0 })
    await update({ status: 'active' })
    advanceTo(midnight(1))
    await billDue()
    expect(taken()).toEqual([0, 1000])
    expect((await bills()).map(({ period, status }) => [period, status])).toEqual([
      [1, 'paid'],
      [0, 'dropped'],
    ])
  })

  test('resuming during a charge in progress is rejected with operation_in_progress, and the charge finishes', async () => {
    const { update, billDue, recover, clock, read: shown, bills, eventTypes } = await inProgress()
    expect(await update({ status: 'paused' })).toMatchObject({ status: 'paused' })
    expect(await thrownErrors(update({ status: 'active' }))).toEqual([{ type: 'operation_in_progress' }])
    clock.advance(60_000)
    await recover()
    clock.advance(60_000)
    expect(await billDue()).toMatchObject({ billsDeclined: 1 })
    expect(await shown()).toMatchObject({ status: 'paused', charges: 0 })
    expect(await bills()).toMatchObject([{ status: 'dropped', responseCode: '68' }])
    expect(await update({ status: 'active' })).toMatchObject({ status: 'active' })
    expect(await eventTypes()).toEqual([
      'subscription.created',
      'subscription.paused',
      'subscription.charge_failed',
      'subscription.resumed',
    ])
  })
})

describe('payment method of a subscription', () => {
  test('a new payment method is charged from the next bill, and null selects the default', async () => {
    const { newSubscription, newEntry, billDue, merchant, midnight, advanceTo } = await billingFixture()
    const { customer, entry, update, eventTypes } = await newSubscription()
    const second = await newEntry(customer, '5555555555554444')
    await billDue()
    expect(await update({ wallet: second })).toMatchObject({ wallet: second, nextCharge: iso(midnight(1)) })
    expect(await update({ wallet: second })).toMatchObject({ wallet: second })
    advanceTo(midnight(1))
    await billDue()
    expect(await update({ wallet: null })).toMatchObject({ wallet: null })
    advanceTo(midnight(1))
    await billDue()
    const paid = await merchant.rows(
      "SELECT wallet FROM transactions WHERE account = ? AND status = 'captured' ORDER BY id",
      merchant.id,
    )
    expect(paid.map(({ wallet }) => wallet)).toEqual([entry, second, entry])
    expect((await eventTypes()).filter((type) => type === 'subscription.updated')).toHaveLength(2)
  })

  test('a new payment method of a past-due subscription is charged at once', async () => {
    const { customer, update, newEntry, billDue, chargedAmounts: taken, read: shown, clock } = await pastDue()
    const second = await newEntry(customer)
    const { nextCharge } = await update({ wallet: second })
    expect(Date.parse(nextCharge!)).toBeLessThanOrEqual(clock.now())
    await billDue()
    expect(taken()).toEqual([0, 1000])
    expect(await shown()).toMatchObject({ status: 'active', charges: 1 })
  })

  test('deleting the payment method of a subscription is rejected with invalid_state until the subscription ends', async () => {
    const { newSubscription, services, wallet } = await billingFixture()
    const { customer, entry, id, update, cancel } = await newSubscription()
    await update({ wallet: entry })
    expect(await thrownErrors(deleteWalletEntry({ customer, wallet: entry }, services()))).toEqual([
      { type: 'invalid_state', details: { state: 'active', allowed: ['cancel'], subscription: id } },
    ])
    expect(await wallet(customer)).toMatchObject({ entries: [entry], stored: 1 })
    await cancel()
    expect(await deleteWalletEntry({ customer, wallet: entry }, services())).toEqual({ errors: null })
  })

  test('an unknown payment method or one of another customer is rejected and changes nothing', async () => {
    const { newSubscription, newCustomer, newEntry, services } = await billingFixture()
    const { customer, update, row, eventTypes } = await newSubscription()
    const [foreign, deleted] = [await newEntry(await newCustomer()), await newEntry(customer)]
    await deleteWalletEntry({ customer, wallet: deleted }, services())
    const before = await row()
    for (const wallet of [unknownId, deleted])
      expect(await thrownErrors(update({ wallet, amount: { total: 5 } }))).toEqual([
        { type: 'wallet_not_found', field: 'wallet' },
      ])
    expect(await thrownErrors(update({ wallet: foreign }))).toEqual([
      { type: 'wallet_not_of_customer', field: 'wallet' },
    ])
    expect(await row()).toEqual(before)
    expect(await eventTypes()).toEqual(['subscription.created'])
  })
})

describe('invalid change of a subscription', () => {
  test('activating a past-due subscription is rejected with invalid_state', async () => {
    const { update } = await pastDue()
    expect(await thrownErrors(update({ status: 'active' }))).toEqual([
      { type: 'invalid_state', field: 'status', details: { state: 'past_due', allowed: ['paused'] } },
    ])
  })

  test('changing a canceled subscription is rejected with invalid_state', async () => {
    const { newSubscription } = await billingFixture()
    const { update, cancel } = await newSubscription()
    await cancel()
    for (const body of [{ status: 'paused' }, { status: 'active' }, { amount: { total: 5 } }, { wallet: null }])
      expect(await thrownErrors(update(body))).toEqual([
        { type: 'invalid_state', details: { state: 'canceled', allowed: [] } },
      ])
  })

  test('updating an unknown subscription or one of another customer returns not_found', async () => {
    const fixture = await billingFixture()
    const [first, second] = [await fixture.newSubscription(), await fixture.newSubscription()]
    for (const path of [
      { Customer: first.customer, Subscription: second.id },
      { Customer: first.customer, Subscription: unknownId },
      { Customer: unknownId, Subscription: first.id },
    ])
      expect(await thrownErrors(updateSubscription(path, { status: 'paused' }, fixture.services()))).toEqual([
        { type: 'not_found', details: { resource: 'subscription' } },
      ])
  })
})
