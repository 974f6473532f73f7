import { describe, expect, test } from 'vitest'
import type { Processor } from '../../processors/processor.ts'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import { byCard, createMerchant, startWorker } from '../../testing/merchant.ts'
import { nextMillisecond } from '../../testing/nextMillisecond.ts'

/** What captures take of an authorization: against the acquirer's own ledger, where it matters that the two agree. */

const acquirer = inMemoryAcquirer()
const worker = startWorker({ processor: acquirer.processor })
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const post = (verb: string, body: object) => call('POST', `/v1/transactions/${verb}`, { body })
const capture = (transactionId: string, amount?: unknown, more: object = {}) =>
  post('capture', { transactionId, ...(amount === undefined ? {} : { amount }), ...more })
const shown = async (id: string) => (await call('GET', `/v1/transactions/${id}`)).json

/** The id of an authorization of so much. */
const authorized = async (value: number, currency?: number): Promise<string> => {
  const { json } = await post('authorize', byCard(undefined, { amount: { value, currency } }))
  expect(json.errors).toBeNull()
  return json.transactionId
}

/** Captures that the acquirer has in its ledger for a payment. */
const booked = (root: string) =>
  acquirer.ledger.entries().filter((entry) => entry.root === root && entry.type === 'capture')
/** Field 4 of ISO 8583: the amount in minor units, in twelve digits. */
const de4 = (root: string) => booked(root).map(({ approved }) => approved.padStart(12, '0'))
const errorOf = ({ json }: { json: any }) => json.errors?.[0]
const count = (answers: readonly { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length

describe('rivals', () => {
  test('Two concurrent captures of 6.00 on a 10.00 authorization: exactly one 200-approved, the other 400 `amount_exceeds_authorized`; processor saw one.', async () => {
    const id = await authorized(10)
    const answers = await Promise.all([capture(id, 6), capture(id, 6)])
    expect(count(answers, 200)).toBe(1)
    const refused = answers.find(({ status }) => status === 400)!
    expect(errorOf(refused)).toMatchObject({
      type: 'amount_exceeds_authorized',
      message: { field: 'amount', details: { capturable: 4 } },
    })
    expect(booked(id)).toHaveLength(1)
    expect(await shown(id)).toMatchObject({ status: 'partially_captured', amountCaptured: 6, amountCapturable: 4 })
  })

  test('20 parallel captures of 1.00 on 10.00: exactly 10 succeed; amountCaptured = 10.00.', async () => {
    const id = await authorized(10)
    const answers = await Promise.all(Array.from({ length: 20 }, () => capture(id, 1)))
    expect(count(answers, 200)).toBe(10)
    expect(answers.filter((answer) => errorOf(answer)?.type === 'amount_exceeds_authorized')).toHaveLength(10)
    expect(booked(id)).toHaveLength(10)
    expect(await shown(id)).toMatchObject({ status: 'captured', amountCaptured: 10, amountCapturable: 0 })
  })

  test('Void racing capture: one wins, the other 409; never both approved.', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await authorized(10)
      // So that neither has ended before the other begins.
      acquirer.faultPlan.add({ fault: { kind: 'delay', ms: 20 } })
      const answers = await Promise.all(
        round % 2 === 0
          ? [capture(id), post('void', { transactionId: id })]
          : [post('void', { transactionId: id }), capture(id)],
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const { status, amountCaptured } = await shown(id)
      expect([status, amountCaptured]).toEqual(booked(id).length === 1 ? ['captured', 10] : ['voided', 0])
    }
  })
})

describe('captures add up', () => {
  test('Partial 4.00 + 3.50 + rest (amount omitted) = 10.00; then 0.01 -> 400.', async () => {
    const id = await authorized(10)
    expect((await capture(id, 4)).json.amount).toBe(4)
    const second = (await capture(id, 3.5)).json
    expect((await shown(id)).status).toBe('partially_captured')
    // By the id of a capture, too: any id of the payment will do.
    expect((await capture(second.transactionId)).json).toMatchObject({
      amount: 2.5,
      responseCode: '00',
      avs: null,
      cvv: null,
    })
    expect(await shown(id)).toMatchObject({ status: 'captured', amountCaptured: 10, amountCapturable: 0 })
    const late = await capture(id, 0.01)
    expect(late.status).toBe(400)
    expect(errorOf(late)).toMatchObject({ type: 'amount_exceeds_authorized', message: { details: { capturable: 0 } } })
    const rest = await capture(id, null)
    expect(rest.status).toBe(409)
    expect(errorOf(rest)).toMatchObject({
      type: 'already_captured',
      message: { details: { state: 'captured', allowed: ['void', 'credit'] } },
    })
    expect(booked(id).map(({ approved }) => approved)).toEqual(['400', '350', '250'])
  })

  test('0.1+0.2 style sums: thirty captures of 0.10 on 3.00 end in `captured` with nothing left.', async () => {
    const id = await authorized(3)
    for (let n = 0; n < 30; n++) expect((await capture(id, 0.1)).status).toBe(200)
    expect(await shown(id)).toMatchObject({ status: 'captured', amountCaptured: 3, amountCapturable: 0 })
  })

  test('Voiding one of three captures restores exactly its amount.', async () => {
    const id = await authorized(10)
    await nextMillisecond()
    await capture(id, 2)
    await nextMillisecond()
    const middle = (await capture(id, 3.33)).json.transactionId
    await nextMillisecond()
    await capture(id, 4.67)
    await nextMillisecond()
    expect((await shown(id)).status).toBe('captured')
    const voided = await post('void', { transactionId: middle })
    expect(voided.json).toMatchObject({ responseCode: '00', amount: 3.33 })
    const after = await shown(id)
    expect(after).toMatchObject({ status: 'partially_captured', amountCaptured: 6.67, amountCapturable: 3.33 })
    expect(after.operations.map(({ status }: any) => status)).toEqual([
      'approved',
      'approved',
      'voided',
      'approved',
      'approved',
    ])
    expect(errorOf(await capture(id, 3.34)).type).toBe('amount_exceeds_authorized')
    expect((await capture(id, 3.33)).status).toBe(200)
  })

  test('a final one gives the rest back, for good', async () => {
    const id = await authorized(10)
    await capture(id, 2)
    const last = (await capture(id, 3, { final: true })).json.transactionId
    expect(await shown(id)).toMatchObject({ status: 'captured', amountCaptured: 5, amountCapturable: 0 })
    expect(errorOf(await capture(id, 0.01)).type).toBe('amount_exceeds_authorized')
    await post('void', { transactionId: last })
    expect(await shown(id)).toMatchObject({ status: 'partially_captured', amountCaptured: 2, amountCapturable: 3 })
  })
})

describe('an amount', () => {
  test('Capture of 10.001, "10.00" (string), 1e400, NaN: 400, state unchanged.', async () => {
    const id = await authorized(50)
    const { requestId: _one, ...before } = await shown(id)
    const printed = ['10.001', '"10.00"', '1e400', 'NaN', '0', '-1', '1000000000', '0.001', '[]', '{}', 'true']
    for (const amount of printed) {
      const answer = await call('POST', '/v1/transactions/capture', {
        body: `{"transactionId":"${id}","amount":${amount}}`,
        headers: { 'content-type': 'application/json' },
      })
      expect([amount, answer.status]).toEqual([amount, 400])
      const { requestId: _other, ...after } = await shown(id)
      expect(after).toEqual(before)
    }
    expect(booked(id)).toEqual([])
  })

  test('999999999.99 authorizes, captures and credits exactly; 1000000000.00 is 400.', async () => {
    const id = await authorized(999999999.99)
    expect((await capture(id, 999999999.99)).text).toContain('"amount":999999999.99,')
    const credited = await post('credit', { referenceTransactionId: Number(id), amount: { value: 999999999.99 } })
    expect(credited.text).toContain('"amount":999999999.99,')
    expect(await shown(id)).toMatchObject({ status: 'refunded', amountCredited: 999999999.99 })
    expect(acquirer.ledger.find(id)?.approved).toBe('99999999999')
    expect(errorOf(await capture(id, 1000000000))).toMatchObject({ type: 'out_of_range', message: { field: 'amount' } })
  })

  test('JPY 100.50 -> 400; JPY 100 sends DE4 `000000000100`; KWD 1.25 sends `000000001250`.', async () => {
    const yen = await authorized(500, 392)
    expect(errorOf(await capture(yen, 100.5))).toMatchObject({
      type: 'amount_precision_invalid',
      message: { field: 'amount', details: { places: 0 } },
    })
    expect((await capture(yen, 100)).json.amount).toBe(100)
    const dinar = await authorized(2, 414)
    expect((await capture(dinar, 1.25)).json.amount).toBe(1.25)
    expect([yen, dinar].map(de4)).toEqual([['000000000100'], ['000000001250']])
  })

  test('Partial approval: response amount 1.23, code 10, capture 1.24 -> 400.', async () => {
    acquirer.faultPlan.add({ fault: { kind: 'partial', minor: '123' }, on: 'authorize' })
    const { json } = await post('authorize', byCard())
    expect(json).toMatchObject({ amount: 1.23, responseCode: '10', errors: null })
    expect(errorOf(await capture(json.transactionId, 1.24))).toMatchObject({
      type: 'amount_exceeds_authorized',
      message: { details: { capturable: 1.23 } },
    })
    expect((await capture(json.transactionId)).json.amount).toBe(1.23)
  })

  test('Tip at the terminal raises the ceiling; capture up to the tipped total.', async () => {
    const tipping: Processor = {
      ...acquirer.processor,
      authorize: async (op, ref) => {
        const tip = { ...op.amount, minor: op.amount.minor / 5n }
        const total = { ...op.amount, minor: op.amount.minor + tip.minor }
        const outcome = await acquirer.processor.authorize({ ...op, amount: total }, ref)
        return outcome.result === 'approved' ? { ...outcome, tip } : outcome
      },
    }
    const tipped = startWorker({ processor: tipping }).as(merchant.secretKey)
    const { json } = await tipped('POST', '/v1/transactions/authorize', {
      body: byCard(undefined, { amount: { value: 10 } }),
    })
    expect(json).toMatchObject({ amount: 12, responseCode: '00' })
    expect(await shown(json.transactionId)).toMatchObject({ amountAuthorized: 12, amountCapturable: 12, tip: 2 })
    expect(errorOf(await capture(json.transactionId, 12.01)).type).toBe('amount_exceeds_authorized')
    expect((await capture(json.transactionId, 12)).json.amount).toBe(12)
  })

  test('that the processor declines is not captured, and can be captured still', async () => {
    const id = await authorized(10)
    acquirer.faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'capture' })
    const declined = await capture(id, 4)
    expect(declined.json).toMatchObject({ responseCode: '51', errors: [{ type: 'card_declined' }], amount: 4 })
    expect(await shown(id)).toMatchObject({ status: 'authorized', amountCaptured: 0, amountCapturable: 10 })
  })
})

