import { describe, expect, test } from 'vitest'
import { authorizeTransaction } from '#contract/transactions/transactions'
import { card } from '../../testing/requestDefaults.ts'
import { parseInput } from '../../testing/domainCalls.ts'
import { authorize } from '../transactions/authorize.ts'
import { at, customer, eventFixture, page, terminal } from './events.fixture.ts'
import { listEvents } from './list.ts'

describe('event resources', () => {
  test('get of an event returns its resource as of that time', async () => {
    const { write, readEvent } = await eventFixture()
    const { id } = await write('terminal.online', terminal, { requestId: 'request' })
    expect(await readEvent(id)).toEqual({
      id,
      kind: 6,
      type: 'terminal.online',
      timestamp: '2026-11-22T12:00:00.000Z',
      apiVersion: 'v1',
      live: false,
      requestId: 'request',
      sequence: 1,
      data: {
        terminal: {
          id: 'terminal',
          make: 'Acme',
          model: 'One',
          serialNumber: 'A-1',
          nickname: 'Till 1',
          status: 'online',
          configuration: {
            promptTip: true,
            tipAmounts: [1, 2.5, 3],
            promptCvv: false,
            promptPostalCode: false,
            promptAmountConfirmation: false,
            promptSignature: false,
            keyCard: false,
          },
        },
      },
    })
  })

  test('a session event contains the session', async () => {
    const { write, readEvent } = await eventFixture()
    const session = { transactionId: '91349897236236', state: 'awaiting_card' }
    const { id } = await write('terminal.session_updated', { ...terminal, status: 'busy', session })
    expect((await readEvent(id)).data.terminal).toMatchObject({ status: 'busy', session })
  })

  test('a customer event contains address and metadata', async () => {
    const { write, readEvent } = await eventFixture()
    const { id } = await write('customer.updated', customer)
    expect(await readEvent(id)).toMatchObject({ kind: 5, requestId: null })
    expect((await readEvent(id)).data).toEqual({
      customer: {
        id: 'customer',
        firstName: 'Ada',
        lastName: 'Lovelace',
        company: '',
        merchantIdentifier: '',
        phoneNumber: '',
        emailAddress: 'ada@example.com',
        shippingAddress: {
          name: '',
          line1: '1 Main St',
          line2: '',
          city: '',
          state: '',
          postalCode: '',
          country: '',
        },
        metadata: { plan: 'gold' },
      },
    })
  })

  test.each([
    [1, true],
    [0, false],
  ])('a wallet event with isDefault %s has default %s', async (isDefault, shownDefault) => {
    const { write, readEvent } = await eventFixture()
    const entry = { id: 'entry', customer: 'customer', network: 'visa', last4: '4242', digits: 16, expiry: '1230' }
    const { id } = await write('wallet.default_changed', {
      ...entry,
      isDefault,
      address: '{"city":"Bern"}',
      created: at,
    })
    expect((await readEvent(id)).data).toEqual({
      wallet: {
        id: 'entry',
        network: 'visa',
        accountNumber: expect.stringMatching(/4242$/),
        expiry: '1230',
        default: shownDefault,
        created: '2026-11-22T12:00:00.000Z',
        address: { name: '', line1: '', line2: '', city: 'Bern', state: '', postalCode: '', country: '' },
        customer: 'customer',
      },
    })
  })

  test('a batch event has sums above 2^53', async () => {
    const { write, readEvent } = await eventFixture()
    const total = { currency: 392, captures: 2, captured: '9007199254740993', credits: 1, credited: '1' }
    const { id } = await write('batch.closed', {
      id: 'batch',
      status: 'closed',
      cutoff: at,
      created: at,
      closed: at,
      totals: [total],
    })
    expect((await readEvent(id)).data.batch).toMatchObject({
      id: 'batch',
      status: 'closed',
      cutoff: '2026-11-22T12:00:00.000Z',
      closed: '2026-11-22T12:00:00.000Z',
      totals: [{ currency: 392, captures: { count: 2 }, credits: { count: 1, amount: 1 }, net: 9007199254740992 }],
    })
  })

  test('a subscription event contains its customer and its status at that time', async () => {
    const { write, readEvent } = await eventFixture()
    const subscription = {
      id: 'subscription',
      customer: 'customer',
      plan: 'plan',
      label: 'Gold',
      installments: 0,
      wallet: null,
      currency: 840,
      total: 999,
      tax: 0,
      surcharge: 0,
      shipping: 0,
      status: 'active',
      charges: 0,
      starts: at + 1,
      resumesAt: null,
      due: at + 1,
      created: at,
    }
    const pending = await write('subscription.created', subscription)
    const active = await write('subscription.updated', subscription, { at: at + 1 })
    expect((await readEvent(pending.id)).data.subscription).toMatchObject({
      customerSubscriptionId: 'subscription',
      customer: 'customer',
      status: 'pending',
      totalAmount: 9.99,
    })
    expect((await readEvent(active.id)).data.subscription).toMatchObject({ status: 'active' })
  })

  test('a checkout event has no reason', async () => {
    const { write, readEvent } = await eventFixture()
    const { id } = await write('checkout.completed', {
      id: 'checkout',
      origin: 'https://pay.test',
      currency: 840,
      total: 1050,
      customer: null,
      created: at,
      expires: at + 1,
      receipt: 'none',
      status: 'completed',
      transactionId: 91_349_897_236_236,
      subscription: null,
      metadata: { color: 'red' },
    })
    expect((await readEvent(id)).data.checkout).toMatchObject({
      id: 'checkout',
      status: 'completed',
      reason: null,
      transactionId: '91349897236236',
      total: 10.5,
      metadata: { color: 'red' },
    })
  })

  test('a transaction event contains its operation, request id and errors', async () => {
    const { needs, faultPlan, readEvent } = await eventFixture()
    const pay = async () => {
      const services = needs()
      const body = { payment: { creditCard: card() }, amount: { value: 10.5 } }
      const { transactionId } = JSON.parse(
        JSON.stringify(await authorize(parseInput(authorizeTransaction, body), services)),
      )
      const { events } = await listEvents(
        { types: null, kinds: null, since: null, transactionId: null, page, filters: {} },
        needs(),
      )
      return { transactionId, requestId: services.requestId, event: await readEvent(events[0]!.id) }
    }
    const paid = await pay()
    expect(paid.event).toMatchObject({ type: 'transaction.authorized', kind: 0, requestId: paid.requestId })
    expect(paid.event.data.transaction).toMatchObject({
      requestId: paid.requestId,
      originalTransactionId: paid.transactionId,
      type: 'authorize',
      status: 'authorized',
      amountAuthorized: 10.5,
      operations: [{ transactionId: paid.transactionId, type: 'authorize', status: 'approved', amount: 10.5 }],
      errors: null,
    })
    faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'authorize' })
    const declined = await pay()
    expect(declined.event).toMatchObject({ type: 'transaction.declined', requestId: declined.requestId })
    const { transaction } = declined.event.data
    expect(transaction).toMatchObject({ status: 'declined', amountAuthorized: 0, responseCode: '51' })
    expect(transaction.errors).toMatchObject([
      { type: 'card_declined', message: { code: 'insufficient_funds', docs: '/errors#card_declined' } },
    ])
  })
})
