import { describe, expect, test } from 'vitest'
import type { Card, Processor } from '../../processors/processor.ts'
import { simulator } from '../../processors/simulator/simulator.ts'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import type { Answered } from '../../testing/merchant.ts'
import { byCard, byToken, card, createMerchant, gatewayOrigin, startWorker } from '../../testing/merchant.ts'

/** What an authorize answers, and what GET shows of it: by the simulator's test cards, and by the acquirer's ledger where that matters. */

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const authorize = (body: unknown): Promise<Answered> => call('POST', '/v1/transactions/authorize', { body })
const shown = async (id: string) => (await call('GET', `/v1/transactions/${id}`)).json

describe('an approval', () => {
  test('answers the whole response, and GET all of it and more', async () => {
    const before = Date.now()
    const { json } = await authorize({
      payment: { creditCard: card('4242424242424242', { expires: '1/30', postalCode: '46201', nameOnCard: 'A B' }) },
      amount: { value: 10.51 },
      order: { billTo: { line1: '1 Main St' } },
    })
    expect(json).toEqual({
      requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
      transactionId: expect.stringMatching(/^[0-9]{14,16}$/),
      authCode: expect.stringMatching(/^[0-9]{6}$/),
      responseCode: '00',
      responseText: 'Approved',
      latency: expect.any(Number),
      avs: { code: 'A', text: 'Street address matches, but postal code does not match.' },
      cvv: { code: 'M', text: 'CVV matches' },
      amount: 10.51,
      metadata: null,
      errors: null,
    })
    const { requestId, ...outcome } = json
    const read = await shown(json.transactionId)
    expect(read.requestId).not.toBe(requestId)
    expect(read).toMatchObject({
      ...outcome,
      originalTransactionId: json.transactionId,
      type: 'authorize',
      status: 'authorized',
      method: 'creditCard',
      currency: 840,
      amountAuthorized: 10.51,
      amountCapturable: 10.51,
      payment: {
        network: 'visa',
        accountNumber: '************4242',
        expiry: '0130',
        customer: null,
        wallet: null,
        terminal: null,
        initiatedBy: 'customer',
        initial: 'first',
        networkTransactionId: expect.any(String),
      },
      operations: [
        { transactionId: json.transactionId, type: 'authorize', status: 'approved', amount: 10.51, responseCode: '00' },
      ],
      batchId: null,
    })
    const created = Date.parse(read.created)
    expect(created).toBeGreaterThanOrEqual(before)
    expect(created).toBeLessThanOrEqual(Date.now())
    expect(Date.parse(read.expires) - created).toBeGreaterThanOrEqual(7 * 86_400_000)
    expect(Date.parse(read.expires) - created).toBeLessThan(7 * 86_400_000 + 5_000)
  })

  test.each([
    ['4111111111111111', 'visa', '************1111'],
    ['5555555555554444', 'mastercard', '************4444'],
    ['2223003122003222', 'mastercard', '************3222'],
    ['378282246310005', 'amex', '***********0005'],
    ['6011111111111117', 'discover', '************1117'],
    ['3056930009020004', 'diners', '************0004'],
    ['3566002020360505', 'jcb', '************0505'],
    ['6200000000000005', 'unionpay', '************0005'],
    ['4222222222222', 'visa', '*********2222'],
    ['4444333322221111455', 'visa', '***************1455'],
    ['9999999999999995', 'unknown', '************9995'],
  ])('of %s is shown as %s %s', async (number, network, masked) => {
    const { json } = await authorize(byCard(number))
    expect(json.responseCode).toBe('00')
    expect((await shown(json.transactionId)).payment).toMatchObject({ network, accountNumber: masked })
  })

  test('does not depend on cents', async () => {
    for (const value of [0.05, 19.99, 12.34, 10.05, 10.51, 10.68])
      expect((await authorize({ ...byCard(), amount: { value } })).json).toMatchObject({
        responseCode: '00',
        amount: value,
      })
  })
})

/** A simulator that remembers what it was asked, its secrets revealed. */
const remembering = () => {
  const asked: any[] = []
  const processor: Processor = {
    ...simulator(),
    authorize: (op, ref) => {
      const { pan, cvv, ...instrument } = op.instrument as Card
      asked.push({ ...op, ref, instrument: { ...instrument, pan: pan.reveal(), cvv: cvv?.reveal() } })
      return simulator().authorize(op, ref)
    },
  }
  return { asked, call: startWorker({ processor }).as(merchant.secretKey) }
}