describe('a capture is refused, and leaves everything as it was,', () => {
  const unknown = { type: 'reference_not_found', message: { field: 'transactionId' } }

  test.each(['91119118634486', '1', '007', '9007199254740993', '9223372036854775807'])(
    'of an id that nobody has: %s',
    async (id) => {
      const answer = await capture(id)
      expect(answer.status).toBe(400)
      expect(errorOf(answer)).toMatchObject(unknown)
    },
  )

  test('of a payment of another account or the other mode, in the same bytes as of none', async () => {
    const id = await authorized(10)
    const stranger = await createMerchant()
    const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
    const bytes = async (by: typeof call, transactionId: string) => {
      const { status, text } = await by('POST', '/v1/transactions/capture', { body: { transactionId } })
      return [status, text.replace(/"requestId":"[0-9a-f]{32}"/, '')]
    }
    const none = await bytes(call, '91119118634486')
    expect(await bytes(worker.as(stranger.secretKey), id)).toEqual(none)
    expect(await bytes(live, id)).toEqual(none)
    expect((await shown(id)).status).toBe('authorized')
  })

  test('with a reference that is not its own', async () => {
    const id = await authorized(10)
    const answer = await capture(id, 1, { referenceTransactionId: 4711 })
    expect(errorOf(answer)).toMatchObject({ type: 'reference_not_found', message: { field: 'referenceTransactionId' } })
    expect((await shown(id)).amountCaptured).toBe(0)
    const other = await authorized(1)
    expect((await capture(id, 1, { referenceTransactionId: Number(other), initiatedByUserId: 7 })).status).toBe(200)
  })

  test('with every wrong member named by its path, all at once', async () => {
    const answer = await capture('12x', 'much', { initiatedByUserId: 'me', final: 1 })
    expect(answer.status).toBe(400)
    expect(answer.json.errors.map(({ message }: any) => message.field)).toEqual([
      'amount',
      'final',
      'initiatedByUserId',
      'transactionId',
    ])
  })

  test.each(['check', 'cash'])('of a %s, which is captured already', async (method) => {
    const payment =
      method === 'cash' ? { cash: true } : { check: { accountNumber: '123456789', routingNumber: '021000021' } }
    const { transactionId } = (await post('authorize', { payment, amount: { value: 5 } })).json
    expect(await shown(transactionId)).toMatchObject({ status: 'captured', amountCaptured: 5 })
    for (const amount of [undefined, 1]) {
      const answer = await capture(transactionId, amount)
      expect([answer.status, errorOf(answer).type]).toEqual([409, 'already_captured'])
    }
  })
})
