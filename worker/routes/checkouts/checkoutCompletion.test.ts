import { afterAll, describe, expect, test } from 'vitest'
import type { AuthorizeOp, Processor } from '../../processors/processor.ts'
import { simulator } from '../../processors/simulator/simulator.ts'
import { bindings } from '../../testing/bindings.ts'
import { brokenDatabase } from '../../testing/database/brokenDatabase.ts'
import type { Fate } from '../../testing/database/brokenDatabase.ts'
import { address, bank, cards, ok, openShop } from '../../testing/fixtures/checkoutShop.ts'
import { card, startWorker } from '../../testing/merchant.ts'
import { nextMillisecond } from '../../testing/nextMillisecond.ts'
import { shopperAt } from '../../testing/shopper.ts'

/** What follows from a checkout's payment: a customer, a payment method, a subscription. Once, whoever dies. */

// Each account with a clock of its own is one more that the cron of other tests would drive.
afterAll(async () => {
  await bindings.DB_00.prepare('UPDATE accounts SET testClockOffset = 0').run()
})

const asked: AuthorizeOp[] = []
const simulated = simulator()
const processor: Processor = {
  ...simulated,
  authorize: (op, ref) => {
    asked.push(op)
    return simulated.authorize(op, ref)
  },
}
const shop = await openShop({}, { processor })
const { make, read, shopper, transaction, wallet: walletOf, call } = shop

const email = 'ann@mail.example'

/** Pays a checkout, and answers it as the merchant reads it. */
const paid = async (
  body: object,
  more: object = {},
  by: Pick<typeof shop, 'make' | 'shopper' | 'read'> = shop,
): Promise<any> => {
  const id = await by.make(body)
  expect((await by.shopper.openAndPay(id, more)).json).toMatchObject({ status: 'completed' })
  return by.read(id)
}
const customerOf = async (id: string) => (await ok(call('GET', `/v1/customers/${id}`))).customers[0]

describe('a payment', () => {
  test('makes a customer of what the shopper said, and stores nothing to pay with', async () => {
    const { customer, transactionId } = await paid(
      { total: 5, collectShipping: true },
      { answers: { email, shipTo: address } },
    )
    expect(await customerOf(customer)).toMatchObject({
      firstName: 'Ann de',
      lastName: 'Vries',
      emailAddress: email,
      shippingAddress: address,
    })
    expect(await walletOf(customer)).toEqual([])
    expect((await transaction(transactionId)).payment).toMatchObject({ customer, wallet: null })
  })

  test('makes none where it is for one time, whatever box was ticked', async () => {
    const before = await shop.rows()
    const { customer, transactionId } = await paid({ total: 5, oneTimePayment: true }, { answers: { save: true } })
    expect(customer).toBeNull()
    expect((await transaction(transactionId)).payment.customer).toBeNull()
    const { customers, walletEntries } = await shop.rows()
    expect({ customers, walletEntries }).toEqual({
      customers: before['customers'],
      walletEntries: before['walletEntries'],
    })
  })

  test.each([
    [
      'a card',
      { creditCard: card('5555555555554444', { nameOnCard: 'Ann' }) },
      { network: 'mastercard', accountNumber: '************4444', expiry: '1230' },
    ],
    ['a bank account', { check: bank }, { network: 'ach', accountNumber: '***4567', expiry: '' }],
  ])(
    'stores %s where the shopper ticks the box: the customer’s default, that can be charged again',
    async (_name, payment, shown) => {
      const { customer, transactionId } = await paid(
        { total: 5, allowAch: true },
        { payment, answers: { save: true, billTo: { line1: '2 Side St' } } },
      )
      const [entry, ...others] = await walletOf(customer)
      expect(others).toEqual([])
      expect(entry).toMatchObject({ ...shown, default: true, address: { line1: '2 Side St' } })
      expect((await transaction(transactionId)).payment).toMatchObject({ customer, wallet: entry.id })
      const body = { payment: { stored: { customer, initiatedBy: 'merchant' } }, amount: { value: 1 } }
      expect(await ok(call('POST', '/v1/transactions/authorize', { body }))).toMatchObject({ responseCode: '00' })
      const notes = await shop.merchant.rows("SELECT action, key FROM audit WHERE detail ->> '$.wallet' = ?", entry.id)
      expect(notes).toEqual([{ action: 'wallet.default', key: shop.merchant.secretKeyId }])
    },
  )

  test('is the named customer’s, whose default stays, and who is not made again', async () => {
    const customer = await shop.createCustomer({ firstName: 'Grace' })
    const first = await shop.store(customer, { creditCard: card() })
    const before = await shop.rows()
    await nextMillisecond()
    const read = await paid(
      { total: 5, customerInfo: { id: customer, name: 'Other' } },
      { payment: { creditCard: card(cards.other) }, answers: { save: true, email } },
    )
    expect(read.customer).toBe(customer)
    expect((await shop.rows())['customers']).toBe(before['customers'])
    expect(await customerOf(customer)).toMatchObject({ firstName: 'Grace', emailAddress: '' })
    expect((await walletOf(customer)).map(({ id, default: is }) => [id === first, is])).toEqual([
      [false, false],
      [true, true],
    ])
  })

  test('and every try before it are found with the customer', async () => {
    const id = await make()
    const { json } = await shopper.openAndPay(id, { payment: { creditCard: card(cards.declined) } })
    await shopper.pay(id, json.nonce)
    const { customer } = await read(id)
    const { transactions } = await ok(call('GET', `/v1/transactions?customer=${customer}`))
    expect(transactions.map(({ status }: any) => status).toSorted()).toEqual(['captured', 'declined'])
  })
})