describe('the processor is asked', () => {
  const order = { billTo: { line1: '1 Main St', postalCode: '10001', country: 'US' } }

  test.each([
    ['typed by the merchant', 'manual', "Jose O'Brien", false],
    ['that comes as a token', 'ecom', 'José Ñandú 王小明', true],
  ])('once, with all of a card %s', async (_what, entry, nameOnCard, tokenized) => {
    const { asked, call } = remembering()
    const creditCard = card(undefined, { expires: '12/2030', nameOnCard, postalCode: '46201' })
    const payment = tokenized
      ? { token: (await call('POST', '/v1/tokens', { body: { creditCard } })).json.token }
      : { creditCard }
    const { json } = await call('POST', '/v1/transactions/authorize', {
      body: { payment, amount: { value: 1.25, currency: 414 }, order },
    })
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({
      op: json.transactionId,
      ref: { processor: 'simulator', op: json.transactionId, root: json.transactionId },
      account: { id: merchant.id, mode: 'test', strictTestPans: false },
      amount: { minor: 1250n, currency: 414, exponent: 3 },
      instrument: { kind: 'card', pan: '4242424242424242', cvv: '123', expiry: '1230', name: nameOnCard, entry },
      credential: { initiatedBy: 'customer', initial: 'first', reason: 'unscheduled' },
      avs: { postal: '46201', line1: '1 Main St', country: 'US' },
      allowPartial: true,
      capture: 'later',
    })
    expect(asked[0].deadline - Date.now()).toBeGreaterThan(20_000)
    expect(asked[0].deadline - Date.now()).toBeLessThanOrEqual(25_000)
  })

  test('without what was not sent', async () => {
    const { asked, call } = remembering()
    const creditCard = { accountNumber: '4242424242424242', expires: '1230', nameOnCard: '', postalCode: '' }
    await call('POST', '/v1/transactions/authorize', { body: { payment: { creditCard }, amount: { value: 1 } } })
    expect(asked[0].instrument.cvv).toBeUndefined()
    expect(asked[0].avs).toEqual({})
  })

  test('only after the payment is written down, with what is needed to undo it', async () => {
    const written: unknown[] = []
    const processor: Processor = {
      ...simulator(),
      authorize: async (op, ref) => {
        const [row] = await merchant.rows(
          'SELECT status, processorRef, due FROM operations WHERE id = ?',
          Number(op.op),
        )
        written.push(row?.['status'], JSON.parse(row?.['processorRef']), row?.['due'] > Date.now())
        expect(ref.op).toBe(op.op)
        return simulator().authorize(op, ref)
      },
    }
    const { json } = await startWorker({ processor }).as(merchant.secretKey)('POST', '/v1/transactions/authorize', {
      body: byCard(),
    })
    expect(written).toEqual(['pending', expect.objectContaining({ op: json.transactionId }), true])
  })
})

describe('a decline is 200, with errors', () => {
  test.each([
    ['4000000000000002', '05', 'Do not honor', 'do_not_honor', 'later'],
    ['4000000000009995', '51', 'Insufficient funds', 'insufficient_funds', 'later'],
    ['4000000000009987', '41', 'Lost card', 'lost_card', 'never'],
    ['4000000000009979', '43', 'Stolen card', 'stolen_card', 'never'],
    ['4000000000000069', '54', 'Expired card', 'expired_card', 'other_method'],
    ['4000000000000127', '82', 'CVV incorrect', 'incorrect_cvc', 'other_method'],
    ['4000000000000119', '96', 'System malfunction', 'processing_error', 'later'],
    ['4100000000000019', '59', 'Suspected fraud', 'fraudulent', 'never'],
    ['4000003900000015', '01', 'Refer to card issuer', 'call_issuer', 'contact_issuer'],
    ['4000003900000148', '14', 'Invalid card number', 'invalid_number', 'other_method'],
    ['4000003900000619', '61', 'Exceeds amount limit', 'withdrawal_count_limit_exceeded', 'later'],
    ['4000003900000916', '91', 'Issuer unavailable', 'issuer_not_available', 'later'],
    ['4000002500003155', '65', 'Exceeds frequency limit / SCA needed', 'card_velocity_exceeded', 'authenticate'],
  ])('%s: %s %s', async (number, responseCode, text, code, retry) => {
    const answer = await authorize({ ...byCard(number), order: { metadata: { cart: '7' } } })
    expect(answer.status).toBe(200)
    const { json } = answer
    const errors = [
      {
        type: 'card_declined',
        message: { text, field: null, code, docs: `${gatewayOrigin}/errors#card_declined`, details: { retry } },
      },
    ]
    expect(json).toMatchObject({
      responseCode,
      responseText: text,
      authCode: null,
      amount: 10.5,
      metadata: { cart: '7' },
      errors,
    })
    expect(await shown(json.transactionId)).toMatchObject({
      status: 'declined',
      responseCode,
      errors,
      amount: 10.5,
      amountAuthorized: 0,
      amountCapturable: 0,
      expires: null,
      operations: [{ status: 'declined', responseCode }],
    })
  })
})

