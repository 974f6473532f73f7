import { describe, expect, test } from 'vitest'
import { authorizeTransaction, captureTransaction } from '#contract/transactions/transactions'
import { billingFixture } from '../../testing/fixtures/billingFixture.ts'
import type { BillingFixture } from '../../testing/fixtures/billingFixture.ts'
import { asJson, errorsOf, inputOf } from '../../testing/domainCalls.ts'
import { deleteCustomer } from '../customers/delete.ts'
import { deleteWalletEntry } from '../customers/deleteWalletEntry.ts'
import { getCustomer } from '../customers/get.ts'
import { authorize } from '../transactions/authorize.ts'
import { capture } from '../transactions/capture.ts'
import { eraseCustomer } from './erase.ts'
import { erasePayments } from './erasePayments.ts'
import { exportCustomer } from './export.ts'
import { finishErasures } from './finishErasures.ts'
import { replaceFunctions } from '../../testing/doubles/replaceFunctions.ts'

const unknownId = '01890000-0000-7000-8000-000000000000'
const customerNotFound = [{ type: 'not_found', details: { resource: 'customer' } }]
const ada = { firstName: 'Ada', emailAddress: 'ada@example.com', merchantIdentifier: 'C-1', metadata: { tier: 'gold' } }
const order = { referenceObject: 'Invoice', referenceObjectId: 7, total: 10.5, billTo: { name: 'Ada Lovelace' } }

const pay = async ({ services }: BillingFixture, stored: object, more: object = {}) =>
  asJson(
    await authorize(
      inputOf(authorizeTransaction, { payment: { stored }, amount: { value: 10.5 }, order, ...more }),
      services(),
    ),
  )

describe('the export of a customer', () => {
  test('has customer, wallet, subscriptions with bills, payments with orders and notes', async () => {
    const fixture = await billingFixture()
    const { newCustomer, newEntry, newPlan, subscribe, billDue, services, clock } = fixture
    const customer = await newCustomer(ada)
    const [first, second] = [await newEntry(customer), await newEntry(customer, '5555555555554444')]
    const { customerSubscriptions } = await subscribe(customer, { plan: await newPlan(), wallet: second })
    await billDue()
    clock.advance(1)
    const { transactionId } = await pay(fixture, { customer })
    await deleteWalletEntry({ customer, wallet: first }, services())

    const data = asJson(await exportCustomer(customer, services()))
    expect(data.errors).toBeNull()
    expect(data.customer).toMatchObject({ id: customer, ...ada, deleted: null, created: expect.any(String) })
    expect(data.wallet).toMatchObject([
      { id: second, accountNumber: '************4444', default: true, deleted: null },
      { id: first, accountNumber: '************4242', default: false, deleted: expect.any(String) },
    ])
    expect(data.subscriptions).toMatchObject([
      {
        customerSubscriptionId: customerSubscriptions[0]!.customerSubscriptionId,
        wallet: second,
        charges: 1,
        bills: [{ period: 0, status: 'paid', amount: 10 }],
      },
    ])
    expect(data.transactions.map(({ order: exported }) => exported)).toMatchObject([
      { referenceObject: 'Invoice', billTo: { name: 'Ada Lovelace' } },
      { referenceObject: `sub:${customerSubscriptions[0]!.customerSubscriptionId}` },
    ])
    expect(String(data.transactions[0]!.transactionId)).toBe(String(transactionId))
    expect(data.moreTransactions).toBeNull()
    expect(data.checkouts).toEqual([])
    expect(data.notes.map(({ action }) => action)).toEqual(['wallet.default', 'wallet.deleted', 'wallet.default'])
    expect(data.notes[1]).toEqual({
      created: expect.stringMatching(/Z$/),
      action: 'wallet.deleted',
      requestId: expect.any(String),
      detail: { customer, wallet: first },
    })
  })

  test('of a deleted customer remains until the erasure', async () => {
    const { newCustomer, services } = await billingFixture()
    const customer = await newCustomer(ada)
    await deleteCustomer(customer, services())
    expect((await exportCustomer(customer, services())).customer).toMatchObject({
      firstName: 'Ada',
      deleted: expect.any(String),
    })
    await eraseCustomer(customer, services())
    expect(await errorsOf(exportCustomer(customer, services()))).toEqual(customerNotFound)
  })

  test.each(['transactions:read', 'subscriptions:read'] as const)('needs the scope %s', async (scope) => {
    const { newCustomer, services } = await billingFixture()
    const customer = await newCustomer()
    const needs = services()
    const caller = { ...needs.caller, scopes: needs.caller.scopes.filter((one) => one !== scope) }
    expect(await errorsOf(exportCustomer(customer, { ...needs, caller }))).toEqual([
      { type: 'scope_missing', details: { scope } },
    ])
  })

  test('an unknown customer, and one of another account, return 404 before any scope is checked', async () => {
    const { services } = await billingFixture()
    const foreign = await (await billingFixture()).newCustomer()
    const needs = services()
    for (const id of [unknownId, foreign])
      expect(await errorsOf(exportCustomer(id, { ...needs, caller: { ...needs.caller, scopes: [] } }))).toEqual(
        customerNotFound,
      )
  })
})