/** A shop whose clock stands at a moment. */
const openAt = async (now: string, settings = {}) => {
  const open = await openShop({ settings }, { processor })
  await open.at(now)
  return {
    ...open,
    /** What was taken of a customer: when, and how much. */
    taken: async (customer: string) =>
      (await ok(open.call('GET', `/v1/transactions?customer=${customer}`))).transactions
        .filter(({ amountCaptured }: any) => amountCaptured > 0)
        .map(({ created, amountCaptured }: any) => [created.slice(0, 10), amountCaptured])
        .toReversed(),
    bills: async (customer: string, subscription: string) =>
      (await ok(open.call('GET', `/v1/customers/${customer}/subscriptions/${subscription}/bills`))).bills,
  }
}
const answers = { email }

describe('a subscription', () => {
  test('of today has its first bill paid by this payment, and the next ones on the same day of their months', async () => {
    const open = await openAt('2028-01-31T15:00:00Z')
    const { customer, subscription, transactionId } = await paid({ total: 26.25, subscription: {} }, { answers }, open)
    expect(asked.at(-1)).toMatchObject({
      capture: 'now',
      credential: { initiatedBy: 'customer', initial: 'first', reason: 'recurring' },
    })
    const [shown, ...others] = await open.subscriptions(customer)
    expect(others).toEqual([])
    expect(shown).toMatchObject({
      customerSubscriptionId: subscription,
      label: 'Monthly on day 31: 26.25',
      status: 'active',
      totalAmount: 26.25,
      charges: 1,
      nextCharge: '2028-02-29T00:00:00.000Z',
    })
    const [entry] = await open.wallet(customer)
    expect(shown.wallet).toBe(entry.id)
    expect(await open.bills(customer, subscription)).toMatchObject([
      { period: 0, status: 'paid', date: '2028-01-31', amount: 26.25, transactionId, attempts: 1, responseCode: '00' },
    ])
    for (const day of ['02-28', '02-29', '03-30', '03-31']) await open.at(`2028-${day}T12:00:00Z`)
    expect(await open.taken(customer)).toEqual([
      ['2028-01-31', 26.25],
      ['2028-02-29', 26.25],
      ['2028-03-31', 26.25],
    ])
    expect(asked.at(-1)).toMatchObject({
      credential: {
        initiatedBy: 'merchant',
        initial: 'subsequent',
        reason: 'recurring',
        networkTransactionId: expect.any(String),
      },
    })
  })

  test('of a day to come has its card verified now and is charged then, and the verification does not lapse', async () => {
    const open = await openAt('2028-02-10T15:00:00Z')
    const { customer, subscription, transactionId } = await paid(
      { total: 26.25, subscription: { billingDate: '2028-03-01' } },
      { answers },
      open,
    )
    expect(asked.at(-1)).toMatchObject({ amount: { minor: 0n }, capture: 'later' })
    expect(await open.transaction(transactionId)).toMatchObject({
      status: 'authorized',
      responseCode: '85',
      amountCaptured: 0,
      amountCapturable: 0,
      expires: null,
    })
    expect(await open.taken(customer)).toEqual([])
    expect((await open.subscriptions(customer))[0]).toMatchObject({
      status: 'pending',
      charges: 0,
      nextCharge: '2028-03-01T00:00:00.000Z',
      customerSubscriptionId: subscription,
    })
    // There is nothing to take of it.
    const body = { transactionId }
    const refused = await open.call('POST', '/v1/transactions/capture', { body })
    expect(refused.status).toBe(400)
    expect(refused.json.errors).toMatchObject([
      { type: 'amount_exceeds_authorized', message: { details: { capturable: 0 } } },
    ])
    await open.at('2028-02-29T23:59:00Z')
    expect(await open.taken(customer)).toEqual([])
    for (const day of ['03-01', '03-31', '04-01']) await open.at(`2028-${day}T12:00:00Z`)
    expect(await open.taken(customer)).toEqual([
      ['2028-03-01', 26.25],
      ['2028-04-01', 26.25],
    ])
    const { status, operations } = await open.transaction(transactionId)
    expect([status, operations.map(({ type }: any) => type)]).toEqual(['authorized', ['authorize']])
  })

  test('of a day to come has a receipt that says the same when the day has come', async () => {
    const open = await openAt('2028-02-10T15:00:00Z')
    const { id } = await paid({ total: 26.25, subscription: { billingDate: '2028-03-01' } }, { answers }, open)
    const receipt = async () => (await open.shopper.open(id)).html.replace(/nonce="[^"]+"/g, '')
    const first = await receipt()
    await open.at('2028-03-02T12:00:00Z')
    expect(await receipt()).toBe(first)
  })

  test('of a plan’s label has that plan’s cycle and payments, at the checkout’s total', async () => {
    const open = await openAt('2028-02-10T15:00:00Z')
    const plan = {
      label: 'Tea',
      cycle: { unit: 'week', interval: 2, dayOfCycle: 1 },
      amount: { value: 1 },
      installments: 2,
    }
    const { subscriptions } = await ok(open.call('POST', '/v1/subscriptions', { body: plan }))
    const { customer } = await paid({ total: 5, subscription: { label: 'Tea' } }, { answers }, open)
    expect((await open.subscriptions(customer))[0]).toMatchObject({
      label: 'Tea',
      plan: subscriptions[0].id,
      installments: 2,
      totalAmount: 5,
      nextCharge: '2028-02-24T00:00:00.000Z',
    })
    for (const day of ['02-23', '02-24', '04-01']) await open.at(`2028-${day}T00:00:00Z`)
    expect(await open.taken(customer)).toEqual([
      ['2028-02-10', 5],
      ['2028-02-24', 5],
    ])
    expect((await open.subscriptions(customer))[0]).toMatchObject({ status: 'completed', charges: 2 })
  })

  test('of one payment is complete with it', async () => {
    const open = await openAt('2028-02-10T15:00:00Z')
    const plan = { label: 'Once', cycle: { unit: 'month' }, amount: { value: 5 }, installments: 1 }
    await ok(open.call('POST', '/v1/subscriptions', { body: plan }))
    const { customer } = await paid({ total: 5, subscription: { label: 'Once' } }, { answers }, open)
    expect((await open.subscriptions(customer))[0]).toMatchObject({ status: 'completed', charges: 1, nextCharge: null })
  })

  test('without a name is of a plan of its day and price, one for all; a name that is new makes one of that name', async () => {
    const open = await openAt('2028-02-10T15:00:00Z')
    for (const body of [{ total: 5 }, { total: 5 }, { total: 6 }]) {
      await paid({ ...body, subscription: {} }, { answers }, open)
      await nextMillisecond()
    }
    await paid({ total: 7, subscription: { label: 'Cocoa', billingDate: '2028-02-15' } }, { answers }, open)
    const { subscriptions } = await ok(open.call('GET', '/v1/subscriptions'))
    expect(
      subscriptions
        .map(({ label, amount, cycle, installments }: any) => [label, amount.value, cycle, installments])
        .toReversed(),
    ).toEqual([
      ['Monthly on day 10: 5', 5, { unit: 'month', interval: 1, dayOfCycle: 10 }, 0],
      ['Monthly on day 10: 6', 6, { unit: 'month', interval: 1, dayOfCycle: 10 }, 0],
      ['Cocoa', 7, { unit: 'month', interval: 1, dayOfCycle: 15 }, 0],
    ])
  })

  test('begins on the day on which it is paid, by the account’s own days, where its date has passed by then', async () => {
    const open = await openAt('2028-02-10T15:00:00Z', { timeZone: 'Asia/Tokyo' })
    const id = await open.make({
      total: 5,
      invoiceInfo: { dueDate: '2028-03-01' },
      subscription: { billingDate: '2028-02-12' },
    })
    // The 15th has begun in Tokyo.
    await open.at('2028-02-14T16:00:00Z')
    expect((await open.shopper.openAndPay(id, { answers })).json.status).toBe('completed')
    const { customer } = await open.read(id)
    expect((await open.subscriptions(customer))[0]).toMatchObject({
      charges: 1,
      label: 'Monthly on day 15: 5',
      nextCharge: '2028-03-14T15:00:00.000Z',
    })
  })

  test.each([
    ['today', '2028-02-10', 1],
    ['later', '2028-02-20', 0],
  ])('by a bank account, %s', async (_name, billingDate, charges) => {
    const open = await openAt('2028-02-10T15:00:00Z')
    const { customer, transactionId } = await paid(
      { total: 5, allowAch: true, subscription: { billingDate } },
      { payment: { check: bank }, answers },
      open,
    )
    expect(await open.transaction(transactionId)).toMatchObject({
      method: 'check',
      status: charges === 1 ? 'captured' : 'authorized',
      amountCaptured: charges * 5,
    })
    expect((await open.subscriptions(customer))[0]).toMatchObject({ charges })
    await open.at('2028-03-09T12:00:00Z')
    expect((await open.taken(customer)).length).toBe(1)
  })

  test('by a saved card is charged to that', async () => {
    const customer = await shop.createCustomer()
    await shop.store(customer, { creditCard: card(cards.other) })
    const wallet = await shop.store(customer, { creditCard: card() })
    await paid(
      { total: 5, subscription: {}, customerInfo: { id: customer } },
      { payment: { wallet, verificationValue: '123' }, answers },
    )
    expect((await shop.subscriptions(customer))[0]).toMatchObject({ wallet, charges: 1 })
    expect(await walletOf(customer)).toHaveLength(2)
  })

  test('of a card that is declined is none', async () => {
    const before = await shop.rows()
    const id = await make({ total: 5, subscription: { billingDate: '2030-01-01' } })
    const { json } = await shopper.openAndPay(id, { payment: { creditCard: card(cards.declined) }, answers })
    expect(json).toMatchObject({ status: 'open', declined: 'declined' })
    const after = await shop.rows()
    expect(after).toEqual({
      ...before,
      checkouts: after['checkouts'],
      transactions: after['transactions'],
      operations: after['operations'],
      tries: after['tries'],
    })
    expect(await read(id)).toMatchObject({ status: 'open', customer: null, subscription: null })
  })
})

