import { describe, expect, test } from 'vitest'
import { newCheckout, issueNonce, pay, accountRows } from '../../../testing/fixtures/checkoutFixture.ts'
import { domainFixture } from '../../../testing/fixtures/domainFixture.ts'
import { card } from '../../../testing/requestDefaults.ts'
import { thrownErrors } from '../../../testing/domainCalls.ts'
import { cancelCheckout } from '../cancel.ts'
import { getCheckout } from '../get.ts'

describe('payment of a checkout', () => {
  test('an approved card captures the total and completes the checkout', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    const { state, receiptDue } = await pay(fixture, id)
    expect(state).toMatchObject({ status: 'completed', url: null })
    expect(receiptDue).toBe(false)
    expect(await accountRows(fixture, 'transactions')).toMatchObject([{ status: 'captured', captured: 2625 }])
    expect(await getCheckout(id, fixture.services())).toMatchObject({ status: 'completed', subscription: null })
  })

  test('a declined card leaves the checkout open with a new nonce', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    const nonce = await issueNonce(fixture, id)
    fixture.faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'authorize' })
    const { state } = await pay(fixture, id, { nonce })
    expect(state).toMatchObject({ status: 'open', declined: 'insufficientFunds' })
    expect(state).not.toMatchObject({ nonce })
    expect(await accountRows(fixture, 'transactions')).toMatchObject([{ status: 'declined', captured: 0 }])
  })

  test('a repeated request of a declined attempt returns the decline and makes no second payment', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    const nonce = await issueNonce(fixture, id)
    fixture.faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'authorize' })
    await pay(fixture, id, { nonce })
    expect((await pay(fixture, id, { nonce })).state).toMatchObject({ status: 'open', declined: 'insufficientFunds' })
    expect(await accountRows(fixture, 'transactions')).toHaveLength(1)
    expect(fixture.ledger.entries()).toHaveLength(1)
  })

  test('three concurrent requests with one nonce make one payment', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    const nonce = await issueNonce(fixture, id)
    const states = (await Promise.all([1, 2, 3].map(() => pay(fixture, id, { nonce })))).map(
      ({ state }) => state.status,
    )
    expect(states).toContain('completed')
    expect(await accountRows(fixture, 'transactions')).toHaveLength(1)
  })

  test('of three concurrent attempts from several windows one pays', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    await Promise.all([1, 2, 3].map(() => pay(fixture, id)))
    expect(await accountRows(fixture, 'transactions')).toMatchObject([{ status: 'captured' }])
  })

  test('a checkout with a subscription makes a recurring payment, and another checkout does not', async () => {
    const fixture = await domainFixture()
    const reasons: unknown[] = []
    const observed = {
      ...fixture,
      services: () => {
        const services = fixture.services()
        const authorize: typeof services.processor.authorize = (request, ...more) => {
          reasons.push(request.credential?.reason)
          return services.processor.authorize(request, ...more)
        }
        return { ...services, processor: { ...services.processor, authorize } }
      },
    }
    await pay(observed, await newCheckout(fixture, { total: 9, subscription: {} }), {
      answers: { email: 'a@b.example' },
    })
    await pay(observed, await newCheckout(fixture))
    expect(reasons[0]).toBe('recurring')
    expect(reasons[1]).not.toBe('recurring')
  })

  test.each([
    ['54', 'expired'],
    ['51', 'insufficientFunds'],
    ['91', 'tryLater'],
    ['96', 'tryLater'],
    ['57', 'notAccepted'],
    ['05', 'declined'],
    ['41', 'declined'],
  ])('a decline by code %s is shown as %s', async (code, declined) => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    fixture.faultPlan.add({ fault: { kind: 'decline', code }, on: 'authorize' })
    expect((await pay(fixture, id)).state).toMatchObject({ status: 'open', declined })
  })

  test('a payment that never reached the processor is shown as tryLater, and the next attempt pays', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    fixture.faultPlan.add({ fault: { kind: 'busy' }, on: 'authorize' })
    expect((await pay(fixture, id)).state).toMatchObject({ status: 'open', declined: 'tryLater' })
    expect((await pay(fixture, id)).state).toMatchObject({ status: 'completed' })
  })

  test('paying a paid checkout again returns its payment and makes no second payment', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    const first = await pay(fixture, id)
    expect((await pay(fixture, id)).state).toEqual(first.state)
    expect(await accountRows(fixture, 'transactions')).toHaveLength(1)
  })

  test('a nonce of another checkout or a forged nonce is rejected with format_invalid and charges nothing', async () => {
    const fixture = await domainFixture()
    const [id, other] = [await newCheckout(fixture), await newCheckout(fixture)]
    for (const nonce of [await issueNonce(fixture, other), 'x'.repeat(54)])
      expect(await thrownErrors(pay(fixture, id, { nonce }))).toMatchObject([
        { type: 'format_invalid', field: 'nonce' },
      ])
    expect(await accountRows(fixture, 'transactions')).toEqual([])
  })

  test('paying a canceled checkout returns canceled and makes no payment', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    await cancelCheckout(id, fixture.services())
    expect((await pay(fixture, id)).state).toEqual({ status: 'canceled' })
    expect(await accountRows(fixture, 'transactions')).toEqual([])
  })

  test('paying an expired checkout returns expired and makes no payment', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    fixture.clock.advance(86_400_000 + 1)
    expect((await pay(fixture, id)).state).toEqual({ status: 'expired' })
    expect(await accountRows(fixture, 'transactions')).toEqual([])
  })

  test('a bank account is rejected with payment_method_required if the checkout accepts only cards', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    const check = { accountNumber: '1234567', routingNumber: '021000021', accountType: 'checking', name: 'Ann Example' }
    expect(await thrownErrors(pay(fixture, id, { payment: { check } }))).toMatchObject([
      { type: 'payment_method_required', field: 'payment' },
    ])
  })

  test('a card without its security code is rejected with required', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    const { verificationValue: _code, ...creditCard } = card()
    expect(await thrownErrors(pay(fixture, id, { payment: { creditCard } }))).toMatchObject([
      { type: 'required', field: 'payment.creditCard.verificationValue' },
    ])
  })

  test('an unknown saved card is rejected with wallet_not_found', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    expect(
      await thrownErrors(pay(fixture, id, { payment: { wallet: 'unknown-id', verificationValue: '123' } })),
    ).toMatchObject([{ type: 'wallet_not_found', field: 'payment.wallet' }])
  })
})
