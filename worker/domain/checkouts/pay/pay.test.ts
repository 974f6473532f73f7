import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { payBody } from '#contract/checkouts/pay'
import { parseKeepingNumbers } from '#contract/schema/rawJson'
import { newCheckout, nonceOf, pay, rowsOf } from '../../../testing/fixtures/checkoutFixture.ts'
import { domainFixture } from '../../../testing/fixtures/domainFixture.ts'
import { card } from '../../../testing/requestDefaults.ts'
import { errorsOf } from '../../../testing/domainCalls.ts'
import { cancelCheckout } from '../cancel.ts'
import { finishCheckouts } from '../completion/finishDue.ts'
import { findCheckout, getCheckout } from '../get.ts'
import { payCheckout } from './pay.ts'
import { tryState } from './attemptState.ts'
import { replaceFunctions } from '../../../testing/doubles/replaceFunctions.ts'

describe('paying a checkout', () => {
  test('an approved card captures the total and completes the checkout', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    const { state, receiptDue } = await pay(fixture, id)
    expect(state).toMatchObject({ status: 'completed', url: null })
    expect(receiptDue).toBe(false)
    expect(await rowsOf(fixture, 'transactions')).toMatchObject([{ status: 'captured', captured: 2625 }])
    expect(await getCheckout(id, fixture.services())).toMatchObject({ status: 'completed', subscription: null })
  })

  test('a declined card leaves the checkout open with a fresh nonce', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    const nonce = await nonceOf(fixture, id)
    fixture.faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'authorize' })
    const { state } = await pay(fixture, id, { nonce })
    expect(state).toMatchObject({ status: 'open', declined: 'insufficientFunds' })
    expect(state).not.toMatchObject({ nonce })
    expect(await rowsOf(fixture, 'transactions')).toMatchObject([{ status: 'declined', captured: 0 }])
  })

  test('a declined attempt that is sent again returns the decline and starts no other payment', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    const nonce = await nonceOf(fixture, id)
    fixture.faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'authorize' })
    await pay(fixture, id, { nonce })
    expect((await pay(fixture, id, { nonce })).state).toMatchObject({ status: 'open', declined: 'insufficientFunds' })
    expect(await rowsOf(fixture, 'transactions')).toHaveLength(1)
    expect(fixture.ledger.entries()).toHaveLength(1)
  })

  test('one nonce sent twice at once pays once', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    const nonce = await nonceOf(fixture, id)
    const states = (await Promise.all([1, 2, 3].map(() => pay(fixture, id, { nonce })))).map(
      ({ state }) => state.status,
    )
    expect(states).toContain('completed')
    expect(await rowsOf(fixture, 'transactions')).toHaveLength(1)
  })

  test('of several windows that pay at once one pays', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    await Promise.all([1, 2, 3].map(() => pay(fixture, id)))
    expect(await rowsOf(fixture, 'transactions')).toMatchObject([{ status: 'captured' }])
  })

  test('a subscription is sent to the processor as a recurring payment, and a single payment is not', async () => {
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

  test('a payment that never reached the processor is shown as one to try later', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    fixture.faultPlan.add({ fault: { kind: 'busy' }, on: 'authorize' })
    expect((await pay(fixture, id)).state).toMatchObject({ status: 'open', declined: 'tryLater' })
    expect((await pay(fixture, id)).state).toMatchObject({ status: 'completed' })
  })

  test('a paid checkout returns its payment and starts no other', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    const first = await pay(fixture, id)
    expect((await pay(fixture, id)).state).toEqual(first.state)
    expect(await rowsOf(fixture, 'transactions')).toHaveLength(1)
  })

  test('a nonce of another checkout, or a made-up one, is refused and nothing is charged', async () => {
    const fixture = await domainFixture()
    const [id, other] = [await newCheckout(fixture), await newCheckout(fixture)]
    for (const nonce of [await nonceOf(fixture, other), 'x'.repeat(54)])
      expect(await errorsOf(pay(fixture, id, { nonce }))).toMatchObject([{ type: 'format_invalid', field: 'nonce' }])
    expect(await rowsOf(fixture, 'transactions')).toEqual([])
  })

  test('a canceled checkout starts no payment', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    await cancelCheckout(id, fixture.services())
    expect((await pay(fixture, id)).state).toEqual({ status: 'canceled' })
    expect(await rowsOf(fixture, 'transactions')).toEqual([])
  })

  test('an expired checkout starts no payment', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    fixture.clock.advance(86_400_000 + 1)
    expect((await pay(fixture, id)).state).toEqual({ status: 'expired' })
    expect(await rowsOf(fixture, 'transactions')).toEqual([])
  })

  test('a bank account is refused where the merchant takes cards alone', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    const check = { accountNumber: '1234567', routingNumber: '021000021', accountType: 'checking', name: 'Ann Example' }
    expect(await errorsOf(pay(fixture, id, { payment: { check } }))).toMatchObject([
      { type: 'payment_method_required', field: 'payment' },
    ])
  })

  test('a card without its security code is refused', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    const { verificationValue: _code, ...creditCard } = card()
    expect(await errorsOf(pay(fixture, id, { payment: { creditCard } }))).toMatchObject([
      { type: 'required', field: 'payment.creditCard.verificationValue' },
    ])
  })

  test('a saved card that is not one of the customer is refused', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    expect(
      await errorsOf(pay(fixture, id, { payment: { wallet: 'unknown-id', verificationValue: '123' } })),
    ).toMatchObject([{ type: 'wallet_not_found', field: 'payment.wallet' }])
  })

  test('an unanswered payment keeps the checkout processing, and the sweep completes nothing', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    fixture.faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    const { state } = await pay(fixture, id)
    expect(['processing', 'open']).toContain(state.status)
    fixture.clock.advance(120_000)
    expect(await finishCheckouts(fixture.sweepServices())).toEqual({ checkoutsCompleted: 0 })
    expect(await rowsOf(fixture, 'customers')).toEqual([])
  })
})

