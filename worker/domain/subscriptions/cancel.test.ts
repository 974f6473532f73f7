import { describe, expect, test } from 'vitest'
import { billingFixture } from '../../testing/fixtures/billingFixture.ts'
import { thrownErrors } from '../../testing/domainCalls.ts'
import { cancelSubscription } from './cancel.ts'

const unknownId = '01890000-0000-7000-8000-000000000000'
const day = 86_400_000

describe('cancellation of a subscription', () => {
  test('a canceled subscription is not charged, and its cancellation is announced and audited', async () => {
    const {
      newSubscription,
      billDue,
      chargedAmounts: taken,
      clock,
      auditEntries: notes,
      merchant,
    } = await billingFixture()
    const { cancel, row, customer, id, eventTypes } = await newSubscription()
    expect(await cancel()).toMatchObject({ status: 'canceled', nextCharge: null, resumesAt: null })
    expect(await row()).toMatchObject({ status: 'canceled', due: null, canceled: expect.any(Number), newMethod: 0 })
    expect(await eventTypes()).toEqual(['subscription.created', 'subscription.canceled'])
    expect((await notes()).at(-1)).toEqual([
      'subscription.canceled',
      merchant.secretKeyId,
      { customer, subscription: id, changes: { status: { old: 'active', new: 'canceled' } } },
    ])
    clock.advance(day)
    expect(await billDue()).toMatchObject({ billsPaid: 0 })
    expect(taken()).toEqual([])
  })

  test('a second cancellation of a subscription is rejected with already_canceled', async () => {
    const { newSubscription } = await billingFixture()
    const { cancel, row, eventTypes } = await newSubscription()
    await cancel()
    const before = await row()
    expect(await thrownErrors(cancel())).toEqual([{ type: 'already_canceled' }])
    expect(await row()).toEqual(before)
    expect(await eventTypes()).toHaveLength(2)
  })

  test('of five concurrent cancellations of a subscription one succeeds', async () => {
    const { newSubscription } = await billingFixture()
    const { cancel, eventTypes } = await newSubscription()
    const attempts = await Promise.allSettled(Array.from({ length: 5 }, cancel))
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await eventTypes()).toEqual(['subscription.created', 'subscription.canceled'])
  })

  test('canceling a completed subscription is rejected with invalid_state', async () => {
    const { newSubscription, billDue } = await billingFixture()
    const { cancel, eventTypes } = await newSubscription({ installments: 1 })
    await billDue()
    expect(await thrownErrors(cancel())).toEqual([
      { type: 'invalid_state', details: { state: 'completed', allowed: [] } },
    ])
    expect(await eventTypes()).toEqual(['subscription.created', 'subscription.charged', 'subscription.completed'])
  })

  test('canceling a subscription drops its declined bill', async () => {
    const { newSubscription, billDue, faultPlan, chargedAmounts: taken, clock } = await billingFixture()
    const { cancel, bills } = await newSubscription()
    faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'authorize' })
    await billDue()
    await cancel()
    expect(await bills()).toMatchObject([{ status: 'dropped', attempts: 1 }])
    clock.advance(7 * day)
    await billDue()
    expect(taken()).toEqual([0])
  })

  test('a charge in progress finishes and counts after the cancellation of its subscription', async () => {
    const {
      newSubscription,
      billDue,
      crashBeforeRecord: dieBeforeRecord,
      clock,
      chargedAmounts: taken,
    } = await billingFixture()
    const { cancel, row, bills, eventTypes } = await newSubscription({ installments: 1 })
    await dieBeforeRecord()
    expect(await cancel()).toMatchObject({ status: 'canceled' })
    clock.advance(61_000)
    expect(await billDue()).toMatchObject({ billsPaid: 1 })
    expect(taken()).toEqual([1000])
    expect(await row()).toMatchObject({ status: 'canceled', charges: 1, due: null })
    expect(await bills()).toMatchObject([{ status: 'paid', attempts: 1 }])
    expect(await eventTypes()).toEqual(['subscription.created', 'subscription.canceled', 'subscription.charged'])
  })

  test('canceling an unknown subscription or one of another customer returns not_found', async () => {
    const { newSubscription, services } = await billingFixture()
    const [first, second] = [await newSubscription(), await newSubscription()]
    for (const path of [
      { Customer: first.customer, Subscription: second.id },
      { Customer: first.customer, Subscription: unknownId },
    ])
      expect(await thrownErrors(cancelSubscription(path, services()))).toEqual([
        { type: 'not_found', details: { resource: 'subscription' } },
      ])
    expect(await second.read()).toMatchObject({ status: 'active' })
  })
})