describe('less than what was asked for', () => {
  test.each([
    ['by the card: half', { ...byCard('4000003900000106'), amount: { value: 10.51 } }, 5.25],
    [
      'by the postal code: 1.23',
      { payment: { creditCard: card(undefined, { postalCode: '46225' }) }, amount: { value: 10.51 } },
      1.23,
    ],
  ])('is approved %s', async (_what, body, amount) => {
    const { json } = await authorize(body)
    expect(json).toMatchObject({
      responseCode: '10',
      responseText: 'Approved for partial amount',
      amount,
      errors: null,
    })
    expect(json.authCode).toMatch(/^[0-9]{6}$/)
    expect(await shown(json.transactionId)).toMatchObject({
      status: 'authorized',
      amount,
      amountAuthorized: amount,
      amountCapturable: amount,
    })
  })
})

describe('the letters', () => {
  const texts = {
    A: 'Street address matches, but postal code does not match.',
    D: 'Street address and postal code match.',
    I: 'Address not verified.',
    N: 'Street address and postal code do not match.',
    P: 'Postal code matches, but street address not verified.',
    U: 'Address information unavailable.',
    Y: 'Street address and 5-digit postal code match.',
  } as const
  const street = { line1: '1 Main St' }

  test.each<[string, object, object, keyof typeof texts]>([
    ['no address', {}, {}, 'I'],
    ['a postal code', { postalCode: '10001' }, {}, 'P'],
    ['a postal code and a street', { postalCode: '10001' }, { billTo: street }, 'Y'],
    ['a postal code and a street abroad', { postalCode: '10001' }, { billTo: { ...street, country: 'CH' } }, 'D'],
    ["the order's postal code", {}, { billTo: { ...street, postalCode: '46205' } }, 'N'],
    [
      "the card's postal code before the order's",
      { postalCode: '46201' },
      { billTo: { ...street, postalCode: '46205' } },
      'A',
    ],
    ['no address of the shipment', {}, { shipTo: { ...street, postalCode: '46205' } }, 'I'],
    ['an address without content', { postalCode: '' }, { billTo: { line1: '', postalCode: '' } }, 'I'],
    ['a postal code that nobody can look up', { postalCode: '46209' }, {}, 'U'],
  ])('of the address, sent %s, are %4$s', async (_what, more, order, code) => {
    const { json } = await authorize({ payment: { creditCard: card(undefined, more) }, amount: { value: 1 }, order })
    expect(json).toMatchObject({ responseCode: '00', avs: { code, text: texts[code] } })
    expect((await shown(json.transactionId)).avs).toEqual({ code, text: texts[code] })
  })

  test.each([
    ['4242424242424242', '123', 'M', 'CVV matches'],
    ['4242424242424242', '901', 'N', 'CVV does not match'],
    ['4242424242424242', '902', 'S', 'CVV should have been present'],
    ['4242424242424242', '903', 'U', 'CVV request unable to be processed by issuer'],
    ['4242424242424242', '904', 'P', 'CVV not processed'],
    ['4242424242424242', '905', 'X', 'CVV check not supported for card'],
    ['4242424242424242', '906', 'D', 'CVV check flagged transaction as suspicious'],
    ['4242424242424242', null, 'P', 'CVV not processed'],
    ['4242424242424242', '1234', 'I', 'CVV failed data validation check'],
    ['378282246310005', '1234', 'M', 'CVV matches'],
    ['378282246310005', '0901', 'N', 'CVV does not match'],
    ['378282246310005', '123', 'I', 'CVV failed data validation check'],
  ])('of the CVV, %s with %s, are %s', async (number, verificationValue, code, text) => {
    const { json } = await authorize({
      payment: { creditCard: card(number, { verificationValue }) },
      amount: { value: 1 },
    })
    expect(json).toMatchObject({ responseCode: '00', cvv: { code, text } })
    expect((await shown(json.transactionId)).cvv).toEqual({ code, text })
  })

  test('come with a decline, too', async () => {
    const { json } = await authorize({
      payment: { creditCard: card('4000000000000127', { postalCode: '46201' }) },
      amount: { value: 1 },
    })
    expect(json).toMatchObject({ responseCode: '82', avs: { code: 'A' }, cvv: { code: 'N' } })
  })
})

