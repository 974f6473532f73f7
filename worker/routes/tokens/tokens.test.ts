import { afterAll, describe, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/endpoints'
import { Secret } from '#contract/schema/secret'
import { makeTestWalletPayload } from '../../../widget/encrypt/testWalletPayload.ts'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import type { Answered, Merchant } from '../../testing/merchant.ts'
import { byToken, card, createMerchant, rowsOf, startWorker, testClock } from '../../testing/merchant.ts'

// A sweep says what it did.
vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const { processor, ledger } = inMemoryAcquirer()
const worker = startWorker({ processor })
const merchant = await createMerchant()
const asSecret = worker.as(merchant.secretKey)
const asPage = worker.as(merchant.publishableKey)

const tokenize = (creditCard: object = card(), call = asPage): Promise<Answered> =>
  call('POST', '/v1/tokens', { body: { creditCard } })
const freshToken = async (creditCard: object = card(), call = asPage): Promise<string> =>
  (await tokenize(creditCard, call)).json.token
const pay = (token: string, more: object = {}, call = asSecret): Promise<Answered> =>
  call('POST', '/v1/transactions/authorize', { body: byToken(token, more) })

/** The row of a token, by its id, which is its first half. */
const rowOf = async (token: string, of: Merchant = merchant) =>
  (await of.rows('SELECT * FROM tokens WHERE id = ?', token.slice(0, 22)))[0]

const fifteenMinutes = 15 * 60_000

test('Token: second use 400 `token_used`; after 15 min `token_expired`; CVV row is gone after the first authorization; publishable key gets 403 elsewhere.', async () => {
  const clock = testClock()
  const timed = startWorker({ processor, clock })
  const paying = timed.as(merchant.secretKey)
  const making = timed.as(merchant.publishableKey)
  const [used, late] = [await freshToken(card(), making), await freshToken(card(), making)]
  expect((await rowOf(used))?.['sealedCvv']).toEqual(expect.any(String))
  expect((await pay(used, {}, paying)).json.responseCode).toBe('00')
  expect(await rowOf(used)).toMatchObject({ sealedPan: null, sealedCvv: null })
  const second = await pay(used, {}, paying)
  expect([second.status, second.json.errors[0].type]).toEqual([400, 'token_used'])
  clock.advance(fifteenMinutes + 1)
  const expired = await pay(late, {}, paying)
  expect([expired.status, expired.json.errors[0].type]).toEqual([400, 'token_expired'])
  for (const { method, path } of endpoints.filter(({ publishable }) => publishable !== true))
    expect([path, (await making(method, path.replace(/\{[A-Za-z]+\}/g, '12345678'))).status]).toEqual([path, 403])
})

describe('a token', () => {
  test.each([
    ['publishable', asPage],
    ['secret', asSecret],
  ])('is made with a %s key, and says of the card what may be said', async (_kind, call) => {
    const before = Date.now()
    const answer = await tokenize(
      card('5555555555554444', { expires: '12/2030', nameOnCard: 'José Ñandú 王小明', postalCode: '46201' }),
      call,
    )
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      requestId: answer.headers.get('x-request-id'),
      token: expect.stringMatching(/^[0-9A-Za-z]{44}$/),
      network: 'mastercard',
      accountNumber: '************4444',
      expiry: '1230',
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      errors: null,
    })
    const lives = Date.parse(answer.json.expiresAt) - before
    expect(lives).toBeGreaterThanOrEqual(fifteenMinutes)
    expect(lives).toBeLessThan(fifteenMinutes + 10_000)
    expect((await pay(answer.json.token)).json).toMatchObject({
      responseCode: '00',
      cvv: { code: 'M' },
      avs: { code: 'Y' },
    })
  })

  test('pays like the card it holds', async () => {
    const simulated = startWorker()
    const call = simulated.as(merchant.secretKey)
    const token = await freshToken(card('378282246310005', { verificationValue: '0901', postalCode: '46205' }))
    const { json } = await pay(token, { order: { billTo: { line1: '1 Main St' } } }, call)
    expect(json).toMatchObject({ responseCode: '00', avs: { code: 'N' }, cvv: { code: 'N' } })
    expect((await call('GET', `/v1/transactions/${json.transactionId}`)).json.payment).toMatchObject({
      network: 'amex',
      accountNumber: '***********0005',
      expiry: '1230',
    })
    expect((await pay(await freshToken(card('4000000000009995')), {}, call)).json.responseCode).toBe('51')
  })

  test('without CVV pays without one', async () => {
    expect((await pay(await freshToken({ accountNumber: '4242424242424242', expires: '1230' }))).json).toMatchObject({
      responseCode: '00',
      cvv: { code: 'P' },
    })
  })
})

