import { describe, expect, test } from 'vitest'
import type { AuthorizeOp, Processor } from '../../processors/processor.ts'
import { simulator } from '../../processors/simulator/simulator.ts'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import { address as home, bank as checking, cards, faults, ok, openShop } from '../../testing/fixtures/checkoutShop.ts'
import { card, testClock } from '../../testing/merchant.ts'
import { nextMillisecond } from '../../testing/nextMillisecond.ts'

/** Tries to pay a checkout: what the processor is asked, what the shopper hears, and that of any number of them one pays. */

const simulated = simulator()

const unasked = () => Promise.reject(new Error('Nobody asked for this.'))

/** A shop whose processor's questions are kept. Whatever follows up on a payment fails: there is nothing to follow up on. */
const openListening = async (options: Parameters<typeof openShop>[0] = {}) => {
  const asked: AuthorizeOp[] = []
  const processor: Processor = {
    ...simulated,
    authorize: (op, ref) => {
      asked.push(op)
      return simulated.authorize(op, ref)
    },
    capture: unasked,
    void: unasked,
    credit: unasked,
  }
  return { ...(await openShop(options, { processor })), asked }
}

/** A processor, and what happens just before a try is written down. */
const interrupted = () => {
  const before: { trying: (() => Promise<unknown>) | null } = { trying: null }
  const processor: Processor = {
    ...simulated,
    prepare: async (intent) => {
      await before.trying?.()
      return simulated.prepare(intent)
    },
  }
  return { processor, before }
}

const shop = await openListening()
const { make, read, shopper, transaction, payments, asked } = shop
const bank = { ...checking, accountType: 'savings' }
const address = { ...home, name: 'Ann', line2: 'Apt 2' }

/** Opens a checkout, pays, and answers its payment and what the processor was asked for it: once. */
const paid = async (body: object, more: object = {}) => {
  const before = asked.length
  const id = await make(body)
  const { json } = await shopper.openAndPay(id, more)
  expect(json).toMatchObject({ status: 'completed', errors: null })
  expect(asked.length).toBe(before + 1)
  return { id, shown: await transaction(json.transactionId), op: asked.at(-1)! }
}

