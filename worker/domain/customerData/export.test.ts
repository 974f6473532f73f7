import { describe, expect, test } from 'vitest'
import { billingFixture } from '../../testing/fixtures/billingFixture.ts'
import { asJson, thrownErrors } from '../../testing/domainCalls.ts'
import { deleteCustomer } from '../customers/delete.ts'
import { deleteWalletEntry } from '../customers/deleteWalletEntry.ts'
import { ada, customerNotFound, pay, unknownId } from './customerData.fixture.ts'
import { eraseCustomer } from './erase.ts'
import { exportCustomer } from './export.ts'

describe('exportCustomer', () => {
  test('the export of a customer contains wallet, subscriptions with bills, payments with orders, and notes', async () => {
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
      detail: {
        customer,
        wallet: first,
        changes: { deleted: { old: null, new: expect.any(Number) }, default: { old: true, new: false } },
      },
    })
  })

  test('the export of a deleted customer is available until its erasure', async () => {
    const { newCustomer, services } = await billingFixture()
    const customer = await newCustomer(ada)
    await deleteCustomer(customer, services())
    expect((await exportCustomer(customer, services())).customer).toMatchObject({
      firstName: 'Ada',
      deleted: expect.any(String),
    })
    await eraseCustomer(customer, services())
    expect(await thrownErrors(exportCustomer(customer, services()))).toEqual(customerNotFound)
  })

  test('export of an unknown customer, or of one of another account, returns 404', async () => {
    const { services } = await billingFixture()
    const foreign = await (await billingFixture()).newCustomer()
    for (const id of [unknownId, foreign])
      expect(await thrownErrors(exportCustomer(id, services()))).toEqual(customerNotFound)
  })
})
