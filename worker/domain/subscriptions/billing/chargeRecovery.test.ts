import { describe, expect, test } from 'vitest'
import { billingFixture } from '../../../testing/fixtures/billingFixture.ts'
import { decline, msPerMinute, noCounts } from './billDue.fixture.ts'

describe('charge with an unknown outcome', () => {
  test('a charge with an unknown outcome is reversed and retried, and the acquirer has one approved payment', async () => {
    const fixture = await billingFixture()
    const { newSubscription, billDue, recover, faultPlan, clock, chargedAmounts: taken, ledger } = fixture
    const { read: shown, bills, billRows, row, eventTypes } = await newSubscription()
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    faultPlan.add({ fault: { kind: 'busy' }, on: 'reverse' })
    expect(await billDue()).toEqual({ ...noCounts, billsWaiting: 1 })
    expect((await billRows())[0]).toMatchObject({ status: 'open', asking: 1, responseCode: null, attempts: 1 })
    expect(await row()).toMatchObject({ status: 'active', period: 0 })
    expect(ledger.entries()).toMatchObject([{ type: 'authorize', state: 'approved' }])

    // Still unknown a minute later: nothing is charged again.
    clock.advance(61_000)
    expect(await billDue()).toEqual({ ...noCounts, billsWaiting: 1 })
    expect(await eventTypes()).toEqual(['subscription.created'])

    expect((await recover()).reversed).toBe(1)
    expect(ledger.entries()).toMatchObject([{ type: 'authorize', state: 'reversed' }])
    clock.advance(3 * msPerMinute)
    expect(await billDue()).toEqual({ ...noCounts, billsDeclined: 1 })
    expect((await billRows())[0]).toMatchObject({ asking: 0, responseCode: '68', errors: 1, declines: 0 })
    expect(await shown()).toMatchObject({ status: 'active', charges: 0 })

    clock.advance(5 * msPerMinute + 1000)
    expect(await billDue()).toEqual({ ...noCounts, billsPaid: 1 })
    expect(taken()).toEqual([0, 1000])
    expect(await bills()).toMatchObject([{ status: 'paid', attempts: 2, responseCode: '00' }])
    expect((await billRows())[0]).toMatchObject({ errors: 0 })
    expect(await eventTypes()).toEqual(['subscription.created', 'subscription.charge_failed', 'subscription.charged'])
  })

  test('a charge that never reached the processor is retried after 5 minutes', async () => {
    const fixture = await billingFixture()
    const { newSubscription, billDue, faultPlan, clock, chargedAmounts: taken } = fixture
    const { bills, read: shown } = await newSubscription()
    faultPlan.add({ fault: { kind: 'dropBefore' }, on: 'authorize' })
    await billDue()
    clock.advance(6 * msPerMinute)
    await billDue()
    clock.advance(6 * msPerMinute)
    await billDue()
    expect(taken().filter((minor) => minor > 0)).toEqual([1000])
    expect(await bills()).toMatchObject([{ status: 'paid', attempts: 2 }])
    expect(await shown()).toMatchObject({ status: 'active', charges: 1 })
  })
})

describe('crash during billing', () => {
  test('a crash between a charge and its record causes no second charge, and the next sweep records the payment', async () => {
    const fixture = await billingFixture()
    const { newSubscription, billDue, chargedAmounts: taken, clock } = fixture
    const { bills, billRows, read: shown, eventTypes } = await newSubscription()
    await fixture.crashBeforeRecord()
    expect(taken()).toEqual([1000])
    expect((await billRows())[0]).toMatchObject({ asking: 1, responseCode: null, status: 'open' })
    // The crashed sweep holds the lease.
    expect(await billDue()).toEqual(noCounts)
    clock.advance(msPerMinute + 1000)
    const sweeps = await Promise.all([billDue(), billDue()])
    expect(sweeps.reduce((sum, { billsPaid }) => sum + billsPaid, 0)).toBe(1)
    expect(taken()).toEqual([1000])
    expect(await bills()).toMatchObject([{ status: 'paid', attempts: 1, responseCode: '00' }])
    expect(await shown()).toMatchObject({ charges: 1, status: 'active' })
    expect(await eventTypes()).toEqual(['subscription.created', 'subscription.charged'])
  })

  test('a crash between a decline and its record counts the decline once', async () => {
    const fixture = await billingFixture()
    const { newSubscription, billDue, chargedAmounts: taken, clock } = fixture
    const { billRows, read: shown } = await newSubscription()
    decline(fixture, '51')
    await fixture.crashBeforeRecord()
    clock.advance(msPerMinute + 1000)
    expect(await billDue()).toEqual({ ...noCounts, billsDeclined: 1 })
    expect((await billRows())[0]).toMatchObject({ declines: 1, attempts: 1, responseCode: '51' })
    expect(await shown()).toMatchObject({ status: 'past_due' })
    expect(taken()).toEqual([0])
  })

  test('a crash before the charge delays it until the lease ends', async () => {
    const fixture = await billingFixture()
    const {
      newSubscription,
      sweepServices,
      billDue,
      chargedAmounts: taken,
      clock,
      limits,
    } = {
      ...fixture,
      limits: fixture.gateway.limits,
    }
    const { bills } = await newSubscription()
    const services = sweepServices()
    const nowMs = clock.now()
    await services.subscriptions.claimDue({ nowMs, leaseUntil: nowMs + limits.reversalLeaseMs, limit: 25 })
    expect(await billDue()).toEqual(noCounts)
    clock.advance(limits.reversalLeaseMs + 1000)
    expect(await billDue()).toEqual({ ...noCounts, billsPaid: 1 })
    expect(taken()).toEqual([1000])
    expect(await bills()).toMatchObject([{ attempts: 1 }])
  })
})