describe('what is paid', () => {
  test('by card is authorized and taken in one message, for all or nothing', async () => {
    const { shown, op } = await paid({ total: 26.25 })
    expect(op).toMatchObject({
      amount: { minor: 2625n, currency: 840 },
      allowPartial: false,
      capture: 'now',
      instrument: { kind: 'card', entry: 'ecom', expiry: '1230' },
      credential: { initiatedBy: 'customer', initial: 'first', reason: 'unscheduled' },
    })
    expect(op.instrument.kind === 'card' && op.instrument.cvv?.reveal()).toBe('123')
    expect(shown).toMatchObject({ status: 'captured', amountCaptured: 26.25, cvv: { code: 'M' }, method: 'creditCard' })
    expect(shown.operations.map(({ type }: any) => type)).toEqual(['authorize', 'capture'])
  })

  test('by a co-badged card goes over the network that the shopper chose', async () => {
    const payment = { creditCard: card('4000002500001001'), preferredNetwork: 'cartesBancaires' }
    const { shown, op } = await paid({ total: 5 }, { payment })
    expect(op.preferredNetwork).toBe('cartesBancaires')
    expect(shown.payment).toMatchObject({ network: 'visa', preferredNetwork: 'cartesBancaires' })
  })

  test('from a bank account is taken at once', async () => {
    const { shown, op } = await paid({ total: 5, allowAch: true }, { payment: { check: bank } })
    expect(op.instrument).toMatchObject({
      kind: 'check',
      routing: '021000021',
      accountType: 'savings',
      name: 'Ann Example',
    })
    expect(shown).toMatchObject({ status: 'captured', method: 'check', avs: null, cvv: null })
    expect(shown.order.billTo).toEqual({ name: 'Ann Example' })
  })

  test('with a saved card is the customer’s own charge, with the code that was typed', async () => {
    const customer = await shop.createCustomer()
    const wallet = await shop.store(customer, { creditCard: card(cards.other) })
    const { shown, op } = await paid(
      { total: 5, customerInfo: { id: customer } },
      { payment: { wallet, verificationValue: '901' } },
    )
    expect(op).toMatchObject({
      instrument: { kind: 'card', entry: 'cof' },
      credential: { initiatedBy: 'customer', initial: 'subsequent', reason: 'unscheduled' },
    })
    expect(shown).toMatchObject({ payment: { customer, wallet }, cvv: { code: 'N' } })
    expect(await shop.wallet(customer)).toHaveLength(1)
  })

  test('in yen and dinars is what was said, in their own units', async () => {
    for (const [defaultCurrency, total, minor] of [
      [392, 1050, 1050n],
      [414, 10.55, 10550n],
    ] as const) {
      const { make, shopper, asked } = await openListening({ settings: { defaultCurrency } })
      expect((await shopper.openAndPay(await make({ total }))).json.status).toBe('completed')
      expect(asked[0]!.amount).toMatchObject({ minor, currency: defaultCurrency })
    }
  })

  test('is an order: its lines and figures, who pays, where things go, and by which checkout it is found', async () => {
    const long = `${'x'.repeat(99)}😀${'y'.repeat(50)}`
    const { id, shown, op } = await paid(
      {
        items: [
          { name: 'Cup', price: 12.5, quantity: 2, description: 'Blue' },
          { name: long, price: 0.1, quantity: 3 },
        ],
        tax: 1.25,
        surcharge: 0.5,
        discount: 2,
        collectShipping: true,
      },
      {
        payment: { creditCard: card(undefined, { nameOnCard: 'Ann José', postalCode: '10001' }) },
        answers: {
          email: ' ann@mail.example ',
          shipTo: address,
          billTo: { line1: '2 Side St', country: 'DE', postalCode: '10115' },
        },
      },
    )
    expect(shown.order).toEqual({
      referenceObject: id,
      billTo: { line1: '2 Side St', country: 'DE', name: 'Ann José', postalCode: '10001' },
      shipTo: address,
      email: 'ann@mail.example',
      tax: 1.25,
      surcharge: 0.5,
      discount: 2,
      total: 25.05,
      lines: [
        { description: 'Cup', unitCost: 12.5, quantity: 2, total: 25 },
        { description: 'x'.repeat(99), unitCost: 0.1, quantity: 3, total: 0.3 },
      ],
    })
    expect(op.avs).toEqual({ postal: '10001', line1: '2 Side St', country: 'DE' })
    expect(op.instrument).toMatchObject({ name: 'Ann José' })
  })

  test('is billed to where things go, where no other address was given', async () => {
    const { shown, op } = await paid({ total: 5, collectShipping: true }, { answers: { shipTo: address } })
    expect(shown.order.billTo).toEqual(address)
    expect(op.avs).toEqual({ postal: '58102', line1: '1 Main St', country: 'US' })
  })

  test('has left no security code behind, and no token', async () => {
    const { json } = await shopper.openAndPay(await make(), {
      payment: { creditCard: card('378282246310005', { verificationValue: '7391' }) },
    })
    expect(json.status).toBe('completed')
    const [row] = await shop.merchant.rows('SELECT * FROM transactions WHERE id = ?', Number(json.transactionId))
    for (const value of Object.values(row!))
      expect(String(value)).not.toMatch(/(?<![0-9A-Za-z+/])7391(?![0-9A-Za-z+/])/)
    expect(
      await shop.merchant.rows('SELECT id FROM tokens WHERE account = ? AND sealedCvv IS NOT NULL', shop.merchant.id),
    ).toEqual([])
  })
})

describe('a decline', () => {
  test.each([
    ['4000000000000002', 'declined'],
    ['4000000000009995', 'insufficientFunds'],
    ['4000000000000069', 'expired'],
    ['4000003900000627', 'notAccepted'],
    ['4000003900000577', 'notAccepted'],
    ['4000000000000119', 'tryLater'],
    ['4000003900000916', 'tryLater'],
    // Of these a thief learns no more than that it was declined.
    ['4000000000000127', 'declined'],
    ['4100000000000019', 'declined'],
    ['4000000000009987', 'declined'],
    ['4000003900000650', 'declined'],
  ])('of %s is told as %s, and nothing more', async (number, declined) => {
    const id = await make()
    const { json } = await shopper.openAndPay(id, { payment: { creditCard: card(number) } })
    expect(json).toEqual({
      requestId: expect.any(String),
      status: 'open',
      declined,
      nonce: expect.any(String),
      errors: null,
    })
    expect(await read(id)).toMatchObject({ status: 'open', transactionId: null })
  })

  test('by the account’s own rule of addresses or codes says nothing of them, and is undone', async () => {
    const { make, shopper, payments } = await openShop({ settings: { avsReject: ['N'], cvvReject: ['N'] } })
    const id = await make()
    const { json } = await shopper.openAndPay(id, { payment: { creditCard: card('4000000000000010') } })
    expect(json).toMatchObject({ status: 'open', declined: 'declined' })
    await nextMillisecond()
    const again = await shopper.pay(id, json.nonce, {
      payment: { creditCard: card(undefined, { verificationValue: '901' }) },
    })
    expect(again.json).toMatchObject({ status: 'open', declined: 'declined' })
    expect((await payments(id)).map(({ responseCode }) => responseCode)).toEqual(['G04', 'G05'])
  })

  test('leaves it open for another card: two tries, one payment', async () => {
    const id = await make()
    const { nonce } = (await shopper.open(id)).data!
    const first = (await shopper.pay(id, nonce, { payment: { creditCard: card(cards.declined) } })).json
    expect(first).toMatchObject({ status: 'open', declined: 'declined' })
    // However often it is sent, and with whatever card: this name is spent, and tells what became of it.
    for (const { json } of [await shopper.pay(id, nonce), await shopper.ask(id, nonce)])
      expect(json).toMatchObject({ status: 'open', declined: 'declined' })
    await nextMillisecond()
    expect((await shopper.pay(id, first.nonce)).json).toMatchObject({ status: 'completed' })
    expect((await payments(id)).map(({ status }) => status)).toEqual(['declined', 'captured'])
  })
})