describe('a rule of the account turns an approval into a decline, and the approval is undone at the acquirer', () => {
  test.each([
    ['avsReject', 'Y', { postalCode: '10001' }, 'G04', 'AVS rule of the account', 'incorrect_zip'],
    ['cvvReject', 'P', { verificationValue: null }, 'G05', 'CVV rule of the account', 'incorrect_cvc'],
  ])('%s %s', async (rule, letter, more, responseCode, text, code) => {
    const { processor, ledger } = inMemoryAcquirer()
    const strict = await createMerchant({ settings: { [rule]: ['N', letter] } })
    const call = startWorker({ processor }).as(strict.secretKey)
    const body = { payment: { creditCard: card(undefined, more) }, amount: { value: 1 } }
    const { json } = await call('POST', '/v1/transactions/authorize', { body })
    expect(json).toMatchObject({
      responseCode,
      responseText: text,
      authCode: null,
      amount: 1,
      errors: [{ type: 'gateway_rejected', message: { code, details: { retry: 'other_method' } } }],
    })
    expect(rule === 'avsReject' ? json.avs.code : json.cvv.code).toBe(letter)
    expect(ledger.find(json.transactionId)).toMatchObject({ state: 'reversed', effects: 1, reversals: 1 })
    expect((await call('GET', `/v1/transactions/${json.transactionId}`)).json).toMatchObject({
      status: 'declined',
      responseCode,
      authCode: null,
      amountAuthorized: 0,
      amountCapturable: 0,
      payment: { networkTransactionId: null },
      operations: [
        { type: 'authorize', status: 'declined' },
        { type: 'reversal', status: 'approved' },
      ],
    })
  })

  test('does not touch what it does not name', async () => {
    const { processor, ledger } = inMemoryAcquirer()
    const strict = await createMerchant({ settings: { avsReject: ['N', 'A'], cvvReject: ['N'] } })
    const { json } = await startWorker({ processor }).as(strict.secretKey)('POST', '/v1/transactions/authorize', {
      body: byCard(),
    })
    expect(json.responseCode).toBe('00')
    expect(ledger.find(json.transactionId)).toMatchObject({ state: 'approved', reversals: 0 })
  })
})

describe('what the gateway declines by itself never reaches the acquirer', () => {
  /** Half an hour before a card of December 2030 is no longer good anywhere, and half an hour after. */
  const noon = Date.UTC(2031, 0, 1, 12)

  test.each([
    ['a number that fails Luhn', '4242424242424241', '1230', noon - 1_800_000, '14', 'invalid_number'],
    ['a number of 20 digits that fails Luhn', '42424242424242424241', '1230', noon - 1_800_000, '14', 'invalid_number'],
    ['an expiry in the past', '4242424242424242', '1130', noon - 1_800_000, '54', 'expired_card'],
    ['an expiry that has just passed', '4242424242424242', '1230', noon, '54', 'expired_card'],
  ])('%s', async (_what, number, expires, now, responseCode, code) => {
    const { processor, ledger } = inMemoryAcquirer({ now: () => now })
    const call = startWorker({ processor, clock: { now: () => now } }).as(merchant.secretKey)
    const body = { payment: { creditCard: card(number, { expires }) }, amount: { value: 1 } }
    const answer = await call('POST', '/v1/transactions/authorize', { body })
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({
      responseCode,
      authCode: null,
      latency: 0,
      avs: null,
      cvv: null,
      errors: [{ type: 'card_declined', message: { code, details: { retry: 'other_method' } } }],
    })
    expect(ledger.entries()).toEqual([])
    expect((await call('GET', `/v1/transactions/${answer.json.transactionId}`)).json).toMatchObject({
      status: 'declined',
      responseCode,
      operations: [{ type: 'authorize', status: 'declined' }],
    })
  })

  test('and a card is good until its month has ended everywhere', async () => {
    const { processor, ledger } = inMemoryAcquirer({ now: () => noon - 1 })
    const call = startWorker({ processor, clock: { now: () => noon - 1 } }).as(merchant.secretKey)
    const { json } = await call('POST', '/v1/transactions/authorize', { body: byCard() })
    expect(json.responseCode).toBe('00')
    expect(ledger.entries()).toHaveLength(1)
  })
})

