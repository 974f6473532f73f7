import { describe, expect, test } from 'vitest'
import { billingFixture } from '../../../testing/fixtures/billingFixture.ts'
import { billDueSubscriptions } from './billDue.ts'
import { msPerDay, isoTime, msPerMinute, noCounts } from './billDue.fixture.ts'

const day = 86_400_000

describe('charge of a due subscription', () => {
  test('a due subscription is charged, its paid bill is stored and announced, and the next period is scheduled', async () => {
    const { newSubscription, billDue, chargedAmounts: taken, midnight, merchant, ledger } = await billingFixture()
    const {
      read: shown,
      bills,
      billRows,
      row,
      eventTypes,
      customer,
      id,
      entry,
    } = await newSubscription({
      amount: { total: 12.5, tax: 1.5 },
    })
    const today = midnight()
    expect(await billDue()).toEqual({ ...noCounts, billsPaid: 1 })
    expect(taken()).toEqual([1250])
    expect(ledger.entries()).toHaveLength(1)
    expect(await shown()).toMatchObject({ status: 'active', charges: 1, nextCharge: isoTime(today + msPerDay) })
    const [bill] = await bills()
    expect(bill).toEqual({
      period: 0,
      date: isoTime(today).slice(0, 10),
      amount: 12.5,
      currency: 840,
      status: 'paid',
      attempts: 1,
      transactionId: expect.any(String),
      approved: true,
      responseCode: '00',
      created: expect.any(String),
      updated: expect.any(String),
    })
    expect((await billRows())[0]).toMatchObject({ tax: 150, asking: 0, extra: 0, again: null, declines: 0, errors: 0 })
    expect(await row()).toMatchObject({ period: 1, leased: null, due: today + msPerDay })
    expect(await eventTypes()).toEqual(['subscription.created', 'subscription.charged'])
    const [payment] = await merchant.rows(
      `SELECT status, requested, captured, initiatedBy, initial, customer, wallet, orderReference, orderData
       FROM transactions WHERE id = ?`,
      Number(bill!.transactionId),
    )
    expect(payment).toMatchObject({
      status: 'captured',
      requested: 1250,
      captured: 1250,
      initiatedBy: 'merchant',
      initial: 'subsequent',
      customer,
      wallet: entry,
      orderReference: `sub:${id}:0`,
    })
    expect(JSON.parse(payment!['orderData'])).toMatchObject({ total: 12.5, tax: 1.5, metadata: { subscription: id } })
  })

  test('a subscription that is not due is not charged', async () => {
    const { newSubscription, billDue, midnight, chargedAmounts: taken, advanceTo } = await billingFixture()
    const { row } = await newSubscription({ startDate: isoTime(midnight(2)) })
    expect(await billDue()).toEqual(noCounts)
    advanceTo(midnight(2) - 5000)
    expect(await billDue()).toEqual(noCounts)
    expect(await row()).toMatchObject({ leased: null, version: 0 })
    advanceTo(midnight(1))
    expect(await billDue()).toEqual({ ...noCounts, billsPaid: 1 })
    expect(taken()).toEqual([1000])
  })

  test('each period is charged once, on its day, until all installments are paid', async () => {
    const { newSubscription, billDue, chargedAmounts: taken, midnight, advanceTo } = await billingFixture()
    const { read: shown, bills, eventTypes } = await newSubscription({ installments: 3 })
    for (let count = 0; count < 5; count++) {
      await billDue()
      expect(await billDue()).toEqual(noCounts)
      advanceTo(midnight(1))
    }
    expect(taken()).toEqual([1000, 1000, 1000])
    expect((await bills()).map(({ period, status }) => [period, status])).toEqual([
      [2, 'paid'],
      [1, 'paid'],
      [0, 'paid'],
    ])
    expect(await shown()).toMatchObject({ status: 'completed', charges: 3, nextCharge: null })
    expect((await eventTypes()).slice(1)).toEqual([
      'subscription.charged',
      'subscription.charged',
      'subscription.charged',
      'subscription.completed',
    ])
  })

  test('missed periods are charged one by one by the following sweeps', async () => {
    const {
      newSubscription,
      sweepServices,
      chargedAmounts: taken,
      midnight,
      advanceTo,
      billDue,
    } = await billingFixture()
    const { bills } = await newSubscription()
    advanceTo(midnight(2))
    let paid = 0
    for (let sweeps = 0; sweeps < 4; sweeps++) paid += (await billDueSubscriptions(sweepServices())).billsPaid
    expect(paid).toBe(3)
    expect(taken()).toEqual([1000, 1000, 1000])
    expect((await bills()).map(({ period }) => period)).toEqual([2, 1, 0])
    expect(await billDue()).toEqual(noCounts)
  })

  test('three concurrent sweeps charge each of thirty subscriptions once', async () => {
    const {
      newCustomer,
      newEntry,
      newPlan,
      subscribe,
      billDue,
      chargedAmounts: taken,
      merchant,
      clock,
    } = await billingFixture()
    const customer = await newCustomer()
    await newEntry(customer)
    const plan = await newPlan()
    const startDate = isoTime(clock.now()).slice(0, 10)
    clock.advance(-day)
    for (let count = 0; count < 30; count++) await subscribe(customer, { plan, startDate })
    clock.advance(day)
    const sweeps = await Promise.all([billDue(), billDue(), billDue()])
    expect(sweeps.reduce((sum, { billsPaid }) => sum + billsPaid, 0)).toBe(30)
    expect(taken()).toEqual(Array(30).fill(1000))
    const stored = await merchant.rows(
      "SELECT count(*) AS bills, sum(status = 'paid') AS paid, sum(attempts) AS attempts FROM bills WHERE account = ?",
      merchant.id,
    )
    expect(stored).toEqual([{ bills: 30, paid: 30, attempts: 30 }])
  })

  test('a subscription of a suspended account is not charged until the suspension ends', async () => {
    const { newSubscription, billDue, merchant, chargedAmounts: taken } = await billingFixture()
    await newSubscription()
    await merchant.run('UPDATE accounts SET suspended = 1 WHERE id = ?', merchant.id)
    expect(await billDue()).toEqual(noCounts)
    await merchant.run('UPDATE accounts SET suspended = 0 WHERE id = ?', merchant.id)
    expect(await billDue()).toEqual({ ...noCounts, billsPaid: 1 })
    expect(taken()).toEqual([1000])
  })

  test('a due subscription is rescheduled after a change of the time zone of the account', async () => {
    const { newSubscription, billDue, merchant, midnight, advanceTo, chargedAmounts: taken } = await billingFixture()
    const { row } = await newSubscription({ startDate: isoTime(midnight(2)) })
    await merchant.run(
      `UPDATE accounts SET settings = json_set(settings, '$.timeZone', 'Pacific/Honolulu') WHERE id = ?`,
      merchant.id,
    )
    const due = midnight(2)
    advanceTo(due)
    expect(await billDue()).toEqual({ ...noCounts, subscriptionsRescheduled: 1 })
    expect(await row()).toMatchObject({ due: due + 10 * 60 * msPerMinute, period: 0, leased: null })
    expect(taken()).toEqual([])
    advanceTo(due + 10 * 60 * msPerMinute)
    expect(await billDue()).toEqual({ ...noCounts, billsPaid: 1 })
  })

  test('a failure of one subscription does not stop the charges of others', async () => {
    const { newSubscription, sweepServices, chargedAmounts: taken, clock, billDue } = await billingFixture()
    const [first, second] = [await newSubscription(), await newSubscription()]
    const services = sweepServices()
    let calls = 0
    const failing = billDueSubscriptions({
      ...services,
      actAs: (by) => {
        expect(by).toBe('billing')
        if (calls++ === 0) throw new Error('broken')
        return services.actAs(by)
      },
    })
    await expect(failing).rejects.toThrow('broken')
    expect(taken()).toEqual([1000])
    clock.advance(msPerMinute + 1000)
    expect(await billDue()).toEqual({ ...noCounts, billsPaid: 1 })
    for (const { bills } of [first, second]) expect(await bills()).toMatchObject([{ status: 'paid', attempts: 1 }])
  })
})