describe('card data that cannot be right is refused at once, and nothing is stored', () => {
  test.each<[string, object, ...(readonly [string, string | null])[]]>([
    [
      'a number that fails Luhn',
      { creditCard: card('4242424242424241') },
      ['card_number_invalid', 'creditCard.accountNumber'],
    ],
    ['a past expiry', { creditCard: card(undefined, { expires: '1224' }) }, ['expiry_past', 'creditCard.expires']],
    [
      'both at once',
      { creditCard: card('4242424242424241', { expires: '1224' }) },
      ['card_number_invalid', 'creditCard.accountNumber'],
      ['expiry_past', 'creditCard.expires'],
    ],
    [
      'no expiry at all',
      { creditCard: card(undefined, { expires: '1330' }) },
      ['expiry_invalid', 'creditCard.expires'],
    ],
    ['a short number', { creditCard: card('424242') }, ['length_invalid', 'creditCard.accountNumber']],
    [
      'a name of 101 characters',
      { creditCard: card(undefined, { nameOnCard: 'x'.repeat(101) }) },
      ['length_invalid', 'creditCard.nameOnCard'],
    ],
    [
      'a CVV of letters',
      { creditCard: card(undefined, { verificationValue: 'abc' }) },
      ['pattern_mismatch', 'creditCard.verificationValue'],
    ],
    ['nothing', {}, ['payment_method_required', null]],
    [
      'two things',
      { creditCard: card(), check: { accountNumber: '1234567', routingNumber: '021000021' } },
      ['payment_method_ambiguous', null],
    ],
  ])('%s', async (_what, body, ...errors) => {
    const before = await rowsOf(merchant)
    const answer = await asPage('POST', '/v1/tokens', { body })
    expect(answer.status).toBe(400)
    expect(answer.json.errors.map((item: any) => [item.type, item.message.field])).toEqual(errors)
    expect(answer.json.token).toBeNull()
    expect(answer.text).not.toContain('424242')
    expect(await rowsOf(merchant)).toEqual(before)
  })
})

