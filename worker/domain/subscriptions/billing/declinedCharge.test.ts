import { describe, expect, test } from 'vitest'
import { billingFixture } from '../../../testing/fixtures/billingFixture.ts'
import { updateWalletEntry } from '../../customers/updateWalletEntry.ts'
import { msPerDay, decline, isoTime, msPerMinute, noCounts } from './billDue.fixture.ts'

describe('declined charge', () => {
  test('a declined bill is retried 1, 3, 5 and 7 days after the first attempt, then the subscription is unpaid', async () => {
    const fixture = await billingFixture()
    const { newSubscription, newPlan, billDue, clock, chargedAmounts: taken } = fixture
    const plan = await newPlan({ unit: 'month' })
    const { row, billRows, read: shown, eventTypes, id } = await newSubscription({ plan })
    decline(fixture, '51', 5)
    const retries: number[] = []
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect(await billDue()).toEqual({ ...noCounts, billsDeclined: 1 })
      const [bill] = await billRows()
      expect(bill).toMatchObject({ attempts: attempt, declines: attempt, asking: 0, responseCode: '51' })
      if (attempt < 5) {
        expect(await shown()).toMatchObject({ status: 'past_due', charges: 0 })
        const { due } = await row()
        expect(bill!.again).toBe(due)
        retries.push((due - bill!.created) / msPerDay)
        clock.advance(due - clock.now() - 2000)
        expect(await billDue()).toEqual(noCounts)
        clock.advance(2000)
      }
    }
    expect(retries).toEqual([1, 3, 5, 7])
    expect(await shown()).toMatchObject({ status: 'unpaid', nextCharge: null })
    expect((await row()).due).toBeNull()
    expect((await billRows())[0]).toMatchObject({ status: 'unpaid', again: null })
    expect(taken()).toEqual([0, 0, 0, 0, 0])
    expect(await eventTypes()).toEqual([
      'subscription.created',
      'subscription.charge_failed',
      'subscription.past_due',
      ...Array(4).fill('subscription.charge_failed'),
      'subscription.unpaid',
    ])
    const causes = await fixture.merchant.rows(
      "SELECT type || ':' || occasion AS cause FROM events WHERE resource = ? AND type = 'subscription.charge_failed' ORDER BY position",
      id,
    )
    expect(causes.map(({ cause }) => cause)).toEqual(
      [1, 2, 3, 4, 5].map((attempt) => `subscription.charge_failed:0:${attempt}`),
    )
  })

  test('an approved retry makes the subscription active again, on the dates of its cycle', async () => {
    const fixture = await billingFixture()
    const { newSubscription, newPlan, billDue, clock, chargedAmounts: taken, midnight } = fixture
    const { read: shown, bills, row, eventTypes } = await newSubscription({ plan: await newPlan({ unit: 'week' }) })
    const firstDay = midnight()
    decline(fixture, '05')
    await billDue()
    clock.advance(msPerDay + 1000)
    expect(await billDue()).toEqual({ ...noCounts, billsPaid: 1 })
    expect(taken()).toEqual([0, 1000])
    expect(await shown()).toMatchObject({ status: 'active', charges: 1, nextCharge: isoTime(firstDay + 7 * msPerDay) })
    expect(await bills()).toMatchObject([{ status: 'paid', attempts: 2, responseCode: '00' }])
    expect((await row()).period).toBe(1)
    expect(await eventTypes()).toEqual([
      'subscription.created',
      'subscription.charge_failed',
      'subscription.past_due',
      'subscription.charged',
    ])
  })

  test('a decline code that forbids retries makes the subscription unpaid at once', async () => {
    const fixture = await billingFixture()
    const { newSubscription, billDue, clock, chargedAmounts: taken } = fixture
    const { read: shown, billRows, eventTypes } = await newSubscription()
    decline(fixture, '41')
    expect(await billDue()).toEqual({ ...noCounts, billsDeclined: 1 })
    expect(await shown()).toMatchObject({ status: 'unpaid', nextCharge: null })
    expect((await billRows())[0]).toMatchObject({ status: 'unpaid', declines: 1, again: null })
    expect(await eventTypes()).toEqual(['subscription.created', 'subscription.charge_failed', 'subscription.unpaid'])
    clock.advance(10 * msPerDay)
    expect(await billDue()).toEqual(noCounts)
    expect(taken()).toEqual([0])
  })

  test('a declined bill is retried on the retry days of the account', async () => {
    const fixture = await billingFixture({ settings: { subscriptionRetryDays: [2] } })
    const { newSubscription, newPlan, billDue, clock } = fixture
    const { row, billRows, read: shown } = await newSubscription({ plan: await newPlan({ unit: 'month' }) })
    decline(fixture, '51', 2)
    await billDue()
    expect((await row()).due - (await billRows())[0]!.created).toBe(2 * msPerDay)
    clock.advance(2 * msPerDay + 1000)
    await billDue()
    expect(await shown()).toMatchObject({ status: 'unpaid' })
  })

  test('a processor failure is retried after 5, 10, 20 … minutes, and the subscription stays active', async () => {
    const fixture = await billingFixture()
    const { newSubscription, newPlan, billDue, clock, chargedAmounts: taken } = fixture
    const { row, billRows, read: shown } = await newSubscription({ plan: await newPlan({ unit: 'month' }) })
    decline(fixture, '96', 9)
    const pauses: number[] = []
    for (let errors = 1; errors <= 8; errors++) {
      expect(await billDue()).toEqual({ ...noCounts, billsDeclined: 1 })
      const [bill] = await billRows()
      expect(bill).toMatchObject({ errors, declines: 0, attempts: errors, responseCode: '96', status: 'open' })
      pauses.push((bill!.again! - bill!.updated) / msPerMinute)
      expect(await shown()).toMatchObject({ status: 'active' })
      clock.advance((await row()).due - clock.now())
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640])
    await billDue()
    expect(await shown()).toMatchObject({ status: 'past_due' })
    expect((await billRows())[0]).toMatchObject({ errors: 0, declines: 1, attempts: 9 })
    clock.advance(msPerDay)
    expect(await billDue()).toEqual({ ...noCounts, billsPaid: 1 })
    expect(taken()).toEqual([...Array(9).fill(0), 1000])
  })

  test('a new default card pays an unpaid bill at once, and periods that passed are not billed', async () => {
    const fixture = await billingFixture()
    const { newSubscription, newEntry, billDue, clock, chargedAmounts: taken, services, midnight } = fixture
    const { customer, read: shown, bills, eventTypes } = await newSubscription()
    const firstDay = midnight()
    decline(fixture, '41')
    await billDue()
    clock.advance(3 * msPerDay)
    const second = await newEntry(customer)
    expect(await billDue()).toEqual(noCounts)
    await updateWalletEntry({ customer, wallet: second }, { default: true }, services())
    expect(await billDue()).toEqual({ ...noCounts, billsPaid: 1 })
    expect(taken()).toEqual([0, 1000])
    expect(await shown()).toMatchObject({ status: 'active', charges: 1, nextCharge: isoTime(firstDay + 4 * msPerDay) })
    expect(await bills()).toMatchObject([{ period: 0, status: 'paid', attempts: 2 }])
    expect((await eventTypes()).at(-1)).toBe('subscription.charged')
  })

  test('a declined new default card leaves an unpaid subscription unpaid', async () => {
    const fixture = await billingFixture()
    const { newSubscription, newEntry, billDue, clock, chargedAmounts: taken } = fixture
    const { customer, read: shown, row, billRows } = await newSubscription()
    decline(fixture, '41')
    await billDue()
    clock.advance(msPerDay)
    await newEntry(customer, undefined, { default: true })
    expect(await row()).toMatchObject({ newMethod: 1, status: 'unpaid' })
    decline(fixture, '51')
    expect(await billDue()).toEqual({ ...noCounts, billsDeclined: 1 })
    expect(await shown()).toMatchObject({ status: 'unpaid', nextCharge: null })
    expect(await row()).toMatchObject({ newMethod: 0, due: null })
    expect((await billRows())[0]).toMatchObject({ attempts: 2, declines: 1, extra: 0 })
    expect(taken()).toEqual([0, 0])
  })
})