/** A shop, and a worker on a database that a test lets fail: calls count from the first of the payment. */
const openFailing = async (fate: (call: number) => Fate | Promise<Fate>) => {
  const open = await openShop()
  const { d1 } = brokenDatabase(bindings.DB_00, fate)
  return { ...open, failing: shopperAt(startWorker({ clock: open.clock }, { DB_00: d1 })) }
}

/** What there is of a payment that was completed, once. */
const once = {
  completions: 1,
  tries: 1,
  customers: 1,
  walletEntries: 1,
  subscriptions: 1,
  bills: 1,
  plans: 1,
  transactions: 1,
}

describe('whoever dies after the payment', () => {
  // The look at the checkout, the opening and the settling of its payment; then the plan, and all the rest in one.
  test.each<[string, Fate, number]>([
    ['before the plan was made', 'fails before', 4],
    ['as the plan was made', 'fails after', 4],
    ['before all the rest was written', 'fails before', 5],
    ['as all the rest was written', 'fails after', 5],
    ['before the receipt was looked for', 'fails before', 6],
  ])('%s has paid all the same, and the sweep does what is left, once', async (_name, fails, at) => {
    const open = await openFailing((nth) => (nth < at ? 'runs' : nth === at ? fails : 'fails before'))
    const id = await open.make({ total: 5, subscription: {} })
    const { nonce } = (await open.shopper.open(id)).data!
    const { status, json } = await open.failing.pay(id, nonce, { answers })
    expect([status, json.status]).toEqual([200, 'completed'])
    const { transactionId } = await open.read(id)
    expect(transactionId).toBe(json.transactionId)
    await open.advance(120)
    expect(await open.rows()).toMatchObject(once)
    const { customer, subscription } = await open.read(id)
    expect((await open.subscriptions(customer))[0]).toMatchObject({ customerSubscriptionId: subscription, charges: 1 })
    expect((await open.transaction(transactionId)).payment.customer).toBe(customer)
    await open.advance(3600)
    expect(await open.rows()).toMatchObject(once)
    expect(await open.merchant.rows('SELECT due, forget FROM checkouts WHERE id = ?', id)).toEqual([
      { due: null, forget: null },
    ])
  })

  test('that it was not completed at once stands in the log', async () => {
    const { d1 } = brokenDatabase(bindings.DB_00, (nth) => (nth < 4 ? 'runs' : 'fails before'))
    const worker = startWorker({ clock: shop.clock }, { DB_00: d1 })
    const id = await make()
    const { nonce } = (await shopper.open(id)).data!
    expect((await shopperAt(worker).pay(id, nonce)).json.status).toBe('completed')
    expect(worker.log.at(-1)?.warnings).toContain('checkout_not_completed')
  })
})