describe('a token is spent', () => {
  test('once, whether or not it was approved', async () => {
    const token = await freshToken()
    expect((await pay(token)).json.responseCode).toBe('00')
    const again = await pay(token)
    expect(again.status).toBe(400)
    expect(again.json.errors).toMatchObject([{ type: 'token_used', message: { field: 'payment.token' } }])
    const declined = await freshToken(card('4000000000009995'))
    const simulated = startWorker().as(merchant.secretKey)
    expect((await pay(declined, {}, simulated)).json.responseCode).toBe('51')
    expect((await pay(declined, {}, simulated)).json.errors).toMatchObject([{ type: 'token_used' }])
  })

  test('by one of twenty at the same time, with one effect at the acquirer', async () => {
    const token = await freshToken()
    const before = await rowsOf(merchant)
    const sent = ledger.entries().length
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(token)))
    const paid = answers.filter(({ status }) => status === 200)
    expect(paid).toHaveLength(1)
    expect(paid[0]?.json.responseCode).toBe('00')
    for (const { status, json } of answers.filter((answer) => answer !== paid[0])) {
      expect(status).toBe(400)
      expect(json.errors).toMatchObject([{ type: 'token_used' }])
    }
    expect(ledger.entries()).toHaveLength(sent + 1)
    const after = await rowsOf(merchant)
    expect(after.transactions - before.transactions).toBe(1)
    expect(after.operations - before.operations).toBe(1)
  })

  test('and its row keeps nothing sealed', async () => {
    const token = await freshToken()
    expect(await rowOf(token)).toMatchObject({
      sealedPan: expect.any(String),
      sealedCvv: expect.any(String),
      spentBy: null,
    })
    const { json } = await pay(token)
    expect(await rowOf(token)).toMatchObject({ sealedPan: null, sealedCvv: null, spentBy: Number(json.transactionId) })
    const [kept] = await merchant.rows(
      'SELECT sealedPan, wrappedPanKey, cardId FROM transactions WHERE id = ?',
      Number(json.transactionId),
    )
    expect(kept).toMatchObject({
      sealedPan: expect.any(String),
      wrappedPanKey: expect.any(String),
      cardId: token.slice(0, 22),
    })
  })

  test('not by a request that is refused', async () => {
    const token = await freshToken()
    for (const more of [
      { amount: { value: 0 } },
      { referenceTransactionId: 5 },
      { amount: { value: 1.5, currency: 392 } },
      { extra: 1 },
    ]) {
      const before = await rowsOf(merchant)
      expect((await pay(token, more)).status).toBe(400)
      expect(await rowsOf(merchant)).toEqual(before)
    }
    expect((await pay(token)).json.responseCode).toBe('00')
  })

  test('by a currency that is declined, as by any decline', async () => {
    const token = await freshToken()
    expect((await pay(token, { amount: { value: 1, currency: 960 } })).json.responseCode).toBe('G07')
    expect((await pay(token)).json.errors).toMatchObject([{ type: 'token_used' }])
    expect(await rowOf(token)).toMatchObject({ sealedPan: null, sealedCvv: null })
  })
})

describe('a token is not found', () => {
  test.each([
    [
      'with another second half',
      (token: string) => token.slice(0, 22) + token.slice(22).split('').toReversed().join(''),
    ],
    [
      'with another first half',
      (token: string) => token.slice(0, 22).split('').toReversed().join('') + token.slice(22),
    ],
    ['cut', (token: string) => token.slice(0, 43)],
    ['longer', (token: string) => `${token}a`],
    ['with a hyphen', (token: string) => `${token.slice(0, 43)}-`],
    ['that nobody made', () => 'a'.repeat(44)],
    ['of eight characters', () => '01234567'],
  ])('%s', async (_what, change) => {
    const token = await freshToken()
    const before = await rowsOf(merchant)
    const answer = await pay(change(token))
    expect(answer.status).toBe(400)
    expect(answer.json.errors).toMatchObject([{ type: 'token_not_found', message: { field: 'payment.token' } }])
    expect(await rowsOf(merchant)).toEqual(before)
    expect((await pay(token)).json.responseCode).toBe('00')
  })

  test('by another account, used or not', async () => {
    const stranger = worker.as((await createMerchant()).secretKey)
    const token = await freshToken()
    expect((await pay(token, {}, stranger)).json.errors).toMatchObject([{ type: 'token_not_found' }])
    expect((await pay(token)).json.responseCode).toBe('00')
    expect((await pay(token, {}, stranger)).json.errors).toMatchObject([{ type: 'token_not_found' }])
  })

  test('in the other mode', async () => {
    const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
    const ofTest = await freshToken()
    const ofLive = await freshToken(card(), live)
    expect((await pay(ofTest, {}, live)).json.errors).toMatchObject([{ type: 'token_not_found' }])
    expect((await pay(ofLive)).json.errors).toMatchObject([{ type: 'token_not_found' }])
    expect((await pay(ofTest)).json.responseCode).toBe('00')
  })
})

