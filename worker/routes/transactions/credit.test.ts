import { afterAll, describe, expect, test, vi } from 'vitest'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import { byCard, card, createMerchant, startWorker } from '../../testing/merchant.ts'

/** What credits give back: of a payment, and to an instrument that no payment was made with. */

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const acquirer = inMemoryAcquirer()
const worker = startWorker({ processor: acquirer.processor })
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const post = (verb: string, body: object, by = call) => by('POST', `/v1/transactions/${verb}`, { body })
const shown = async (id: string) => (await call('GET', `/v1/transactions/${id}`)).json
const errorOf = ({ json }: { json: any }) => json.errors?.[0]

const credit = (id: string, value?: number, more: object = {}) =>
  post('credit', { referenceTransactionId: Number(id), ...(value === undefined ? {} : { amount: { value } }), ...more })

/** The id of a payment of so much, captured as far as said. */
const captured = async (
  value = 10,
  { capture = value, ...more }: { capture?: number; [member: string]: unknown } = {},
) => {
  const { json } = await post('authorize', byCard(undefined, { amount: { value }, ...more }))
  await post('capture', { transactionId: json.transactionId, amount: capture })
  return json.transactionId as string
}

const booked = (root: string) =>
  acquirer.ledger.entries().filter((entry) => entry.root === root && entry.type === 'credit')

describe('a credit of a payment', () => {
  test('without amount and payment gives back all that is left', async () => {
    const id = await captured()
    expect((await credit(id, 2.5)).json).toMatchObject({ amount: 2.5, responseCode: '00', errors: null, avs: null })
    expect(await shown(id)).toMatchObject({ status: 'partially_refunded', amountCaptured: 10, amountCredited: 2.5 })
    const rest = await credit(id)
    expect(rest.json.amount).toBe(7.5)
    expect(await shown(id)).toMatchObject({ status: 'refunded', amountCredited: 10 })
    expect(await shown(rest.json.transactionId)).toMatchObject({
      type: 'credit',
      originalTransactionId: id,
      amount: 7.5,
    })
    const more = await credit(id, 0.01)
    expect([more.status, errorOf(more).type]).toEqual([409, 'invalid_state'])
    expect(errorOf(more).message.details).toEqual({ state: 'refunded', allowed: ['void'] })
  })

  test('Credits concurrent to the captured total: cumulative limit holds under 10 parallel requests.', async () => {
    const id = await captured(10)
    const answers = await Promise.all(Array.from({ length: 10 }, () => credit(id, 3)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter((answer) => errorOf(answer)?.type === 'amount_exceeds_captured')).toHaveLength(7)
    expect(booked(id)).toHaveLength(3)
    expect(await shown(id)).toMatchObject({ status: 'partially_refunded', amountCredited: 9 })
  })

  test('Refund beyond captured by 0.01 -> 400; after a void -> 409.', async () => {
    const id = await captured(10, { capture: 6 })
    const beyond = await credit(id, 6.01)
    expect(beyond.status).toBe(400)
    expect(errorOf(beyond)).toMatchObject({
      type: 'amount_exceeds_captured',
      message: { field: 'amount.value', details: { creditable: 6 } },
    })
    await post('void', { transactionId: id })
    const late = await credit(id, 1)
    expect([late.status, errorOf(late).type]).toEqual([409, 'already_voided'])
    expect(booked(id)).toEqual([])
  })

  test('gives the rest of the hold back, once the sweep has come by', async () => {
    const id = await captured(10, { capture: 6 })
    await credit(id, 1)
    expect(await shown(id)).toMatchObject({ status: 'partially_refunded', amountCapturable: 0 })
    expect(errorOf(await post('capture', { transactionId: id, amount: 1 })).type).toBe('invalid_state')
    // It may be of the credit's very millisecond, and then stand before it.
    const release = async () => (await shown(id)).operations.find(({ type }: { type: string }) => type === 'reversal')
    expect(await release()).toMatchObject({ status: 'pending', amount: 4 })
    // A sweep takes its share of a shard, whatever other tests have left there.
    await merchant.run('UPDATE operations SET due = NULL WHERE account <> ?', merchant.id)
    await worker.sweep()
    expect(await release()).toMatchObject({ status: 'approved' })
    // What was captured stands.
    expect(acquirer.ledger.entries().find((entry) => entry.root === id && entry.type === 'capture')?.effects).toBe(1)
  })

  test('takes the currency of the payment, and refuses another', async () => {
    const id = await captured(100, { amount: { value: 100, currency: 392 } })
    expect(errorOf(await credit(id, 1, { amount: { value: 1, currency: 840 } }))).toMatchObject({
      type: 'currency_mismatch',
      message: { field: 'amount.currency' },
    })
    expect(errorOf(await credit(id, 0.5))).toMatchObject({
      type: 'amount_precision_invalid',
      message: { field: 'amount.value', details: { places: 0 } },
    })
    expect((await credit(id, 40)).json.amount).toBe(40)
    expect((await credit(id, 1, { amount: { value: 60, currency: 392 } })).json.amount).toBe(60)
  })

  test('that is declined gives nothing back, and can be asked for again', async () => {
    const id = await captured()
    acquirer.faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'credit' })
    expect((await credit(id)).json).toMatchObject({ responseCode: '51', errors: [{ type: 'card_declined' }] })
    expect(await shown(id)).toMatchObject({ status: 'captured', amountCredited: 0 })
    expect((await credit(id)).json.responseCode).toBe('00')
  })

  test('can be voided, alone and by its own id, until it settles', async () => {
    const id = await captured()
    await credit(id, 4)
    const second = (await credit(id, 6)).json.transactionId
    expect((await shown(id)).status).toBe('refunded')
    expect((await post('void', { transactionId: second })).json).toMatchObject({ amount: 6, responseCode: '00' })
    expect(await shown(id)).toMatchObject({ status: 'partially_refunded', amountCredited: 4 })
    expect(errorOf(await post('void', { transactionId: second })).type).toBe('already_voided')
    expect((await credit(id)).json.amount).toBe(6)
  })
})