/** Something that happens just before all that follows from a payment is written. */
const justBefore = () => {
  const before: { writing: (() => Promise<unknown>) | null } = { writing: null }
  const fate = async (nth: number): Promise<Fate> => {
    if (nth === 5) await before.writing?.()
    return 'runs'
  }
  return { before, fate }
}

/** Pays with something happening just before all is written, then lets the sweep come. */
const interrupted = async (
  meanwhile: (
    open: Awaited<ReturnType<typeof openFailing>>,
    known: { customer: string; wallet: string },
  ) => Promise<unknown>,
  saved = false,
) => {
  const { before, fate } = justBefore()
  const open = await openFailing(fate)
  const customer = await open.createCustomer()
  const wallet = await open.store(customer, { creditCard: card() })
  const id = await open.make({ total: 5, customerInfo: { id: customer }, subscription: { label: 'Tea' } })
  const { nonce } = (await open.shopper.open(id)).data!
  before.writing = () => meanwhile(open, { customer, wallet })
  const payment = saved ? { wallet, verificationValue: '123' } : { creditCard: card(cards.other) }
  expect((await open.failing.pay(id, nonce, { payment, answers })).json.status).toBe('completed')
  await open.advance(120)
  return { open, customer, read: await open.read(id), rows: await open.rows() }
}

