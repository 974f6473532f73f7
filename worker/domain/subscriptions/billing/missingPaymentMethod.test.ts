import { describe, expect, test } from 'vitest'
import { billingFixture } from '../../../testing/fixtures/billingFixture.ts'
import { deleteCustomer } from '../../customers/delete.ts'
import { msPerDay, decline, msPerMinute, noCounts } from './billDue.fixture.ts'

describe('subscription without payment method or customer', () => {
  test('a subscription without a payment method becomes unpaid, and a new default card pays it', async () => {
    const { newSubscription, newEntry, billDue, merchant, chargedAmounts: taken, clock } = await billingFixture()
    const { customer, read: shown, bills, eventTypes } = await newSubscription()
    // The API does not delete an entry that a subscription charges, so the row is changed in SQL.
    await merchant.run(
      'UPDATE walletEntries SET deleted = 1, isDefault = 0, sealedPan = NULL, wrappedPanKey = NULL WHERE customer = ?',
      customer,
    )
    expect(await billDue()).toEqual({ ...noCounts, billsDeclined: 1 })
    expect(await shown()).toMatchObject({ status: 'unpaid', nextCharge: null })
    expect(await bills()).toEqual([])
    expect(await eventTypes()).toEqual(['subscription.created', 'subscription.unpaid'])
    clock.advance(1000)
    await newEntry(customer)
    expect(await billDue()).toEqual({ ...noCounts, billsPaid: 1 })
    expect(taken()).toEqual([1000])
    expect(await shown()).toMatchObject({ status: 'active', charges: 1 })
  })

  test('deleting a customer cancels its subscription, announces the cancellation and drops the declined bill', async () => {
    const fixture = await billingFixture()
    const { newSubscription, billDue, services, chargedAmounts: taken, clock } = fixture
    const { customer, row, billRows, eventTypes } = await newSubscription()
    decline(fixture, '51')
    await billDue()
    await deleteCustomer(customer, services())
    expect(await row()).toMatchObject({ status: 'canceled', due: null, newMethod: 0, canceled: expect.any(Number) })
    expect(await billRows()).toMatchObject([{ status: 'dropped', again: null, extra: 0 }])
    expect((await eventTypes()).at(-1)).toBe('subscription.canceled')
    clock.advance(2 * msPerDay)
    expect(await billDue()).toEqual(noCounts)
    expect(taken()).toEqual([0])
  })

  test('a charge in progress finishes after its customer is deleted', async () => {
    const fixture = await billingFixture()
    const { newSubscription, billDue, services, chargedAmounts: taken, clock } = fixture
    const { customer, row, billRows, eventTypes } = await newSubscription()
    await fixture.crashBeforeRecord()
    await deleteCustomer(customer, services())
    expect(await row()).toMatchObject({ status: 'canceled', due: expect.any(Number) })
    clock.advance(msPerMinute + 1000)
    expect(await billDue()).toEqual({ ...noCounts, billsPaid: 1 })
    expect(await row()).toMatchObject({ status: 'canceled', due: null, charges: 1 })
    expect(await billRows()).toMatchObject([{ status: 'paid', attempts: 1 }])
    expect(await eventTypes()).toEqual(['subscription.created', 'subscription.canceled', 'subscription.charged'])
    expect(taken()).toEqual([1000])
  })
})
