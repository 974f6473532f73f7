import { describe, expect, test } from 'vitest'
import { makeTestWalletPayload } from '../../../widget/encrypt/testWalletPayload.ts'
import type { Instrument, Processor } from '../../processors/processor.ts'
import { simulator } from '../../processors/simulator/simulator.ts'
import { byToken, card, createMerchant, startWorker, testClock } from '../../testing/merchant.ts'

/** What a payment can be made with beside a card in clear, and what the processor is told of it. */

/** A simulator that remembers how it was asked. */
const asked: any[] = []
const processor: Processor = {
  ...simulator(),
  authorize: (op, ref) => {
    asked.push({ ...op, instrument: revealed(op.instrument) })
    return simulator().authorize(op, ref)
  },
}

/** Secrets as text, to be compared. */
const revealed = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if ('reveal' in value && typeof value.reveal === 'function') return value.reveal()
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, revealed(member)]))
}

const worker = startWorker({ processor })
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const post = (verb: string, body: object) => call('POST', `/v1/transactions/${verb}`, { body })
const pay = (payment: object, more: object = {}) => post('authorize', { payment, amount: { value: 5 }, ...more })
const shown = async (id: string) => (await call('GET', `/v1/transactions/${id}`)).json
const errorOf = ({ json }: { json: any }) => json.errors?.[0]
const retryOf = (answer: { json: any }) => errorOf(answer).message.details.retry
const instrument = () => asked.at(-1).instrument as Instrument

const bank = { accountNumber: '123456789', routingNumber: '021000021' }
const verification = { dob: '1990-02-28', ssn: '1234', driversLicense: { number: 'D123', state: 'NY' } }

describe('a check', () => {
  test('is taken at once, with what its holder proves identity with, which is kept nowhere', async () => {
    const { json } = await pay({
      check: { ...bank, name: 'A. Bee', checkNumber: '42', accountType: 'BUSINESSCHECKING', verification },
    })
    expect(json).toMatchObject({ responseCode: '00', authCode: null, avs: null, cvv: null, errors: null })
    expect(instrument()).toEqual({
      kind: 'check',
      routing: '021000021',
      account: '123456789',
      accountType: 'businessChecking',
      name: 'A. Bee',
      number: '42',
      verification,
    })
    expect(asked.at(-1).capture).toBe('now')
    const read = await shown(json.transactionId)
    expect(read).toMatchObject({
      method: 'check',
      status: 'captured',
      amountCaptured: 5,
      expires: null,
      payment: { network: 'ach', accountNumber: '*****6789', expiry: '' },
      operations: [
        { type: 'authorize', status: 'approved' },
        { type: 'capture', status: 'approved', amount: 5 },
      ],
    })
    const rows = JSON.stringify([
      await merchant.rows('SELECT * FROM transactions WHERE account = ?', merchant.id),
      await merchant.rows('SELECT * FROM operations WHERE account = ?', merchant.id),
    ])
    for (const secret of ['123456789', '021000021', '1990-02-28', 'D123', 'A. Bee']) expect(rows).not.toContain(secret)
  })

  test.each([
    ['of a routing number without its check digit', { routingNumber: '021000022' }, 'R28'],
    ['of a Canadian institution that is none', { routingNumber: '12345998' }, 'R13'],
    ['of an account that the bank closed', { accountNumber: '998000002' }, 'R02'],
  ])('%s is declined', async (_what, more, code) => {
    const answer = await pay({ check: { ...bank, ...more } })
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({ responseCode: code, errors: [{ type: 'check_declined' }] })
    expect((await shown(answer.json.transactionId)).status).toBe('declined')
  })

  test('of more than 5000.00 is one too many in test mode', async () => {
    const check = { check: bank }
    expect((await pay(check, { amount: { value: 5000.01 } })).json.responseCode).toBe('G06')
    expect((await pay(check, { amount: { value: 5000 } })).json.responseCode).toBe('00')
  })

  test('can be voided until it settles, and credited', async () => {
    const one = (await pay({ check: bank })).json.transactionId
    expect((await post('void', { transactionId: one })).json.responseCode).toBe('00')
    expect(await shown(one)).toMatchObject({ status: 'voided', amountCaptured: 0 })
    const other = (await pay({ check: bank })).json.transactionId
    const credited = await post('credit', { referenceTransactionId: Number(other) })
    expect(credited.json).toMatchObject({ responseCode: '00', amount: 5 })
  })

  test('comes as a token, too, its identity for this once', async () => {
    const { token } = (await call('POST', '/v1/tokens', { body: { check: { ...bank, verification } } })).json
    const { json } = await post('authorize', byToken(token))
    expect(json.responseCode).toBe('00')
    expect(instrument()).toMatchObject({ kind: 'check', account: '123456789', verification })
    expect(await shown(json.transactionId)).toMatchObject({ method: 'check', status: 'captured' })
    expect(errorOf(await post('authorize', byToken(token))).type).toBe('token_used')
  })
})