describe('what a paid checkout leaves', () => {
  test('a customer and, where the shopper agrees, a saved card', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    await pay(fixture, id, { answers: { email: 'ann@shop.example', save: true } })
    const [customer] = await rowsOf(fixture, 'customers')
    expect(customer).toMatchObject({ emailAddress: 'ann@shop.example' })
    expect(await rowsOf(fixture, 'walletEntries')).toMatchObject([{ customer: customer!['id'], last4: '4242' }])
  })

  test('no saved card where the shopper does not agree', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    await pay(fixture, id, { answers: { save: false } })
    expect(await rowsOf(fixture, 'walletEntries')).toEqual([])
  })

  test('no customer for a one-time payment', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture, { total: 5, oneTimePayment: true })
    await pay(fixture, id, { answers: { save: true } })
    expect(await rowsOf(fixture, 'customers')).toEqual([])
  })

  test('a subscription whose first period the payment has paid', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture, { total: 9, subscription: {} })
    await pay(fixture, id, { answers: { email: 'ann@shop.example' } })
    expect(await rowsOf(fixture, 'subscriptions')).toMatchObject([
      { status: 'active', charges: 1, period: 1, total: 900 },
    ])
    expect(await rowsOf(fixture, 'bills')).toMatchObject([{ status: 'paid', total: 900 }])
  })

  test('the sweep completes a checkout whose request ended before it could', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    const services = fixture.services()
    const body = { nonce: await nonceOf(fixture, id), locale: 'en', payment: { creditCard: card() }, answers: {} }
    await payCheckout(await findCheckout(id, services), v.parse(payBody(), parseKeepingNumbers(JSON.stringify(body))), {
      ...services,
      checkouts: replaceFunctions(services.checkouts, { complete: () => Promise.reject(new Error('gone')) }),
    })
    expect(fixture.warnings).toEqual(['checkout_not_completed'])
    expect(await rowsOf(fixture, 'customers')).toEqual([])
    fixture.clock.advance(60_001)
    expect(await finishCheckouts(fixture.sweepServices())).toEqual({ checkoutsCompleted: 1 })
    expect(await rowsOf(fixture, 'customers')).toHaveLength(1)
    expect(await finishCheckouts(fixture.sweepServices())).toEqual({ checkoutsCompleted: 0 })
  })
})

describe('state of an attempt', () => {
  test('an unsent attempt reports an open checkout under its own nonce', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    const nonce = await nonceOf(fixture, id)
    const services = fixture.services()
    expect(await tryState(await findCheckout(id, services), nonce, services)).toEqual({
      status: 'open',
      declined: null,
      nonce,
    })
  })
})

describe('canceling a checkout', () => {
  test('an open checkout is canceled once; again returns already_canceled', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    expect(await cancelCheckout(id, fixture.services())).toMatchObject({ status: 'canceled', reason: 'merchant' })
    expect(await errorsOf(cancelCheckout(id, fixture.services()))).toMatchObject([{ type: 'already_canceled' }])
  })

  test('a paid checkout is not canceled', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    await pay(fixture, id)
    expect(await errorsOf(cancelCheckout(id, fixture.services()))).toEqual([
      { type: 'checkout_closed', details: { state: 'completed' } },
    ])
  })

  test('an unknown checkout returns 404', async () => {
    const fixture = await domainFixture()
    expect(await errorsOf(cancelCheckout('unknown', fixture.services()))).toMatchObject([{ type: 'not_found' }])
  })

  test('a cancellation that another one overtakes returns already_canceled', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    const services = fixture.services()
    const { checkouts } = services
    const cancel: typeof checkouts.cancel = async (...change) => {
      await cancelCheckout(id, fixture.services())
      return checkouts.cancel(...change)
    }
    const overtaken = { ...services, checkouts: replaceFunctions(checkouts, { cancel }) }
    expect(await errorsOf(cancelCheckout(id, overtaken))).toEqual([{ type: 'already_canceled' }])
  })

  test('a cancellation during an attempt to pay returns operation_in_progress, also where that is declined', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    const services = fixture.services()
    const checkouts = replaceFunctions(services.checkouts, { cancel: () => Promise.resolve(false) })
    expect(await errorsOf(cancelCheckout(id, { ...services, checkouts }))).toEqual([{ type: 'operation_in_progress' }])
  })

  test('paying and canceling at once either pays or cancels', async () => {
    const fixture = await domainFixture()
    const id = await newCheckout(fixture)
    const [paid, canceled] = await Promise.allSettled([pay(fixture, id), cancelCheckout(id, fixture.services())])
    const { status } = await getCheckout(id, fixture.services())
    expect(status).toBe(canceled.status === 'fulfilled' ? 'canceled' : 'completed')
    expect(paid.status).toBe('fulfilled')
    const captured = (await rowsOf(fixture, 'transactions')).filter((row) => row['status'] === 'captured')
    expect(captured).toHaveLength(status === 'completed' ? 1 : 0)
  })
})