describe('a token lives fifteen minutes', () => {
  test('and not a millisecond longer', async () => {
    const now = Date.now()
    let ahead = 0
    const clock = { now: () => now + ahead }
    const timed = startWorker({ clock, processor: inMemoryAcquirer({ now: clock.now }).processor })
    const [last, late] = [
      await freshToken(card(), timed.as(merchant.publishableKey)),
      await freshToken(card(), timed.as(merchant.publishableKey)),
    ]
    ahead = fifteenMinutes - 1
    expect((await pay(last, {}, timed.as(merchant.secretKey))).json.responseCode).toBe('00')
    ahead = fifteenMinutes
    const before = await rowsOf(merchant)
    const answer = await pay(late, {}, timed.as(merchant.secretKey))
    expect(answer.status).toBe(400)
    expect(answer.json.errors).toMatchObject([{ type: 'token_expired', message: { field: 'payment.token' } }])
    expect(await rowsOf(merchant)).toEqual(before)
  })

  test('and the sweep after that leaves nothing sealed in its row', async () => {
    const clock = testClock()
    const timed = startWorker({ clock, processor })
    const token = await freshToken(card(), timed.as(merchant.publishableKey))
    await timed.sweep()
    expect(await rowOf(token)).toMatchObject({ sealedPan: expect.any(String), sealedCvv: expect.any(String) })
    clock.advance(fifteenMinutes + 1000)
    await timed.sweep()
    expect(await rowOf(token)).toMatchObject({ sealedPan: null, sealedCvv: null, spentBy: null })
    expect((await pay(token, {}, timed.as(merchant.secretKey))).json.errors).toMatchObject([{ type: 'token_expired' }])
  })
})

/** Secrets as text, to be compared. */
const plain = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  return value instanceof Secret
    ? value.reveal()
    : Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]))
}

const payload = (more: object = {}, nowMs?: number) =>
  makeTestWalletPayload({ accountNumber: '4242424242424242', expires: '1230', ...more }, nowMs)
const tokenized = (digitalPayPayment: object, by = asPage) => by('POST', '/v1/tokens', { body: { digitalPayPayment } })