const token = async (number: string): Promise<string> =>
  (await call('POST', '/v1/tokens', { body: { creditCard: card(number) } })).json.token
const customer = async () => (await call('POST', '/v1/customers', { body: { firstName: 'A' } })).json.customers[0].id

describe('a credit that names its instrument, too,', () => {
  test('is taken where it is the one of the payment', async () => {
    const id = await captured()
    const fresh = await token('4242424242424242')
    for (const payment of [{ creditCard: card() }, { token: fresh }, { token: 'test-visa-4242' }])
      expect((await credit(id, 1, { payment })).json).toMatchObject({ responseCode: '00' })
    expect(errorOf(await credit(id, 1, { payment: { token: fresh } })).type).toBe('payment_method_ambiguous')
  })

  test('is refused where it is another, and spends no token', async () => {
    const id = await captured()
    const other = await token('5555555555554444')
    for (const payment of [{ creditCard: card('5555555555554444') }, { token: other }, { cash: true }]) {
      const answer = await credit(id, 1, { payment })
      expect([answer.status, errorOf(answer)]).toMatchObject([
        400,
        { type: 'payment_method_ambiguous', message: { field: 'payment' } },
      ])
    }
    expect((await shown(id)).amountCredited).toBe(0)
    expect((await post('authorize', { payment: { token: other }, amount: { value: 1 } })).json.responseCode).toBe('00')
  })

  test('takes the customer and the wallet entry that paid', async () => {
    const id = await customer()
    const wallet = (
      await call('POST', `/v1/customers/${id}/wallet`, { body: { token: await token('4242424242424242') } })
    ).json.wallet[0].id
    const { transactionId } = (await post('authorize', { payment: { stored: { wallet } }, amount: { value: 5 } })).json
    await post('capture', { transactionId })
    expect((await credit(transactionId, 1, { payment: { stored: { wallet } } })).json.responseCode).toBe('00')
    expect((await credit(transactionId, 1, { payment: { stored: { customer: id } } })).json.responseCode).toBe('00')
    const stranger = await customer()
    expect(errorOf(await credit(transactionId, 1, { payment: { stored: { customer: stranger } } })).type).toBe(
      'payment_method_ambiguous',
    )
  })
})

const payOut = (more: object = {}, by = call) =>
  post('credit', { payment: { creditCard: card() }, amount: { value: 5 }, ...more }, by)

describe('a credit of no payment', () => {
  test('pays out to a card, stands by itself, and can be voided', async () => {
    const paid = await payOut({ order: { metadata: { why: 'prize' } } })
    expect(paid.json).toMatchObject({ responseCode: '00', amount: 5, metadata: { why: 'prize' }, errors: null })
    const id = paid.json.transactionId
    expect(await shown(id)).toMatchObject({
      type: 'credit',
      status: 'refunded',
      originalTransactionId: id,
      amountAuthorized: 0,
      amountCaptured: 0,
      amountCredited: 5,
      payment: { accountNumber: '************4242' },
    })
    expect(acquirer.ledger.find(id)).toMatchObject({ type: 'credit', approved: '500' })
    expect((await post('void', { transactionId: id })).json.amount).toBe(5)
    expect(await shown(id)).toMatchObject({ status: 'voided', amountCredited: 0 })
    expect(errorOf(await credit(id, 1)).type).toBe('already_voided')
  })

  test('takes every source that an authorize takes', async () => {
    for (const payment of [{ cash: true }, { check: { accountNumber: '123456789', routingNumber: '021000021' } }])
      expect((await payOut({ payment })).json.responseCode).toBe('00')
    expect((await payOut({ payment: { creditCard: card('4242424242424241') } })).json.responseCode).toBe('14')
  })

  test('needs a payment and an amount, and says both', async () => {
    const { status, json } = await post('credit', {})
    expect(status).toBe(400)
    expect(json.errors.map(({ type, message }: any) => [type, message.field])).toEqual([
      ['required', 'amount'],
      ['required', 'payment'],
    ])
  })

  test('is for accounts that allow it, and for keys that may', async () => {
    const strict = await createMerchant({ settings: { unreferencedCredits: { test: false, live: false } } })
    const refused = await payOut({}, worker.as(strict.secretKey))
    expect([refused.status, errorOf(refused).type]).toEqual([403, 'scope_missing'])
    const writer = await merchant.issue('rk', { scopes: ['transactions:write'] })
    expect((await payOut({}, worker.as(writer.key))).status).toBe(403)
  })

  test('whose outcome is unknown is a 504, and is taken back', async () => {
    acquirer.faultPlan.add({ fault: { kind: 'dropAfter' }, on: 'credit' })
    const answer = await payOut()
    expect(answer.status).toBe(504)
    const { transactionId } = errorOf(answer).message.details
    expect(await shown(transactionId)).toMatchObject({ status: 'reversed', amountCredited: 0 })
  })
})

test.each(['91119118634486', '9007199254740993'])(
  'a credit of a payment that nobody has (%s) is refused',
  async (id) => {
    const body = `{"referenceTransactionId":${id}}`
    const answer = await call('POST', '/v1/transactions/credit', {
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect([answer.status, errorOf(answer)]).toMatchObject([
      400,
      { type: 'reference_not_found', message: { field: 'referenceTransactionId' } },
    ])
  },
)
