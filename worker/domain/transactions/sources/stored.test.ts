import { describe, expect, test } from 'vitest'
import { card } from '../../../testing/requestDefaults.ts'
import { thrownErrors } from '../../../testing/domainCalls.ts'
import { check, sourceFixture } from './sources.fixture.ts'

describe('stored payment method', () => {
  test('a stored card is sent as a credential on file with the address of its wallet entry', async () => {
    const { pay, sent, customerWith, read: shown } = await sourceFixture()
    const address = { postalCode: '10001', line1: 'Main St 1', country: 'US' }
    const stored = await customerWith({ creditCard: card() }, address)
    const { transactionId } = await pay({ stored })
    expect(sent[0]).toEqual({
      instrument: { kind: 'card', pan: '4242424242424242', expiry: '1230', entry: 'cof' },
      avs: { postal: '10001', line1: 'Main St 1', country: 'US' },
      credential: { initiatedBy: 'customer', initial: 'subsequent', reason: 'unscheduled' },
      capture: 'later',
    })
    expect(await shown(transactionId)).toMatchObject({ payment: stored })
  })

  test('payment with only a customer uses the customer’s default wallet entry', async () => {
    const { pay, customerWith, read: shown } = await sourceFixture()
    const { customer, wallet } = await customerWith({ creditCard: card() })
    const { transactionId } = await pay({ stored: { customer } })
    expect(await shown(transactionId)).toMatchObject({ payment: { customer, wallet } })
  })

  test('a stored bank account is sent as a check', async () => {
    const { pay, sent, customerWith } = await sourceFixture()
    await pay({ stored: await customerWith({ check: { ...check, name: 'Ada' } }) })
    expect(sent[0]).toMatchObject({
      instrument: { kind: 'check', account: '000123456789', name: 'Ada' },
      capture: 'now',
    })
  })

  test('a later charge of a stored card has the network transaction id of its first approved payment', async () => {
    const { pay, sent, customerWith, read: shown } = await sourceFixture()
    const stored = await customerWith({ creditCard: card() })
    const first = await pay({ stored })
    const { networkTransactionId } = (await shown(first.transactionId))['payment'] as Record<string, string>
    await pay({ stored: { ...stored, initiatedBy: 'merchant', initial: 'subsequent', installment: 2 } })
    expect(sent[1]).toMatchObject({
      credential: {
        initiatedBy: 'merchant',
        initial: 'subsequent',
        reason: 'installment',
        installment: 2,
        networkTransactionId,
      },
    })
  })

  test('initialTransactionId sets the network transaction id of a charge of a stored card', async () => {
    const { pay, sent, customerWith, warnings, read: shown } = await sourceFixture()
    const other = await pay({ creditCard: card() })
    const { networkTransactionId } = (await shown(other.transactionId))['payment'] as Record<string, string>
    const stored = await customerWith({ creditCard: card() })
    await pay({ stored: { ...stored, initialTransactionId: other.transactionId } })
    await pay({ stored: { ...stored, initialTransactionId: 'NETWORK7' } })
    expect(sent.slice(1)).toMatchObject([
      { credential: { networkTransactionId } },
      { credential: { networkTransactionId: 'NETWORK7' } },
    ])
    expect(warnings).toEqual([])
  })

  test('a merchant-initiated charge without a network transaction id logs a warning', async () => {
    const { pay, sent, customerWith, warnings } = await sourceFixture()
    await pay({ stored: { ...(await customerWith({ creditCard: card() })), initiatedBy: 'merchant' } })
    expect(warnings).toEqual(['no_network_transaction_id'])
    expect(sent[0]!['credential']).not.toHaveProperty('networkTransactionId')
  })

  test('payment with an unknown customer or wallet entry returns an error for that member', async () => {
    const { pay, customerWith } = await sourceFixture()
    const { customer, wallet } = await customerWith({ creditCard: card() })
    const other = await customerWith({ creditCard: card() })
    const unknown = crypto.randomUUID()
    const faultsOf = (stored: object) => thrownErrors(pay({ stored }))
    expect(await faultsOf({ customer: unknown })).toEqual([
      { type: 'customer_not_found', field: 'payment.stored.customer' },
    ])
    expect(await faultsOf({ customer, wallet: unknown })).toEqual([
      { type: 'wallet_not_found', field: 'payment.stored.wallet' },
    ])
    expect(await faultsOf({ customer: other.customer, wallet })).toEqual([
      { type: 'wallet_not_of_customer', field: 'payment.stored.wallet' },
    ])
  })

  test('refund to a stored payment method is accepted only for payments with that method', async () => {
    const { pay, capture, credit, customerWith } = await sourceFixture()
    const stored = await customerWith({ creditCard: card() })
    const other = await customerWith({ creditCard: card() })
    const { transactionId } = await pay({ stored })
    await capture(transactionId)
    const refund = (to: object) =>
      credit({ referenceTransactionId: Number(transactionId), amount: { value: 1 }, payment: { stored: to } })
    expect(await refund(stored)).toMatchObject({ amount: 1 })
    expect(await refund({ customer: stored.customer })).toMatchObject({ amount: 1 })
    expect(await thrownErrors(refund(other))).toMatchObject([{ type: 'payment_method_ambiguous' }])
  })
})