describe('a token of a phone’s wallet', () => {
  const asked: any[] = []
  const listening = startWorker({
    processor: {
      ...processor,
      authorize: (op, ref) => {
        asked.push(plain({ instrument: op.instrument, avs: op.avs }))
        return processor.authorize(op, ref)
      },
    },
  })
  const call = listening.as(merchant.secretKey)
  const direct = (digitalPayPayment: object) =>
    call('POST', '/v1/transactions/authorize', { body: { payment: { digitalPayPayment }, amount: { value: 10.5 } } })
  const format = 'payment envelope that is valid, for this account, and was not used before'
  const refused = (field: string) => [{ type: 'format_invalid', message: { field, details: { format } } }]

  test.each(['ECv1', 'ECv2'] as const)(
    '%s pays with the device’s number and the proof that came with it',
    async (protocolVersion) => {
      const cryptogram = 'AgAAAAAABk4DWZ4C28yUQAAAAAA='
      const answer = await tokenized(
        await payload({ protocolVersion, cryptogram, eciIndicator: '07', postalCode: '46201' }),
      )
      expect(answer.status).toBe(200)
      expect(answer.json).toMatchObject({
        token: expect.stringMatching(/^[0-9A-Za-z]{44}$/),
        network: 'visa',
        accountNumber: '************4242',
        expiry: '1230',
        errors: null,
      })
      const paid = await pay(answer.json.token, {}, call)
      expect(paid.json).toMatchObject({ responseCode: '00', errors: null })
      expect(asked.at(-1)).toEqual({
        instrument: { kind: 'networkToken', dpan: '4242424242424242', expiry: '1230', cryptogram, eci: '07' },
        avs: { postal: '46201' },
      })
      const { json } = await call('GET', `/v1/transactions/${paid.json.transactionId}`)
      expect(json).toMatchObject({ method: 'digitalPayPayment', status: 'authorized', payment: { network: 'visa' } })
    },
  )

  test('pays with a card on file, which has no proof', async () => {
    const onFile = { authMethod: 'PAN_ONLY', nameOnCard: 'José', postalCode: '46205' }
    const { json } = await tokenized(await payload(onFile))
    expect((await pay(json.token, {}, call)).json).toMatchObject({ responseCode: '00', errors: null })
    expect(asked.at(-1)).toEqual({
      instrument: { kind: 'card', pan: '4242424242424242', expiry: '1230', entry: 'ecom', name: 'José' },
      avs: { postal: '46205' },
    })
  })

  test('keeps nothing sealed once it is spent, and no proof with the payment', async () => {
    const { token } = (await tokenized(await payload())).json
    expect(await rowOf(token)).toMatchObject({ method: 'digitalPayPayment', sealedCvv: expect.any(String) })
    await pay(token)
    expect(await rowOf(token)).toMatchObject({ sealedPan: null, sealedCvv: null })
  })

  test('takes its message: of ten tokens and ten payments at the same time one gets it, and none after', async () => {
    const envelope = await payload()
    const before = await rowsOf(merchant)
    const rivals = Array.from({ length: 10 }, () => [tokenized(envelope), direct(envelope)]).flat()
    const answers = await Promise.all(rivals)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const after = await rowsOf(merchant)
    expect(after.tokens - before.tokens + after.transactions - before.transactions).toBe(1)
    for (const [index, { status, json }] of answers.entries())
      if (status !== 200)
        expect([status, json.errors]).toMatchObject([
          400,
          refused(index % 2 === 0 ? 'digitalPayPayment' : 'payment.digitalPayPayment'),
        ])
    expect((await tokenized(envelope)).json).toMatchObject({ token: null, errors: refused('digitalPayPayment') })
  })

  test.each([
    ['a token, then as a payment', tokenized, direct, 'payment.digitalPayPayment'],
    ['a payment, then as a token', direct, tokenized, 'digitalPayPayment'],
    ['a token, then as a token again', tokenized, tokenized, 'digitalPayPayment'],
  ] as const)('is refused where its envelope came as %s', async (_how, first, second, field) => {
    const envelope = await payload()
    expect((await first(envelope)).status).toBe(200)
    const again = await second(envelope)
    expect([again.status, again.json.errors]).toMatchObject([400, refused(field)])
  })

  test('is refused in the same words whatever is wrong with the envelope', async () => {
    const used = await payload()
    await tokenized(used)
    const wrong = [
      used,
      await payload({ expiresInMs: -1000 }),
      await payload({ gatewayMerchantId: crypto.randomUUID() }),
      { ...(await payload()), signature: used.signature },
    ]
    const before = await rowsOf(merchant)
    const answers = await Promise.all(wrong.map((envelope) => tokenized(envelope)))
    expect(new Set(answers.map(({ status, json }) => `${status} ${JSON.stringify(json.errors)}`)).size).toBe(1)
    expect([answers[0]!.status, answers[0]!.json.errors]).toMatchObject([400, refused('digitalPayPayment')])
    expect(await rowsOf(merchant)).toEqual(before)
  })

  test('lives fifteen minutes, and its message cannot be taken anew', async () => {
    const clock = testClock()
    const timed = startWorker({ clock, processor: inMemoryAcquirer({ now: clock.now }).processor })
    const envelope = await payload()
    const { token } = (await tokenized(envelope, timed.as(merchant.publishableKey))).json
    clock.advance(fifteenMinutes + 1000)
    expect((await pay(token, {}, timed.as(merchant.secretKey))).json.errors).toMatchObject([{ type: 'token_expired' }])
    const again = await tokenized(envelope, timed.as(merchant.publishableKey))
    expect(again.json.errors).toMatchObject(refused('digitalPayPayment'))
  })

  test('is stored with a customer as the card that it holds, which pays again without the proof', async () => {
    const { customers } = (await call('POST', '/v1/customers', { body: {} })).json
    const { token } = (await tokenized(await payload())).json
    const stored = await call('POST', `/v1/customers/${customers[0].id}/wallet`, { body: { token } })
    expect(stored.status).toBe(200)
    const again = { payment: { stored: { customer: customers[0].id } }, amount: { value: 5 } }
    expect((await call('POST', '/v1/transactions/authorize', { body: again })).json.responseCode).toBe('00')
    expect(asked.at(-1).instrument).toEqual({ kind: 'card', pan: '4242424242424242', expiry: '1230', entry: 'cof' })
  })
})
