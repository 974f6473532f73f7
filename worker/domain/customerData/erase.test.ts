import { describe, expect, test } from 'vitest'
import { captureTransaction } from '#contract/transactions/transactions'
import { billingFixture } from '../../testing/fixtures/billingFixture.ts'
import { thrownErrors, parseInput } from '../../testing/domainCalls.ts'
import { getCustomer } from '../customers/get.ts'
import { capture } from '../transactions/capture.ts'
import { ada, customerNotFound, pay, unknownId } from './customerData.fixture.ts'
import { eraseCustomer } from './erase.ts'

describe('eraseCustomer', () => {
  test('erasure redacts the customer, its payment methods, payments and events, and keeps order references and amounts', async () => {
    const fixture = await billingFixture()
    const { newCustomer, newEntry, services, merchant, auditEntries: notes } = fixture
    const customer = await newCustomer(ada)
    const entry = await newEntry(customer)
    const { transactionId } = await pay(fixture, { customer })
    expect(await eraseCustomer(customer, services())).toEqual({ complete: true, errors: null })
    expect(await thrownErrors(getCustomer(customer, services()))).toEqual(customerNotFound)
    expect(
      await merchant.rows(
        'SELECT firstName, emailAddress, merchantIdentifier, metadata FROM customers WHERE id = ?',
        customer,
      ),
    ).toEqual([{ firstName: '', emailAddress: '', merchantIdentifier: null, metadata: '{}' }])
    expect(
      await merchant.rows(
        'SELECT last4, digits, expiry, fingerprint, sealedPan FROM walletEntries WHERE id = ?',
        entry,
      ),
    ).toEqual([{ last4: '', digits: 0, expiry: '', fingerprint: '', sealedPan: null }])
    const [payment] = await merchant.rows('SELECT * FROM transactions WHERE id = ?', Number(transactionId))
    expect(payment).toMatchObject({
      status: 'authorized',
      approved: 1050,
      last4: null,
      fingerprint: null,
      sealedPan: null,
      orderReference: 'Invoice:7',
    })
    expect(JSON.parse(payment!['orderData'])).toEqual({ referenceObject: 'Invoice', referenceObjectId: 7, total: 10.5 })
    const snapshots = await merchant.rows('SELECT snapshot FROM events WHERE account = ?', merchant.id)
    for (const text of ['Ada', 'ada@example.com', '4242'])
      expect(snapshots.filter(({ snapshot }) => (snapshot as string).includes(text))).toEqual([])
    expect((await notes()).slice(-2)).toEqual([
      [
        'customer.deleted',
        merchant.secretKeyId,
        { customer, changes: { deleted: { old: null, new: expect.any(Number) } } },
      ],
      [
        'customer.erased',
        merchant.secretKeyId,
        { customer, changes: { erased: { old: null, new: expect.any(Number) } } },
      ],
    ])
    expect(await merchant.rows('SELECT done IS NOT NULL AS done FROM erasures WHERE customer = ?', customer)).toEqual([
      { done: 1 },
    ])
  })

  test('repeated and concurrent erasures succeed and are audited once', async () => {
    const { newCustomer, services, auditEntries: notes } = await billingFixture()
    const customer = await newCustomer(ada)
    const erasures = await Promise.all(Array.from({ length: 3 }, () => eraseCustomer(customer, services())))
    for (const erased of [...erasures, await eraseCustomer(customer, services())])
      expect(erased).toEqual({ complete: true, errors: null })
    expect((await notes()).map(([action]) => action)).toEqual(['customer.deleted', 'customer.erased'])
  })

  test('erasure of an unknown customer, or of one of another account, returns 404', async () => {
    const { services } = await billingFixture()
    const other = await billingFixture()
    const foreign = await other.newCustomer(ada)
    for (const id of [unknownId, foreign])
      expect(await thrownErrors(eraseCustomer(id, services()))).toEqual(customerNotFound)
    expect((await getCustomer(foreign, other.services())).customers).toMatchObject([{ firstName: 'Ada' }])
  })

  test('an authorized payment can be captured after the erasure of its customer', async () => {
    const fixture = await billingFixture()
    const { newCustomer, newEntry, services, merchant, ledger } = fixture
    const customer = await newCustomer(ada)
    await newEntry(customer)
    const { transactionId } = await pay(fixture, { customer })
    await eraseCustomer(customer, services())
    await capture(parseInput(captureTransaction, { transactionId }), services())
    expect(
      await merchant.rows('SELECT status, captured, last4 FROM transactions WHERE id = ?', Number(transactionId)),
    ).toEqual([{ status: 'captured', captured: 1050, last4: null }])
    expect(ledger.entries().map(({ type, state }) => [type, state])).toEqual([
      ['authorize', 'approved'],
      ['capture', 'approved'],
    ])
  })

  test('a payment with an unknown outcome is reversed after the erasure of its customer', async () => {
    const fixture = await billingFixture()
    const { newCustomer, newEntry, services, faultPlan, recover, clock, ledger, merchant } = fixture
    const customer = await newCustomer(ada)
    await newEntry(customer)
    faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'authorize' })
    faultPlan.add({ fault: { kind: 'busy' }, on: 'reverse' })
    const { transactionId } = await pay(fixture, { customer })
    await eraseCustomer(customer, services())
    clock.advance(120_000)
    await recover()
    expect(ledger.entries()).toMatchObject([{ state: 'reversed' }])
    expect(
      await merchant.rows('SELECT last4, sealedPan FROM transactions WHERE id = ?', Number(transactionId)),
    ).toEqual([{ last4: null, sealedPan: null }])
  })

  test('erasure cancels the subscriptions of the customer', async () => {
    const { newSubscription, services, billDue, chargedAmounts: taken, clock } = await billingFixture()
    const { customer, row, eventTypes } = await newSubscription()
    await billDue()
    await eraseCustomer(customer, services())
    expect(await row()).toMatchObject({ status: 'canceled', due: null, charges: 1 })
    expect((await eventTypes()).at(-1)).toBe('subscription.canceled')
    clock.advance(86_400_000)
    await billDue()
    expect(taken()).toEqual([1000])
  })
})