describe('where thieves try cards', () => {
  test('a shopper’s address closes after three, as it does for tokens', async () => {
    const { make, shopper, payments, worker } = await openShop()
    const id = await make()
    const at = { 'cf-connecting-ip': '198.51.100.7' }
    const numbers = ['4539148803436467', '5425233430109903', '4916338506082832', '4024007198964305']
    let { nonce } = (await shopper.open(id)).data!
    for (const [index, number] of numbers.entries()) {
      // The simulated issuer declines whoever lives there.
      const creditCard = card(number, index < 3 ? { postalCode: '46282' } : {})
      const { json } = await shopper.pay(id, nonce, { payment: { creditCard } }, at)
      expect(json).toMatchObject({ status: 'open', declined: 'declined' })
      nonce = json.nonce
      await nextMillisecond()
    }
    expect((await payments(id)).map(({ responseCode }) => responseCode)).toEqual(['05', '05', '05', 'G06'])
    expect(worker.log.some(({ warnings }) => warnings.includes('card_testing_address'))).toBe(true)
    // Somebody elsewhere is not taken for them.
    expect(
      (await shopper.openAndPay(await make(), { payment: { creditCard: card('4532015112830366') } })).json.status,
    ).toBe('completed')
  })
})

const limits = { processorTimeoutMs: 60, reversalTimeoutMs: 60, abandonAfterMs: 45_000, reversalLeaseMs: 60_000 }

/** A shop whose acquirer has a ledger of its own, and a fault plan. */
const openAtAcquirer = async () => {
  const clock = testClock()
  const { processor, ledger, faultPlan } = inMemoryAcquirer({ now: clock.now })
  const open = await openShop({}, { processor, clock, limits })
  const { merchant, call } = open
  return {
    ...open,
    clock,
    faultPlan,
    /** Puts the account's clock forward, after which everything due has run. */
    advance: (seconds: number) => ok(call('POST', '/v1/testclock/advance', { body: { seconds } })),
    taken: () => Number(ledger.totals(merchant.id, 840).captured),
    charges: () => Number(ledger.totals(merchant.id, 840).authorized),
  }
}

describe('an answer that does not come', () => {
  test('leaves it being paid, then open again, and then it is paid: one charge', async () => {
    const { make, read, cancel, shopper, faultPlan, advance, taken, payments } = await openAtAcquirer()
    const id = await make()
    const other = (await shopper.open(id)).data!.nonce
    const { nonce } = (await shopper.open(id)).data!
    faultPlan.add({ fault: { kind: 'silent' }, on: 'authorize' })
    faultPlan.add({ fault: { kind: 'silent' }, on: 'reverse' })
    expect((await shopper.pay(id, nonce)).json).toMatchObject({ status: 'processing', mine: true })
    expect((await shopper.ask(id, nonce)).json).toMatchObject({ status: 'processing', mine: true })
    // Neither another window nor the merchant comes between.
    for (const { json } of [await shopper.ask(id, other), await shopper.pay(id, other)])
      expect(json).toMatchObject({ status: 'processing', mine: false })
    const canceling = await cancel(id)
    expect([canceling.status, faults(canceling)]).toEqual([409, ['- operation_in_progress']])
    expect(await read(id)).toMatchObject({ status: 'processing', transactionId: null })

    await advance(180)
    expect((await shopper.ask(id, nonce)).json).toMatchObject({ status: 'open', declined: 'tryLater' })
    expect(taken()).toBe(0)
    expect((await shopper.pay(id, other)).json).toMatchObject({ status: 'completed' })
    expect(taken()).toBe(2625)
    expect((await payments(id)).map(({ status }) => status)).toEqual(['reversed', 'captured'])
  })

  test('within a day of the end does not keep it open longer', async () => {
    const { make, shopper, faultPlan, advance, read } = await openAtAcquirer()
    const id = await make()
    faultPlan.add({ fault: { kind: 'dropBefore' }, on: 'authorize' })
    faultPlan.add({ fault: { kind: 'busy' }, on: 'reverse' })
    const { nonce } = (await shopper.open(id)).data!
    await shopper.pay(id, nonce)
    await advance(86_400)
    expect(await read(id)).toMatchObject({ status: 'expired' })
    expect((await shopper.ask(id, nonce)).json).toMatchObject({ status: 'expired' })
  })
})

