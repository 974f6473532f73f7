import { describe, expect, test } from 'vitest'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import type { Merchant } from '../../testing/merchant.ts'
import { byCard, card, createMerchant, startWorker, testClock } from '../../testing/merchant.ts'

/** What an Idempotency-Key and the duplicate window keep from happening twice. */

const clock = testClock()
const acquirer = inMemoryAcquirer({ now: clock.now })
const worker = startWorker({ processor: acquirer.processor, clock })
const merchant = await createMerchant()

const postOf = (of: Merchant) => (verb: string, body: object, key?: string) =>
  worker.as(of.secretKey)('POST', `/v1/transactions/${verb}`, {
    body,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
const post = postOf(merchant)
const errorOf = ({ json }: { json: any }) => json.errors?.[0]
const authorized = async () => (await post('authorize', byCard())).json.transactionId as string
const replayed = ({ headers }: { headers: Headers }) => headers.get('idempotent-replayed') === 'true'
const requests = () => acquirer.ledger.entries().length

describe('each verb', () => {
  const verbs: Record<string, () => Promise<object>> = {
    authorize: async () => byCard(),
    capture: async () => ({ transactionId: await authorized(), amount: 4 }),
    void: async () => ({ transactionId: await authorized() }),
    credit: async () => {
      const transactionId = await authorized()
      await post('capture', { transactionId })
      return { referenceTransactionId: Number(transactionId), amount: { value: 4 } }
    },
  }

  test.each(Object.keys(verbs))(
    '%s: Same Idempotency-Key 50x in parallel: one processor call; others 409 then replay with `Idempotent-Replayed`.',
    async (verb) => {
      const body = await verbs[verb]!()
      const key = crypto.randomUUID()
      const before = requests()
      const answers = await Promise.all(Array.from({ length: 50 }, () => post(verb, body, key)))
      expect(requests()).toBe(before + 1)
      const first = answers.find((answer) => answer.status === 200 && !replayed(answer))
      for (const answer of answers) {
        if (answer.status === 409) {
          expect(errorOf(answer).type).toBe('idempotency_in_progress')
          expect(answer.headers.get('retry-after')).toBe('1')
        } else expect(answer.text).toBe(first!.text)
      }
      const later = await post(verb, body, key)
      expect([later.status, later.text, replayed(later)]).toEqual([200, first!.text, true])
      expect(later.headers.get('x-request-id')).toBe(first!.json.requestId)
      expect(requests()).toBe(before + 1)
    },
  )

  test.each(Object.keys(verbs))('%s: same key, other body: 422, and nothing happens', async (verb) => {
    const key = crypto.randomUUID()
    const body = await verbs[verb]!()
    await post(verb, body, key)
    const before = requests()
    const other = await post(verb, { ...body, initiatedByUserId: 7 }, key)
    expect([other.status, errorOf(other).type]).toEqual([422, 'idempotency_mismatch'])
    expect(requests()).toBe(before)
  })
})

test('Same key, other body: 422; same key, other endpoint: independent; same key, other account: independent.', async () => {
  const id = await authorized()
  const key = crypto.randomUUID()
  await post('capture', { transactionId: id, amount: 1 }, key)
  expect((await post('capture', { transactionId: id, amount: 2 }, key)).status).toBe(422)
  expect((await post('void', { transactionId: id }, key)).json.responseCode).toBe('00')
  const one = await post('authorize', byCard(), key)
  const other = await postOf(await createMerchant())('authorize', byCard(), key)
  expect([one.json.responseCode, other.json.responseCode]).toEqual(['00', '00'])
  expect(one.json.transactionId).not.toBe(other.json.transactionId)
  const live = await merchant.issue('sk', { mode: 'live' })
  const inLive = await worker.as(live.key)('POST', '/v1/transactions/authorize', {
    body: byCard(),
    headers: { 'idempotency-key': key },
  })
  expect(replayed(inLive)).toBe(false)
})

test('Key reuse after 24 h on the test clock is a new payment.', async () => {
  const key = crypto.randomUUID()
  const first = (await post('authorize', byCard(), key)).json.transactionId
  clock.advance(24 * 3_600_000 - 1000)
  expect((await post('authorize', byCard(), key)).json.transactionId).toBe(first)
  clock.advance(2000)
  const later = await post('authorize', byCard(), key)
  expect(later.json.responseCode).toBe('00')
  expect(replayed(later)).toBe(false)
  expect(later.json.transactionId).not.toBe(first)
})

test('A 400 under a key does not burn the key.', async () => {
  const key = crypto.randomUUID()
  const id = await authorized()
  for (const [body, status] of [
    [{ transactionId: id, amount: 'x' }, 400],
    [{ transactionId: id, amount: 10.51 }, 400],
    [{ transactionId: '1' }, 400],
    [{ transactionId: id, referenceTransactionId: 1 }, 400],
  ] as const)
    expect((await post('capture', body, key)).status).toBe(status)
  expect((await post('capture', { transactionId: id }, key)).json.responseCode).toBe('00')
  const token = crypto.randomUUID()
  expect((await post('authorize', { payment: { token: 'a'.repeat(44) }, amount: { value: 1 } }, token)).status).toBe(
    400,
  )
  expect((await post('authorize', byCard(), token)).json.responseCode).toBe('00')
})

test('a token is spent once: the repetition of its payment is the same payment', async () => {
  const { token } = (await worker.as(merchant.secretKey)('POST', '/v1/tokens', { body: { creditCard: card() } })).json
  const body = { payment: { token }, amount: { value: 10.5 } }
  const key = crypto.randomUUID()
  const first = await post('authorize', body, key)
  expect(first.json.responseCode).toBe('00')
  expect((await post('authorize', body, key)).text).toBe(first.text)
  expect(errorOf(await post('authorize', body, crypto.randomUUID())).type).toBe('token_used')
})

test('a decline is repeated like any answer', async () => {
  const key = crypto.randomUUID()
  acquirer.faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'authorize' })
  const first = await post('authorize', byCard(undefined, { order: { metadata: { a: 'b' } } }), key)
  expect(first.json).toMatchObject({ responseCode: '51', metadata: { a: 'b' } })
  expect((await post('authorize', byCard(undefined, { order: { metadata: { a: 'b' } } }), key)).text).toBe(first.text)
})