describe('cash', () => {
  test('is recorded as taken', async () => {
    const { json } = await pay({ cash: true })
    expect(json).toMatchObject({ responseCode: '00', authCode: null, avs: null, cvv: null })
    expect(instrument()).toEqual({ kind: 'cash' })
    expect(await shown(json.transactionId)).toMatchObject({
      method: 'cash',
      status: 'captured',
      payment: { network: null, accountNumber: null, expiry: null },
    })
  })

  test('that is false is no cash', async () => {
    expect(errorOf(await pay({ cash: false })).type).toBe('payment_method_required')
    expect((await pay({ cash: false, creditCard: card() })).json.responseCode).toBe('00')
  })
})

const customer = async () =>
  (await call('POST', '/v1/customers', { body: { firstName: 'A' } })).json.customers[0].id as string

/** Stores a card with a customer. Answers the id of its entry. */
const store = async (of: string, number = '4242424242424242', more: object = {}) => {
  const { token } = (await call('POST', '/v1/tokens', { body: { creditCard: card(number) } })).json
  return (await call('POST', `/v1/customers/${of}/wallet`, { body: { token, ...more } })).json.wallet[0].id as string
}

describe('a stored method', () => {
  test('pays as the entry that is named, or as the default of the customer', async () => {
    const of = await customer()
    const first = await store(of)
    const second = await store(of, '5555555555554444')
    for (const [stored, wallet, last4] of [
      [{ customer: of }, first, '4242'],
      [{ wallet: second }, second, '4444'],
      [{ customer: of, wallet: second }, second, '4444'],
    ] as const) {
      const { json } = await pay({ stored })
      expect(json.responseCode).toBe('00')
      const { payment, method } = await shown(json.transactionId)
      expect(method).toBe('creditCard')
      expect(payment).toMatchObject({ customer: of, wallet, initiatedBy: 'customer', initial: 'subsequent' })
      expect(payment.accountNumber).toBe(`************${last4}`)
    }
    expect(instrument()).toMatchObject({ kind: 'card', pan: '5555555555554444', entry: 'cof' })
    expect(instrument()).not.toHaveProperty('cvv')
  })

  test('is charged by the merchant with the series that its first payment began', async () => {
    const of = await customer()
    await store(of)
    const stored = { customer: of, initiatedBy: 'merchant', installment: 3 }
    const log = worker.log.length
    await pay({ stored })
    expect(worker.log.slice(log).flatMap(({ warnings }) => warnings)).toContain('no_network_transaction_id')
    const first = (await shown((await pay({ stored })).json.transactionId)).payment.networkTransactionId
    expect(asked.at(-1).credential).toMatchObject({
      initiatedBy: 'merchant',
      initial: 'subsequent',
      reason: 'installment',
      installment: 3,
      // Of the payment before: the first that was approved.
      networkTransactionId: expect.stringMatching(/^SIM[0-9]{12}$/),
    })
    expect(asked.at(-1).credential.networkTransactionId).not.toBe(first)
  })

  test('names the first of its series by our id, or by the network’s own', async () => {
    const of = await customer()
    await store(of)
    const begun = await pay({ creditCard: card() })
    const { networkTransactionId } = (await shown(begun.json.transactionId)).payment
    const stored = { customer: of, initiatedBy: 'merchant', initial: 'used' }
    await pay({ stored: { ...stored, initialTransactionId: begun.json.transactionId } })
    expect(asked.at(-1).credential.networkTransactionId).toBe(networkTransactionId)
    await pay({ stored: { ...stored, initialTransactionId: 'NET123' } })
    expect(asked.at(-1).credential.networkTransactionId).toBe('NET123')
    // One of ours that no network has seen has no such id, and is none.
    const declined = (await pay({ creditCard: card('4242424242424241') })).json.transactionId
    await pay({ stored: { ...stored, initialTransactionId: declined } })
    expect(asked.at(-1).credential).not.toHaveProperty('networkTransactionId')
  })

  test('whose card has expired is sent on where the merchant charges it, and declined where the shopper does', async () => {
    const clock = testClock()
    const later = startWorker({ processor, clock }).as(merchant.secretKey)
    const of = await customer()
    await store(of)
    clock.advance(Date.parse('2031-02-01T13:00:00Z') - Date.now())
    const by = (initiatedBy: string) =>
      later('POST', '/v1/transactions/authorize', {
        body: { payment: { stored: { customer: of, initiatedBy } }, amount: { value: 5 } },
      })
    expect((await by('customer')).json.responseCode).toBe('54')
    expect((await by('merchant')).json.responseCode).toBe('00')
  })

  test('approves when it is stored and pays with 51 from then on, by the card for dunning', async () => {
    expect((await pay({ creditCard: card('4000000000000341') })).json.responseCode).toBe('00')
    const of = await customer()
    await store(of, '4000000000000341')
    expect((await pay({ stored: { customer: of } })).json.responseCode).toBe('51')
  })

  // What a dunning schedule hangs on, as far as payments go: which declines end it, which are tried again, and that a new card pays.
  test('Hard decline stops dunning at once; soft decline follows 1,3,5,7 days; new default card triggers one try; success returns to active.', async () => {
    const of = await customer()
    const charge = () => pay({ stored: { customer: of, initiatedBy: 'merchant' } })
    await store(of, '4000000000009979')
    expect(retryOf(await charge())).toBe('never')
    for (const [number, retry] of [
      ['4000000000009995', 'later'],
      ['4000000000000119', 'later'],
      ['4000003900000544', 'other_method'],
    ] as const) {
      await store(of, number, { default: true })
      expect(retryOf(await charge())).toBe(retry)
    }
    await store(of, '4242424242424242', { default: true })
    expect((await charge()).json).toMatchObject({ responseCode: '00', errors: null })
  })

  test('that is not there is refused, and says which of the two is wrong', async () => {
    const [of, other] = [await customer(), await customer()]
    const wallet = await store(of)
    const none = crypto.randomUUID()
    for (const [stored, type, field] of [
      [{ customer: none }, 'customer_not_found', 'payment.stored.customer'],
      [{ customer: other }, 'wallet_not_found', 'payment.stored.wallet'],
      [{ wallet: none }, 'wallet_not_found', 'payment.stored.wallet'],
      [{ customer: other, wallet }, 'wallet_not_of_customer', 'payment.stored.wallet'],
    ] as const) {
      const answer = await pay({ stored })
      expect([answer.status, errorOf(answer)]).toMatchObject([400, { type, message: { field } }])
    }
    const stranger = worker.as((await createMerchant()).secretKey)
    const body = { payment: { stored: { wallet } }, amount: { value: 5 } }
    expect(errorOf(await stranger('POST', '/v1/transactions/authorize', { body })).type).toBe('wallet_not_found')
  })
})