describe('at once', () => {
  test('two windows and a double click pay once, and all of them hear it', async () => {
    const { make, shopper, taken, charges, read } = await openAtAcquirer()
    const id = await make()
    const [first, second] = [(await shopper.open(id)).data!.nonce, (await shopper.open(id)).data!.nonce]
    const sent = await Promise.all([first, second, first].map((nonce) => shopper.pay(id, nonce)))
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const { json } of sent) expect(['completed', 'processing']).toContain(json.status)
    expect([charges(), taken()]).toEqual([2625, 2625])
    const { transactionId } = await read(id)
    for (const nonce of [first, second])
      for (const { json } of [await shopper.pay(id, nonce), await shopper.ask(id, nonce)])
        expect(json).toMatchObject({ status: 'completed', transactionId })
    expect([charges(), taken()]).toEqual([2625, 2625])
  })

  test('canceling and paying are one after the other: the first has it', async () => {
    const meanwhile: (() => Promise<void>)[] = []
    const processor: Processor = {
      ...simulated,
      authorize: async (op, ref) => {
        await meanwhile.pop()?.()
        return simulated.authorize(op, ref)
      },
    }
    const { make, shopper, cancel, read, payments } = await openShop({}, { processor })
    const paidFirst = await make()
    meanwhile.push(async () => expect((await cancel(paidFirst)).status).toBe(409))
    expect((await shopper.openAndPay(paidFirst)).json.status).toBe('completed')

    const canceledFirst = await make()
    const { nonce } = (await shopper.open(canceledFirst)).data!
    expect((await cancel(canceledFirst)).status).toBe(200)
    expect((await shopper.pay(canceledFirst, nonce)).json).toMatchObject({ status: 'canceled' })
    expect(await payments(canceledFirst)).toEqual([])

    const both = await make()
    const page = (await shopper.open(both)).data!.nonce
    const [canceled, sent] = await Promise.all([cancel(both), shopper.pay(both, page)])
    const { status } = await read(both)
    expect(canceled.status === 200).toBe(status === 'canceled')
    expect(sent.json.status).toBe(status)
    expect(await payments(both)).toHaveLength(status === 'completed' ? 1 : 0)
  })

  test.each(['the page is open', 'the try is on its way'])(
    'a saved card that is deleted while %s is refused by its member',
    async (when) => {
      const { processor, before } = interrupted()
      const { createCustomer, store, make, shopper, call, payments } = await openShop({}, { processor })
      const customer = await createCustomer()
      const wallet = await store(customer, { creditCard: card() })
      const id = await make({ total: 5, customerInfo: { id: customer } })
      const { nonce } = (await shopper.open(id)).data!
      const drop = () => call('DELETE', `/v1/customers/${customer}/wallet/${wallet}`)
      if (when === 'the page is open') await drop()
      else before.trying = drop
      const answer = await shopper.pay(id, nonce, { payment: { wallet, verificationValue: '123' } })
      expect([answer.status, faults(answer)]).toEqual([400, ['payment.wallet wallet_not_found']])
      expect(await payments(id)).toEqual([])
    },
  )

  test.each([
    ['expires', 'expired'],
    ['is canceled', 'canceled'],
    ['has its customer deleted', 'canceled'],
  ])('a checkout that %s while a try is on its way is not paid', async (what, status) => {
    const { processor, before } = interrupted()
    const { createCustomer, make, shopper, call, cancel, merchant, rows } = await openShop({}, { processor })
    const customer = await createCustomer()
    const id = await make({ total: 5, customerInfo: { id: customer } })
    const { nonce } = (await shopper.open(id)).data!
    const written = await rows()
    const doings: Record<string, () => Promise<unknown>> = {
      expires: () => merchant.run('UPDATE checkouts SET expires = created WHERE id = ?', id),
      'is canceled': () => cancel(id),
      'has its customer deleted': () => call('DELETE', `/v1/customers/${customer}`),
    }
    before.trying = doings[what]!
    expect((await shopper.pay(id, nonce)).json).toMatchObject({ status })
    expect(await rows()).toEqual(written)
  })
})
