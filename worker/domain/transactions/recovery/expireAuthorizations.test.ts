import { describe, expect, test } from 'vitest'
import { readEventTypes } from '../../../testing/events.ts'
import { paymentFixture } from '../../../testing/fixtures/paymentFixture.ts'
import { thrownErrors } from '../../../testing/domainCalls.ts'
import { expireHolds } from '../../../testing/fixtures/expireHolds.ts'

const hour = 3_600_000

const setUp = async () => {
  const fixture = await paymentFixture()
  return { ...fixture, expire: () => expireHolds(fixture.sweepServices()), week: 7 * 24 * hour }
}

describe('expireAuthorizations', () => {
  test('an authorization expires at the end of its lifetime, not before', async () => {
    const { newAuthorization: authorized, expire, clock, week, read: shown, operations, merchant } = await setUp()
    const payment = await authorized(10)
    clock.advance(week - 10_000)
    expect(await expire()).toEqual({ expired: 0 })
    clock.advance(11_000)
    expect(await expire()).toEqual({ expired: 1 })
    expect(await shown(payment)).toMatchObject({ status: 'expired', amountAuthorized: 10, amountCapturable: 0 })
    expect(await operations()).toMatchObject([
      { type: 'authorize', status: 'approved' },
      { type: 'reversal', status: 'pending', amount: 1000, released: 1000 },
    ])
    expect(await readEventTypes(merchant, payment)).toEqual(['transaction.authorized', 'transaction.expired'])
    expect(await expire()).toEqual({ expired: 0 })
  })

  test('a partially captured payment stays captured at the end of its lifetime, and the rest is released', async () => {
    const {
      newAuthorization: authorized,
      capture,
      expire,
      recover,
      clock,
      week,
      read: shown,
      ledger,
      merchant,
    } = await setUp()
    const payment = await authorized(10)
    await capture(payment, { amount: 4 })
    clock.advance(week + 1_000)
    expect(await expire()).toEqual({ expired: 1 })
    expect(await shown(payment)).toMatchObject({ status: 'captured', amountCaptured: 4, amountCapturable: 0 })
    expect(await readEventTypes(merchant, payment)).not.toContain('transaction.expired')
    expect(await recover()).toMatchObject({ released: 1 })
    expect(ledger.find(payment)).toMatchObject({ released: '600', state: 'approved' })
  })

  test('an authorization with a pending capture does not expire', async () => {
    const { newAuthorization: authorized, capture, faultPlan, expire, clock, week, read: shown } = await setUp()
    const payment = await authorized(10)
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'capture' })
    await thrownErrors(capture(payment, { amount: 4 }))
    clock.advance(week + 1_000)
    expect(await expire()).toEqual({ expired: 0 })
    expect(await shown(payment)).toMatchObject({ status: 'authorized' })
  })

  test('concurrent sweeps expire an authorization once', async () => {
    const { newAuthorization: authorized, expire, clock, week, operations } = await setUp()
    await authorized(10)
    clock.advance(week + 1_000)
    const counts = await Promise.all([expire(), expire(), expire()])
    expect(counts.map(({ expired }) => expired).toSorted()).toEqual([0, 0, 1])
    expect(await operations()).toHaveLength(2)
  })

  test('capture and void of an expired authorization return authorization_expired', async () => {
    const { newAuthorization: authorized, capture, void: voidIt, expire, clock, week } = await setUp()
    const payment = await authorized(10)
    clock.advance(week + 1_000)
    await expire()
    const details = { state: 'expired', allowed: [] }
    for (const request of [capture(payment), voidIt(payment)])
      expect(await thrownErrors(request)).toEqual([{ type: 'authorization_expired', details }])
  })
})