test('a verification value is no part of what a key stands for, and nothing of a card stands in its row', async () => {
  const key = crypto.randomUUID()
  const first = await post('authorize', byCard(), key)
  const { verificationValue: _cvv, ...without } = card()
  const second = await post('authorize', { ...byCard(), payment: { creditCard: without } }, key)
  expect([second.text, replayed(second)]).toEqual([first.text, true])
  const rows = JSON.stringify(await merchant.rows('SELECT * FROM idempotency WHERE account = ?', merchant.id))
  // Ids and times have four such digits by chance.
  expect(rows).not.toMatch(/4242424242|"4242"/)
})

describe('the duplicate window', () => {
  test('Duplicate window off: two equal authorizes both approve; on (60 s): second G01 naming the first.', async () => {
    expect((await post('authorize', byCard())).json.responseCode).toBe('00')
    expect((await post('authorize', byCard())).json.responseCode).toBe('00')

    const careful = await createMerchant({ settings: { duplicateWindowSeconds: 60 } })
    const pay = postOf(careful)
    const first = (await pay('authorize', byCard())).json
    const sent = requests()
    const key = crypto.randomUUID()
    const second = await pay('authorize', byCard(), key)
    expect(second.status).toBe(200)
    expect(second.json).toMatchObject({
      responseCode: 'G01',
      responseText: 'Duplicate transaction',
      authCode: null,
      errors: [
        { type: 'gateway_rejected', message: { details: { retry: 'never', transactionId: first.transactionId } } },
      ],
    })
    expect(requests()).toBe(sent)
    expect((await pay('authorize', byCard(), key)).text).toBe(second.text)
    clock.advance(61_000)
    expect((await pay('authorize', byCard())).json.responseCode).toBe('00')
  })

  test.each([
    ['another amount', { amount: { value: 10.51 } }],
    ['another currency', { amount: { value: 10.5, currency: 978 } }],
    ['another card', { payment: { creditCard: card('5555555555554444') } }],
    ['another order', { order: { referenceObject: 'Invoice', referenceObjectId: 8 } }],
    ['no order', { order: undefined }],
  ])('takes %s for another payment', async (_what, more) => {
    const pay = postOf(await createMerchant({ settings: { duplicateWindowSeconds: 60 } }))
    const body = { ...byCard(), order: { referenceObject: 'Invoice', referenceObjectId: 7 } }
    await pay('authorize', body)
    expect((await pay('authorize', body)).json.responseCode).toBe('G01')
    expect((await pay('authorize', { ...body, ...more })).json.responseCode).toBe('00')
  })

  test('finds a card again however it comes, and lets one pass that replaces what came to nothing', async () => {
    const careful = await createMerchant({ settings: { duplicateWindowSeconds: 60 } })
    const pay = postOf(careful)
    const first = (await pay('authorize', byCard())).json.transactionId
    const { token } = (await worker.as(careful.secretKey)('POST', '/v1/tokens', { body: { creditCard: card() } })).json
    expect((await pay('authorize', { payment: { token }, amount: { value: 10.5 } })).json.responseCode).toBe('G01')
    await pay('void', { transactionId: first })
    expect((await pay('authorize', byCard())).json.responseCode).toBe('00')
  })

  test('lets one of ten at once through', async () => {
    const pay = postOf(await createMerchant({ settings: { duplicateWindowSeconds: 60 } }))
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay('authorize', byCard())))
    expect(answers.filter(({ json }) => json.responseCode === '00')).toHaveLength(1)
    expect(answers.filter(({ json }) => json.responseCode === 'G01')).toHaveLength(9)
  })
})
