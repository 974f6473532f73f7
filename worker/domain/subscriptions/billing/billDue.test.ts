import { describe, expect, test } from 'vitest'
import { billingFixture } from '../../../testing/fixtures/billingFixture.ts'
import type { BillingFixture } from '../../../testing/fixtures/billingFixture.ts'
import { deleteCustomer } from '../../customers/delete.ts'
import { updateWalletEntry } from '../../customers/updateWalletEntry.ts'
import { billDueSubscriptions } from './billDue.ts'

const minute = 60_000
const day = 24 * 60 * minute
const iso = (ms: number) => new Date(ms).toISOString()
const nothing = {
  billsPaid: 0,
  billsDeclined: 0,
  billsWaiting: 0,
  subscriptionsResumed: 0,
  subscriptionsRescheduled: 0,
}

const decline = ({ faultPlan }: BillingFixture, code: string, times = 1): void =>
  faultPlan.add({ fault: { kind: 'decline', code }, on: 'authorize', times })

describe('charging a due subscription', () => {
  test('a paid bill is recorded, announced and followed by the next period', async () => {
    const { newSubscription, billDue, taken, midnight, merchant, ledger } = await billingFixture()
    const { shown, bills, billRows, row, eventTypes, customer, id, entry } = await newSubscription({
      amount: { total: 12.5, tax: 1.5 },
    })
    const today = midnight()
    expect(await billDue()).toEqual({ ...nothing, billsPaid: 1 })
    expect(taken()).toEqual([1250])
    expect(ledger.entries()).toHaveLength(1)
    expect(await shown()).toMatchObject({ status: 'active', charges: 1, nextCharge: iso(today + day) })
    const [bill] = await bills()
    expect(bill).toEqual({
      period: 0,
      date: iso(today).slice(0, 10),
      amount: 12.5,
      currency: 840,
      status: 'paid',
      attempts: 1,
      transactionId: expect.any(String),
      responseCode: '00',
      created: expect.any(String),
      updated: expect.any(String),
    })
    expect((await billRows())[0]).toMatchObject({ tax: 150, asking: 0, extra: 0, again: null, declines: 0, errors: 0 })
    expect(await row()).toMatchObject({ period: 1, leased: null, due: today + day })
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

  test('a subscription that is not due is left alone', async () => {
    const { newSubscription, billDue, midnight, taken, advanceTo } = await billingFixture()
    const { row } = await newSubscription({ startDate: iso(midnight(2)) })
    expect(await billDue()).toEqual(nothing)
    advanceTo(midnight(2) - 5000)
    expect(await billDue()).toEqual(nothing)
    expect(await row()).toMatchObject({ leased: null, version: 0 })
    advanceTo(midnight(1))
    expect(await billDue()).toEqual({ ...nothing, billsPaid: 1 })
    expect(taken()).toEqual([1000])
  })

  test('each period is charged once, on its day, until the installments are paid', async () => {
    const { newSubscription, billDue, taken, midnight, advanceTo } = await billingFixture()
    const { shown, bills, eventTypes } = await newSubscription({ installments: 3 })
    for (let count = 0; count < 5; count++) {
      await billDue()
      expect(await billDue()).toEqual(nothing)
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

  test('periods that were missed are charged one by one in one sweep', async () => {
    const { newSubscription, sweepServices, taken, midnight, advanceTo, billDue } = await billingFixture()
    const { bills } = await newSubscription()
    advanceTo(midnight(2))
    let paid = 0
    for (let sweeps = 0; sweeps < 4; sweeps++) paid += (await billDueSubscriptions(sweepServices())).billsPaid
    expect(paid).toBe(3)
    expect(taken()).toEqual([1000, 1000, 1000])
    expect((await bills()).map(({ period }) => period)).toEqual([2, 1, 0])
    expect(await billDue()).toEqual(nothing)
  })

  test('three concurrent sweeps charge each of thirty subscriptions once', async () => {
    const { newCustomer, newEntry, newPlan, subscribe, billDue, taken, merchant } = await billingFixture()
    const customer = await newCustomer()
    await newEntry(customer)
    const plan = await newPlan()
    for (let count = 0; count < 30; count++) await subscribe(customer, { plan })
    const sweeps = await Promise.all([billDue(), billDue(), billDue()])
    expect(sweeps.reduce((sum, { billsPaid }) => sum + billsPaid, 0)).toBe(30)
    expect(taken()).toEqual(Array(30).fill(1000))
    const stored = await merchant.rows(
      "SELECT count(*) AS bills, sum(status = 'paid') AS paid, sum(attempts) AS attempts FROM bills WHERE account = ?",
      merchant.id,
    )
    expect(stored).toEqual([{ bills: 30, paid: 30, attempts: 30 }])
  })

  test('a subscription of a suspended account waits', async () => {
    const { newSubscription, billDue, merchant, taken } = await billingFixture()
    await newSubscription()
    await merchant.run('UPDATE accounts SET suspended = 1 WHERE id = ?', merchant.id)
    expect(await billDue()).toEqual(nothing)
    await merchant.run('UPDATE accounts SET suspended = 0 WHERE id = ?', merchant.id)
    expect(await billDue()).toEqual({ ...nothing, billsPaid: 1 })
    expect(taken()).toEqual([1000])
  })

  test('a due time in a time zone that has changed is computed anew', async () => {
    const { newSubscription, billDue, merchant, midnight, advanceTo, taken } = await billingFixture()
    const { row } = await newSubscription({ startDate: iso(midnight(2)) })
    await merchant.run(
      `UPDATE accounts SET settings = json_set(settings, '$.timeZone', 'Pacific/Honolulu') WHERE id = ?`,
      merchant.id,
    )
    const due = midnight(2)
    advanceTo(due)
    expect(await billDue()).toEqual({ ...nothing, subscriptionsRescheduled: 1 })
    expect(await row()).toMatchObject({ due: due + 10 * 60 * minute, period: 0, leased: null })
    expect(taken()).toEqual([])
    advanceTo(due + 10 * 60 * minute)
    expect(await billDue()).toEqual({ ...nothing, billsPaid: 1 })
  })

  test('the failure of one subscription keeps none of the others from their turn', async () => {
    const { newSubscription, sweepServices, taken, clock, billDue } = await billingFixture()
    const [first, second] = [await newSubscription(), await newSubscription()]
    const services = sweepServices()
    let calls = 0
    const failing = billDueSubscriptions({
      ...services,
      servicesOf: (account, by) => {
        expect([account.settings.timeZone, by]).toEqual(['UTC', 'billing'])
        if (calls++ === 0) throw new Error('broken')
        return services.servicesOf(account, by)
      },
    })
    await expect(failing).rejects.toThrow('broken')
    expect(taken()).toEqual([1000])
    clock.advance(minute + 1000)
    expect(await billDue()).toEqual({ ...nothing, billsPaid: 1 })
    for (const { bills } of [first, second]) expect(await bills()).toMatchObject([{ status: 'paid', attempts: 1 }])
  })
})

describe('a declined charge', () => {
  test('is retried 1, 3, 5 and 7 days after the first attempt, then the subscription is unpaid', async () => {
    const fixture = await billingFixture()
    const { newSubscription, newPlan, billDue, clock, taken } = fixture
    const plan = await newPlan({ unit: 'month' })
    const { row, billRows, shown, eventTypes, id } = await newSubscription({ plan })
    decline(fixture, '51', 5)
    const retries: number[] = []
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect(await billDue()).toEqual({ ...nothing, billsDeclined: 1 })
      const [bill] = await billRows()
      expect(bill).toMatchObject({ attempts: attempt, declines: attempt, asking: 0, responseCode: '51' })
      if (attempt < 5) {
        expect(await shown()).toMatchObject({ status: 'past_due', charges: 0 })
        const { due } = await row()
        expect(bill!.again).toBe(due)
        retries.push((due - bill!.created) / day)
        clock.advance(due - clock.now() - 2000)
        expect(await billDue()).toEqual(nothing)
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
    const occasions = await fixture.merchant.rows(
      "SELECT cause FROM events WHERE resource = ? AND type = 'subscription.charge_failed' ORDER BY position",
      id,
    )
    expect(occasions.map(({ cause }) => cause)).toEqual(
      [1, 2, 3, 4, 5].map((attempt) => `subscription.charge_failed:0:${attempt}`),
    )
  })

  test('a retry that is approved makes the subscription active, on the dates of its cycle', async () => {
    const fixture = await billingFixture()
    const { newSubscription, newPlan, billDue, clock, taken, midnight } = fixture
    const { shown, bills, row, eventTypes } = await newSubscription({ plan: await newPlan({ unit: 'week' }) })
    const firstDay = midnight()
    decline(fixture, '05')
    await billDue()
    clock.advance(day + 1000)
    expect(await billDue()).toEqual({ ...nothing, billsPaid: 1 })
    expect(taken()).toEqual([0, 1000])
    expect(await shown()).toMatchObject({ status: 'active', charges: 1, nextCharge: iso(firstDay + 7 * day) })
    expect(await bills()).toMatchObject([{ status: 'paid', attempts: 2, responseCode: '00' }])
    expect((await row()).period).toBe(1)
    expect(await eventTypes()).toEqual([
      'subscription.created',
      'subscription.charge_failed',
      'subscription.past_due',
      'subscription.charged',
    ])
  })

  test('a code that forbids retries makes the subscription unpaid at once', async () => {
    const fixture = await billingFixture()
    const { newSubscription, billDue, clock, taken } = fixture
    const { shown, billRows, eventTypes } = await newSubscription()
    decline(fixture, '41')
    expect(await billDue()).toEqual({ ...nothing, billsDeclined: 1 })
    expect(await shown()).toMatchObject({ status: 'unpaid', nextCharge: null })
    expect((await billRows())[0]).toMatchObject({ status: 'unpaid', declines: 1, again: null })
    expect(await eventTypes()).toEqual(['subscription.created', 'subscription.charge_failed', 'subscription.unpaid'])
    clock.advance(10 * day)
    expect(await billDue()).toEqual(nothing)
    expect(taken()).toEqual([0])
  })

  test('the retry days of the account are used', async () => {
    const fixture = await billingFixture({ settings: { subscriptionRetryDays: [2] } })
    const { newSubscription, newPlan, billDue, clock } = fixture
    const { row, billRows, shown } = await newSubscription({ plan: await newPlan({ unit: 'month' }) })
    decline(fixture, '51', 2)
    await billDue()
    expect((await row()).due - (await billRows())[0]!.created).toBe(2 * day)
    clock.advance(2 * day + 1000)
    await billDue()
    expect(await shown()).toMatchObject({ status: 'unpaid' })
  })

  test('a failure of the processor is retried after 5, 10, 20 … minutes and keeps the subscription active', async () => {
    const fixture = await billingFixture()
    const { newSubscription, newPlan, billDue, clock, taken } = fixture
    const { row, billRows, shown } = await newSubscription({ plan: await newPlan({ unit: 'month' }) })
    decline(fixture, '96', 9)
    const pauses: number[] = []
    for (let errors = 1; errors <= 8; errors++) {
      expect(await billDue()).toEqual({ ...nothing, billsDeclined: 1 })
      const [bill] = await billRows()
      expect(bill).toMatchObject({ errors, declines: 0, attempts: errors, responseCode: '96', status: 'open' })
      pauses.push((bill!.again! - bill!.updated) / minute)
      expect(await shown()).toMatchObject({ status: 'active' })
      clock.advance((await row()).due - clock.now())
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640])
    await billDue()
    expect(await shown()).toMatchObject({ status: 'past_due' })
    expect((await billRows())[0]).toMatchObject({ errors: 0, declines: 1, attempts: 9 })
    clock.advance(day)
    expect(await billDue()).toEqual({ ...nothing, billsPaid: 1 })
    expect(taken()).toEqual([...Array(9).fill(0), 1000])
  })

  test('a new default card is charged at once and pays an unpaid bill; periods that passed are not owed', async () => {
    const fixture = await billingFixture()
    const { newSubscription, newEntry, billDue, clock, taken, services, midnight } = fixture
    const { customer, shown, bills, eventTypes } = await newSubscription()
    const firstDay = midnight()
    decline(fixture, '41')
    await billDue()
    clock.advance(3 * day)
    const second = await newEntry(customer)
    expect(await billDue()).toEqual(nothing)
    await updateWalletEntry({ customer, wallet: second }, { default: true }, services())
    expect(await billDue()).toEqual({ ...nothing, billsPaid: 1 })
    expect(taken()).toEqual([0, 1000])
    expect(await shown()).toMatchObject({ status: 'active', charges: 1, nextCharge: iso(firstDay + 4 * day) })
    expect(await bills()).toMatchObject([{ period: 0, status: 'paid', attempts: 2 }])
    expect((await eventTypes()).at(-1)).toBe('subscription.charged')
  })

  test('a new default card that is declined leaves an unpaid subscription unpaid', async () => {
    const fixture = await billingFixture()
    const { newSubscription, newEntry, billDue, clock, taken } = fixture
    const { customer, shown, row, billRows } = await newSubscription()
    decline(fixture, '41')
    await billDue()
    clock.advance(day)
    await newEntry(customer, undefined, { default: true })
    expect(await row()).toMatchObject({ newMethod: 1, status: 'unpaid' })
    decline(fixture, '51')
    expect(await billDue()).toEqual({ ...nothing, billsDeclined: 1 })
    expect(await shown()).toMatchObject({ status: 'unpaid', nextCharge: null })
    expect(await row()).toMatchObject({ newMethod: 0, due: null })
    expect((await billRows())[0]).toMatchObject({ attempts: 2, declines: 1, extra: 0 })
    expect(taken()).toEqual([0, 0])
  })
})

describe('a charge without a known outcome', () => {
  test('is reversed and then retried: the acquirer has one payment that stands', async () => {
    const fixture = await billingFixture()
    const { newSubscription, billDue, recover, faultPlan, clock, taken, ledger } = fixture
    const { shown, bills, billRows, row, eventTypes } = await newSubscription()
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    faultPlan.add({ fault: { kind: 'busy' }, on: 'reverse' })
    expect(await billDue()).toEqual({ ...nothing, billsWaiting: 1 })
    expect((await billRows())[0]).toMatchObject({ status: 'open', asking: 1, responseCode: null, attempts: 1 })
    expect(await row()).toMatchObject({ status: 'active', period: 0 })
    expect(ledger.entries()).toMatchObject([{ type: 'authorize', state: 'approved' }])

    // Still unknown a minute later: nothing is charged again.
    clock.advance(61_000)
    expect(await billDue()).toEqual({ ...nothing, billsWaiting: 1 })
    expect(await eventTypes()).toEqual(['subscription.created'])

    expect((await recover()).reversed).toBe(1)
    expect(ledger.entries()).toMatchObject([{ type: 'authorize', state: 'reversed' }])
    clock.advance(3 * minute)
    expect(await billDue()).toEqual({ ...nothing, billsDeclined: 1 })
    expect((await billRows())[0]).toMatchObject({ asking: 0, responseCode: '68', errors: 1, declines: 0 })
    expect(await shown()).toMatchObject({ status: 'active', charges: 0 })

    clock.advance(5 * minute + 1000)
    expect(await billDue()).toEqual({ ...nothing, billsPaid: 1 })
    expect(taken()).toEqual([0, 1000])
    expect(await bills()).toMatchObject([{ status: 'paid', attempts: 2, responseCode: '00' }])
    expect((await billRows())[0]).toMatchObject({ errors: 0 })
    expect(await eventTypes()).toEqual(['subscription.created', 'subscription.charge_failed', 'subscription.charged'])
  })

  test('a charge that never arrived is retried after 5 minutes', async () => {
    const fixture = await billingFixture()
    const { newSubscription, billDue, faultPlan, clock, taken } = fixture
    const { bills, shown } = await newSubscription()
    faultPlan.add({ fault: { kind: 'dropBefore' }, on: 'authorize' })
    await billDue()
    clock.advance(6 * minute)
    await billDue()
    clock.advance(6 * minute)
    await billDue()
    expect(taken().filter((minor) => minor > 0)).toEqual([1000])
    expect(await bills()).toMatchObject([{ status: 'paid', attempts: 2 }])
    expect(await shown()).toMatchObject({ status: 'active', charges: 1 })
  })
})

describe('a crash during billing', () => {
  test('between charge and record charges nobody twice: the next sweep records the payment', async () => {
    const fixture = await billingFixture()
    const { newSubscription, billDue, taken, clock } = fixture
    const { bills, billRows, shown, eventTypes } = await newSubscription()
    await fixture.dieBeforeRecord()
    expect(taken()).toEqual([1000])
    expect((await billRows())[0]).toMatchObject({ asking: 1, responseCode: null, status: 'open' })
    // The lease of the sweep that died.
    expect(await billDue()).toEqual(nothing)
    clock.advance(minute + 1000)
    const sweeps = await Promise.all([billDue(), billDue()])
    expect(sweeps.reduce((sum, { billsPaid }) => sum + billsPaid, 0)).toBe(1)
    expect(taken()).toEqual([1000])
    expect(await bills()).toMatchObject([{ status: 'paid', attempts: 1, responseCode: '00' }])
    expect(await shown()).toMatchObject({ charges: 1, status: 'active' })
    expect(await eventTypes()).toEqual(['subscription.created', 'subscription.charged'])
  })

  test('between a decline and its record counts the decline once', async () => {
    const fixture = await billingFixture()
    const { newSubscription, billDue, taken, clock } = fixture
    const { billRows, shown } = await newSubscription()
    decline(fixture, '51')
    await fixture.dieBeforeRecord()
    clock.advance(minute + 1000)
    expect(await billDue()).toEqual({ ...nothing, billsDeclined: 1 })
    expect((await billRows())[0]).toMatchObject({ declines: 1, attempts: 1, responseCode: '51' })
    expect(await shown()).toMatchObject({ status: 'past_due' })
    expect(taken()).toEqual([0])
  })

  test('before the charge leaves nothing behind', async () => {
    const fixture = await billingFixture()
    const { newSubscription, sweepServices, billDue, taken, clock, limits } = {
      ...fixture,
      limits: fixture.gateway.limits,
    }
    const { bills } = await newSubscription()
    const services = sweepServices()
    await services.subscriptions.claimDue(clock.now(), clock.now() + limits.reversalLeaseMs, 25)
    expect(await billDue()).toEqual(nothing)
    clock.advance(limits.reversalLeaseMs + 1000)
    expect(await billDue()).toEqual({ ...nothing, billsPaid: 1 })
    expect(taken()).toEqual([1000])
    expect(await bills()).toMatchObject([{ attempts: 1 }])
  })
})

describe('a subscription whose payment method or customer is gone', () => {
  test('without a payment method it becomes unpaid, and a new default pays it', async () => {
    const { newSubscription, newEntry, billDue, merchant, taken, clock } = await billingFixture()
    const { customer, shown, bills, eventTypes } = await newSubscription()
    // The API refuses to delete what a subscription is charged to: only data from elsewhere is like this.
    await merchant.run(
      'UPDATE walletEntries SET deleted = 1, isDefault = 0, sealedPan = NULL, wrappedPanKey = NULL WHERE customer = ?',
      customer,
    )
    expect(await billDue()).toEqual({ ...nothing, billsDeclined: 1 })
    expect(await shown()).toMatchObject({ status: 'unpaid', nextCharge: null })
    expect(await bills()).toEqual([])
    expect(await eventTypes()).toEqual(['subscription.created', 'subscription.unpaid'])
    clock.advance(1000)
    await newEntry(customer)
    expect(await billDue()).toEqual({ ...nothing, billsPaid: 1 })
    expect(taken()).toEqual([1000])
    expect(await shown()).toMatchObject({ status: 'active', charges: 1 })
  })

  test('deleting the customer cancels it, announces that and drops its declined bill', async () => {
    const fixture = await billingFixture()
    const { newSubscription, billDue, services, taken, clock } = fixture
    const { customer, row, billRows, eventTypes } = await newSubscription()
    decline(fixture, '51')
    await billDue()
    await deleteCustomer(customer, services())
    expect(await row()).toMatchObject({ status: 'canceled', due: null, newMethod: 0, canceled: expect.any(Number) })
    expect(await billRows()).toMatchObject([{ status: 'dropped', again: null, extra: 0 }])
    expect((await eventTypes()).at(-1)).toBe('subscription.canceled')
    clock.advance(2 * day)
    expect(await billDue()).toEqual(nothing)
    expect(taken()).toEqual([0])
  })

  test('a charge in progress finishes after its customer was deleted', async () => {
    const fixture = await billingFixture()
    const { newSubscription, billDue, services, taken, clock } = fixture
    const { customer, row, billRows, eventTypes } = await newSubscription()
    await fixture.dieBeforeRecord()
    await deleteCustomer(customer, services())
    expect(await row()).toMatchObject({ status: 'canceled', due: expect.any(Number) })
    clock.advance(minute + 1000)
    expect(await billDue()).toEqual({ ...nothing, billsPaid: 1 })
    expect(await row()).toMatchObject({ status: 'canceled', due: null, charges: 1 })
    expect(await billRows()).toMatchObject([{ status: 'paid', attempts: 1 }])
    expect(await eventTypes()).toEqual(['subscription.created', 'subscription.canceled', 'subscription.charged'])
    expect(taken()).toEqual([1000])
  })
})