describe('the erasure of a customer', () => {
  test('blanks the customer, its payment methods, payments and events, and keeps what was sold', async () => {
    const fixture = await billingFixture()
    const { newCustomer, newEntry, services, merchant, notes } = fixture
    const customer = await newCustomer(ada)
    const entry = await newEntry(customer)
    const { transactionId } = await pay(fixture, { customer })
    expect(await eraseCustomer(customer, services())).toEqual({ complete: true, errors: null })
    expect(await errorsOf(getCustomer(customer, services()))).toEqual(customerNotFound)
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
      ['customer.deleted', merchant.secretKeyId, { customer }],
      ['customer.erased', merchant.secretKeyId, { customer }],
    ])
    expect(await merchant.rows('SELECT done IS NOT NULL AS done FROM erasures WHERE customer = ?', customer)).toEqual([
      { done: 1 },
    ])
  })

  test('can be repeated and run concurrently, and is noted once', async () => {
    const { newCustomer, services, notes } = await billingFixture()
    const customer = await newCustomer(ada)
    const erasures = await Promise.all(Array.from({ length: 3 }, () => eraseCustomer(customer, services())))
    for (const erased of [...erasures, await eraseCustomer(customer, services())])
      expect(erased).toEqual({ complete: true, errors: null })
    expect((await notes()).map(([action]) => action)).toEqual(['customer.deleted', 'customer.erased'])
  })

  test('an unknown customer, and one of another account, return 404', async () => {
    const { services } = await billingFixture()
    const other = await billingFixture()
    const foreign = await other.newCustomer(ada)
    for (const id of [unknownId, foreign])
      expect(await errorsOf(eraseCustomer(id, services()))).toEqual(customerNotFound)
    expect((await getCustomer(foreign, other.services())).customers).toMatchObject([{ firstName: 'Ada' }])
  })

  test('an authorized payment can be captured after the erasure', async () => {
    const fixture = await billingFixture()
    const { newCustomer, newEntry, services, merchant, ledger } = fixture
    const customer = await newCustomer(ada)
    await newEntry(customer)
    const { transactionId } = await pay(fixture, { customer })
    await eraseCustomer(customer, services())
    await capture(inputOf(captureTransaction, { transactionId }), services())
    expect(
      await merchant.rows('SELECT status, captured, last4 FROM transactions WHERE id = ?', Number(transactionId)),
    ).toEqual([{ status: 'captured', captured: 1050, last4: null }])
    expect(ledger.entries().map(({ type, state }) => [type, state])).toEqual([
      ['authorize', 'approved'],
      ['capture', 'approved'],
    ])
  })

  test('a payment without a known outcome is reversed after the erasure', async () => {
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

  test('cancels the subscriptions of the customer', async () => {
    const { newSubscription, services, billDue, taken, clock } = await billingFixture()
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

/** A store that has so many pieces left. */
const pieces = (left: number) => {
  const calls: unknown[][] = []
  const eraseNext = (...call: unknown[]) => {
    calls.push(call)
    return Promise.resolve(calls.length >= left)
  }
  return { calls, needs: { clock: { now: () => 7 }, eraseNext } }
}

describe('erasing payments piece by piece', () => {
  const erasure = { account: 'a', mode: 'test', customer: 'c' } as const

  test('ends when none is left', async () => {
    const { calls, needs } = pieces(3)
    expect(await erasePayments(erasure, 20, needs)).toBe(true)
    expect(calls).toEqual(Array.from({ length: 3 }, () => [erasure, { at: 7, limit: 500 }]))
  })

  test('ends after the allowed number of pieces', async () => {
    const { calls, needs } = pieces(21)
    expect(await erasePayments(erasure, 20, needs)).toBe(false)
    expect(calls).toHaveLength(20)
    expect(await erasePayments(erasure, 20, pieces(20).needs)).toBe(true)
  })

  test('an erasure with more payments than a request erases is incomplete', async () => {
    const { newCustomer, services } = await billingFixture()
    const customer = await newCustomer()
    const needs = services()
    const { calls, needs: piece } = pieces(Infinity)
    const customerData = replaceFunctions(needs.customerData, { eraseNext: piece.eraseNext })
    expect(await eraseCustomer(customer, { ...needs, customerData })).toEqual({ complete: false, errors: null })
    expect(calls).toHaveLength(20)
    expect(calls[0]![0]).toEqual({ account: needs.account.id, mode: 'test', customer })
  })

  test('the sweep continues unfinished erasures and counts those that are done', async () => {
    const limits: number[] = []
    const left = new Map([
      ['first', 1],
      ['second', 25],
      ['third', 20],
    ])
    const counts = await finishErasures({
      clock: { now: () => 7 },
      erasures: {
        findUnfinished: (limit) => {
          limits.push(limit)
          return Promise.resolve([...left.keys()].map((customer) => ({ account: 'a', mode: 'test', customer })))
        },
        eraseNext: ({ customer }) => {
          left.set(customer, left.get(customer)! - 1)
          return Promise.resolve(left.get(customer) === 0)
        },
      },
    })
    expect(counts).toEqual({ erasuresDone: 2, erasuresContinued: 1 })
    expect(limits).toEqual([5])
    expect([...left.values()]).toEqual([0, 5, 0])
  })

  test('the sweep finishes an erasure that a crash left', async () => {
    const fixture = await billingFixture()
    const { newCustomer, newEntry, services, sweepServices, clock, merchant } = fixture
    const customer = await newCustomer(ada)
    await newEntry(customer)
    const { transactionId } = await pay(fixture, { customer })
    const needs = services()
    const died = replaceFunctions(needs.customerData, { eraseNext: () => Promise.reject(new Error('died')) })
    await expect(eraseCustomer(customer, { ...needs, customerData: died })).rejects.toThrow('died')
    const erasures = replaceFunctions(sweepServices().erasures, {
      findUnfinished: async () =>
        (await sweepServices().erasures.findUnfinished(1000)).filter((one) => one.customer === customer),
    })
    expect(await finishErasures({ clock, erasures })).toEqual({ erasuresDone: 1, erasuresContinued: 0 })
    expect(await finishErasures({ clock, erasures })).toEqual({ erasuresDone: 0, erasuresContinued: 0 })
    expect(await merchant.rows('SELECT last4 FROM transactions WHERE id = ?', Number(transactionId))).toEqual([
      { last4: null },
    ])
  })
})