describe('the fixed tokens of test mode', () => {
  test.each([
    ['test-visa-4242', '00', '************4242', 'visa'],
    ['test-mastercard-4444', '00', '************4444', 'mastercard'],
    ['test-declined-0002', '05', '************0002', 'visa'],
    ['test-insufficient-9995', '51', '************9995', 'visa'],
  ])('%s answers %s, and is never used up', async (token, responseCode, accountNumber, network) => {
    for (const { json } of [await authorize(byToken(token)), await authorize(byToken(token))]) {
      expect(json.responseCode).toBe(responseCode)
      expect((await shown(json.transactionId)).payment).toMatchObject({ accountNumber, network })
    }
  })

  test('do not exist in live mode', async () => {
    const live = await createMerchant({ mode: 'live' })
    const answer = await worker.as(live.secretKey)('POST', '/v1/transactions/authorize', {
      body: byToken('test-visa-4242'),
    })
    expect(answer.status).toBe(400)
    expect(answer.json.errors).toMatchObject([{ type: 'token_not_found' }])
  })

  test.each(['test-visa-4243', 'constructor', 'test-visa-4242x', 'toString'])(
    'are four, and %s is none',
    async (token) => {
      expect((await authorize(byToken(token))).json.errors).toMatchObject([{ type: 'token_not_found' }])
    },
  )
})

describe('live mode', () => {
  test('is declined by the simulator, which moves no money', async () => {
    const live = await createMerchant({ mode: 'live' })
    const call = worker.as(live.secretKey)
    for (const number of ['4242424242424242', '4111111111111111', '4000003900000684', '5454545454545454']) {
      const answer = await call('POST', '/v1/transactions/authorize', { body: byCard(number) })
      expect(answer.status).toBe(200)
      expect(answer.json).toMatchObject({ responseCode: 'G08', authCode: null, errors: [{ type: 'gateway_rejected' }] })
      const read = await call('GET', `/v1/transactions/${answer.json.transactionId}`)
      expect(read.json).toMatchObject({ status: 'declined', responseCode: 'G08', amountAuthorized: 0 })
    }
  })
})

describe('strictTestPans', () => {
  test('declines numbers that are no test cards', async () => {
    const strict = worker.as((await createMerchant({ settings: { strictTestPans: true } })).secretKey)
    expect(
      (await strict('POST', '/v1/transactions/authorize', { body: byCard('5454545454545454') })).json.responseCode,
    ).toBe('14')
    expect((await strict('POST', '/v1/transactions/authorize', { body: byCard() })).json.responseCode).toBe('00')
    expect((await authorize(byCard('5454545454545454'))).json.responseCode).toBe('00')
  })
})

describe('no answer', () => {
  const limits = { processorTimeoutMs: 120, reversalTimeoutMs: 2_000, abandonAfterMs: 45_000, reversalLeaseMs: 60_000 }
  const impatient = startWorker({ limits }).as(merchant.secretKey)
  const authorize = (body: unknown) => impatient('POST', '/v1/transactions/authorize', { body })

  test.each([
    ['4000003900000684', 'none comes'],
    ['4000003900000973', 'the connection drops'],
    ['4000003900000981', 'it comes too late'],
  ])('%s, where %s: 68, undone, and shown as reversed', async (number) => {
    const answer = await authorize(byCard(number))
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({
      responseCode: '68',
      responseText: 'Response received too late',
      authCode: null,
      amount: 10.5,
      avs: null,
      cvv: null,
      errors: [{ type: 'processor_error', message: { code: 'processor_timeout', details: { retry: 'later' } } }],
    })
    expect(await shown(answer.json.transactionId)).toMatchObject({
      status: 'reversed',
      responseCode: '68',
      amountAuthorized: 0,
      operations: [
        { type: 'authorize', status: 'reversed' },
        { type: 'reversal', status: 'approved' },
      ],
    })
  })

  test('is waited for as long as the limit says', async () => {
    const { json } = await authorize(byCard('4000003900000684'))
    expect(json.latency).toBeGreaterThanOrEqual(100)
    expect(json.latency).toBeLessThan(5000)
  })
})
