import { describe, expect, test } from 'vitest'
import { declineCodes } from '#contract/transactions/responseCodes'
import { billingFixture } from '../../../testing/fixtures/billingFixture.ts'
import { chargeBill, toChargeOutcome, earlierChargeOutcome } from './charge.ts'
import { replaceFunctions } from '../../../testing/doubles/replaceFunctions.ts'

const processorFailures = new Set(['06', '19', '30', '68', '91', '92', '96'])

describe('outcome of a charge', () => {
  test.each(['00', '08', '10', '85'])('a charge with response code %s is paid', (responseCode) => {
    expect(toChargeOutcome(responseCode)).toEqual({ result: 'paid', responseCode })
  })

  test.each(Object.entries(declineCodes))(
    'a charge with response code %s is a decline of the kind of its retry rule',
    (code, { retry }) => {
      const kind = retry === 'never' ? 'hard' : processorFailures.has(code) ? 'processor' : 'soft'
      expect(toChargeOutcome(code)).toEqual({ result: 'declined', responseCode: code, kind })
    },
  )

  test.each([
    ['pending', null, { result: 'waiting' }],
    ['captured', '00', { result: 'paid', responseCode: '00' }],
    ['declined', '51', { result: 'declined', responseCode: '51', kind: 'soft' }],
    ['failed', '68', { result: 'declined', responseCode: '68', kind: 'processor' }],
    ['failed', null, { result: 'declined', responseCode: '96', kind: 'processor' }],
  ] as const)('a payment with status %s and response code %s has the outcome %j', (status, responseCode, outcome) => {
    expect(earlierChargeOutcome({ status, responseCode })).toEqual(outcome)
  })
})

describe('chargeBill', () => {
  test('of five concurrent charges of one state one makes a payment, and the others are stale', async () => {
    const { newSubscription, services, chargedAmounts: taken } = await billingFixture()
    const { id, billRows, row } = await newSubscription()
    const due = (await services().subscriptions.find(id))!
    const charged = await Promise.all(Array.from({ length: 5 }, () => chargeBill(due, services())))
    expect(charged.map(({ result }) => result).sort()).toEqual(['charged', ...Array(4).fill('stale')])
    expect(taken()).toEqual([1000])
    expect(await billRows()).toMatchObject([{ attempts: 1, asking: 1, status: 'open', total: 1000, currency: 840 }])
    expect(await row()).toMatchObject({ version: 1 })
  })

  test('chargeBill returns the stored state', async () => {
    const { newSubscription, services, clock } = await billingFixture()
    const { id } = await newSubscription({ amount: { total: 10, tax: 2, surcharge: 1, shipping: 3 } })
    const before = clock.now()
    const charged = await chargeBill((await services().subscriptions.find(id))!, services())
    if (charged.result !== 'charged') throw new Error(charged.result)
    expect(charged.outcome).toEqual({ result: 'paid', responseCode: '00' })
    const { subscription, bill } = (await services().subscriptions.find(id))!
    expect(charged.state).toEqual({ subscription, bill, payment: null })
    expect(bill).toMatchObject({ total: 1000, tax: 200, surcharge: 100, shipping: 300, asking: true, extra: false })
    expect(bill!.again! - bill!.updated).toBeGreaterThanOrEqual(45_000)
    expect(bill!.again! - before).toBeLessThan(60_000)
  })

  test('a subscription that is canceled after it was read is not charged', async () => {
    const { newSubscription, services, chargedAmounts: taken } = await billingFixture()
    const { id, cancel, billRows } = await newSubscription()
    const due = (await services().subscriptions.find(id))!
    await cancel()
    expect(await chargeBill(due, services())).toEqual({ result: 'stale' })
    expect(taken()).toEqual([])
    expect(await billRows()).toEqual([])
  })

  test('charging a deleted wallet entry or a customer without a default returns noMethod', async () => {
    const { newSubscription, newEntry, services, merchant, chargedAmounts: taken } = await billingFixture()
    const { id, customer } = await newSubscription()
    const second = await newEntry(customer)
    const due = (await services().subscriptions.find(id))!
    await merchant.run(
      'UPDATE walletEntries SET deleted = 1, isDefault = 0, sealedPan = NULL, wrappedPanKey = NULL WHERE customer = ?',
      customer,
    )
    for (const wallet of [null, second]) {
      const named = { ...due, subscription: { ...due.subscription, wallet } }
      expect(await chargeBill(named, services())).toEqual({ result: 'noMethod' })
    }
    expect(taken()).toEqual([])
  })

  test('a partial approval of a charge is declined and captures nothing', async () => {
    const { newSubscription, services, faultPlan, chargedAmounts: taken } = await billingFixture()
    const { id } = await newSubscription()
    faultPlan.add({ fault: { kind: 'partial' }, on: 'authorize' })
    const charged = await chargeBill((await services().subscriptions.find(id))!, services())
    expect(charged).toMatchObject({ result: 'charged', outcome: { result: 'declined' } })
    expect(taken()).toEqual([0])
  })

  test('a failure of the store during a charge is thrown', async () => {
    const { newSubscription, services } = await billingFixture()
    const { id } = await newSubscription()
    const due = (await services().subscriptions.find(id))!
    const needs = services()
    const transactions = replaceFunctions(needs.transactions, {
      insertPending: () => Promise.reject(new Error('no database')),
    })
    await expect(chargeBill(due, { ...needs, transactions })).rejects.toThrow('no database')
  })
})