describe('in the moment before all is written', () => {
  test('two sweeps come: it is written once, and the shopper hears nothing of it', async () => {
    const { before, fate } = justBefore()
    const open = await openFailing(fate)
    before.writing = () => Promise.all([open.advance(120), open.advance(120)])
    const id = await open.make({ total: 5, subscription: {} })
    const { nonce } = (await open.shopper.open(id)).data!
    expect((await open.failing.pay(id, nonce, { answers })).json).toMatchObject({ status: 'completed' })
    expect(await open.rows()).toMatchObject(once)
  })

  test('the customer is deleted: the payment stands, and as with any deleted customer nothing goes on', async () => {
    const { open, read, rows } = await interrupted((at, { customer }) =>
      ok(at.call('DELETE', `/v1/customers/${customer}`)),
    )
    expect(read).toMatchObject({ status: 'completed', subscription: null })
    expect(rows).toMatchObject({ completions: 1, subscriptions: 0, bills: 0, walletEntries: 1 })
    expect(
      await open.merchant.rows(
        'SELECT customer, wallet, subscription FROM checkoutCompletions WHERE transactionId = ?',
        Number(read.transactionId),
      ),
    ).toEqual([{ customer: null, wallet: null, subscription: null }])
  })

  test('the plan is deleted: it is made anew, and the subscription with it', async () => {
    const { open, customer, read, rows } = await interrupted(async (at) => {
      const { subscriptions } = await ok(at.call('GET', '/v1/subscriptions'))
      await at.merchant.run('UPDATE plans SET deleted = 1 WHERE id = ?', subscriptions[0].id)
    })
    expect(rows).toMatchObject({ completions: 1, subscriptions: 1, bills: 1, plans: 2 })
    expect((await open.subscriptions(customer))[0]).toMatchObject({
      customerSubscriptionId: read.subscription,
      charges: 1,
    })
  })

  test('the saved card is deleted: there is nothing left to charge, so no subscription', async () => {
    const { read, rows } = await interrupted(
      (at, { customer, wallet }) => ok(at.call('DELETE', `/v1/customers/${customer}/wallet/${wallet}`)),
      true,
    )
    expect(read).toMatchObject({ status: 'completed', subscription: null })
    expect(rows).toMatchObject({ completions: 1, subscriptions: 0, bills: 0 })
  })

  test('the saved card is deleted, and another is there: the subscription goes on with the customer’s default', async () => {
    const { open, customer, rows } = await interrupted(async (at, { customer, wallet }) => {
      await at.store(customer, { creditCard: card(cards.other) })
      await ok(at.call('DELETE', `/v1/customers/${customer}/wallet/${wallet}`))
    }, true)
    expect(rows).toMatchObject({ completions: 1, subscriptions: 1, bills: 1 })
    expect((await open.subscriptions(customer))[0]).toMatchObject({ wallet: null, charges: 1 })
  })
})