const payload = (more: object = {}) =>
  makeTestWalletPayload({ accountNumber: '4242424242424242', expires: '1230', ...more })

describe('an envelope of a phone’s wallet', () => {
  test.each(['ECv1', 'ECv2'] as const)(
    '%s pays with the device’s number and its cryptogram',
    async (protocolVersion) => {
      const { json } = await pay({ digitalPayPayment: await payload({ protocolVersion }) })
      expect(json).toMatchObject({ responseCode: '00', errors: null })
      expect(instrument()).toMatchObject({
        kind: 'networkToken',
        dpan: '4242424242424242',
        expiry: '1230',
        cryptogram: expect.any(String),
        eci: '05',
      })
      expect(await shown(json.transactionId)).toMatchObject({
        method: 'digitalPayPayment',
        status: 'authorized',
        payment: { network: 'visa', accountNumber: '************4242' },
      })
      expect((await post('capture', { transactionId: json.transactionId })).json.responseCode).toBe('00')
    },
  )

  test('pays with a card on file, and triggers work through it', async () => {
    const onFile = await payload({ accountNumber: '4000000000009995', authMethod: 'PAN_ONLY' })
    expect(
      (await pay({ digitalPayPayment: { ...onFile, nameOnCard: 'José', postalCode: '46201' } })).json,
    ).toMatchObject({
      responseCode: '51',
      avs: { code: 'A' },
    })
    expect(instrument()).toMatchObject({ kind: 'card', name: 'José', entry: 'ecom' })
  })

  test('pays once: of ten at the same time, one; and none after', async () => {
    const digitalPayPayment = await payload()
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay({ digitalPayPayment })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of [...answers.filter(({ status }) => status !== 200), await pay({ digitalPayPayment })])
      expect([answer.status, errorOf(answer)]).toMatchObject([
        400,
        { type: 'format_invalid', message: { field: 'payment.digitalPayPayment' } },
      ])
  })

  test('that expired, was made for another account, or was changed is refused in the same words as one that paid before', async () => {
    const used = await payload()
    await pay({ digitalPayPayment: used })
    const changed = await payload()
    const wrong = [
      used,
      await payload({ expiresInMs: -1000 }),
      await payload({ gatewayMerchantId: crypto.randomUUID() }),
      { ...changed, signature: used.signature },
    ]
    const words = await Promise.all(
      wrong.map(async (digitalPayPayment) => {
        const { status, json } = await pay({ digitalPayPayment })
        return [status, JSON.stringify(json.errors)]
      }),
    )
    expect(new Set(words.map(String)).size).toBe(1)
    expect(words[0]![0]).toBe(400)
  })

  test('spends nothing where the request is refused for another reason', async () => {
    const digitalPayPayment = await payload()
    expect((await pay({ digitalPayPayment }, { referenceTransactionId: 1 })).status).toBe(400)
    expect((await pay({ digitalPayPayment })).json.responseCode).toBe('00')
  })

  test('is never taken in live mode, where no keys are configured', async () => {
    const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
    const body = { payment: { digitalPayPayment: await payload() }, amount: { value: 5 } }
    expect(errorOf(await live('POST', '/v1/transactions/authorize', { body })).type).toBe('format_invalid')
  })
})

test('a reader must be one of the account’s', async () => {
  const answer = await pay({ terminal: { id: '12345678' } })
  expect([answer.status, errorOf(answer)]).toMatchObject([
    400,
    { type: 'terminal_not_found', message: { field: 'payment.terminal.id' } },
  ])
})
