import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { problem } from '#contract/errors/envelope'
import { bindings } from '../../testing/bindings.ts'
import { byCard, createMerchant, gatewayOrigin, startWorker } from '../../testing/merchant.ts'
import { interceptD1 } from '../../testing/database/interceptD1.ts'

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const authorize = (by = call) => by('POST', '/v1/transactions/authorize', { body: byCard() })
const { transactionId } = (await authorize()).json as { transactionId: string }

describe('a transaction', () => {
  test('is found by its id, and by the id of any of its operations', async () => {
    const strict = worker.as((await createMerchant({ settings: { cvvReject: ['M'] } })).secretKey)
    const declined = (await authorize(strict)).json.transactionId
    const byItsOwn = (await strict('GET', `/v1/transactions/${declined}`)).json
    expect(byItsOwn.operations).toHaveLength(2)
    const reversal = byItsOwn.operations[1].transactionId
    const byReversal = (await strict('GET', `/v1/transactions/${reversal}`)).json
    expect(byReversal).toMatchObject({
      transactionId: reversal,
      originalTransactionId: declined,
      type: 'reversal',
      status: 'declined',
      operations: byItsOwn.operations,
    })
  })

  test('says the same each time, but for the request', async () => {
    const [first, second] = [
      await call('GET', `/v1/transactions/${transactionId}`),
      await call('GET', `/v1/transactions/${transactionId}`),
    ]
    expect(second.json).toEqual({ ...first.json, requestId: second.json.requestId })
    expect(second.json.requestId).not.toBe(first.json.requestId)
  })

  test('is read without its card: nothing that is sealed leaves the database', async () => {
    const [stored] = await merchant.rows(
      'SELECT sealedPan, wrappedPanKey FROM transactions WHERE id = ?',
      transactionId,
    )
    const answers: string[] = []
    const DB_00 = interceptD1(bindings.DB_00, {
      after: (_batch, results) => void answers.push(JSON.stringify(results)),
    })
    const { status } = await startWorker({}, { DB_00 }).as(merchant.secretKey)(
      'GET',
      `/v1/transactions/${transactionId}`,
    )
    expect(status).toBe(200)
    expect(answers.join()).toContain('"last4":"4242"')
    for (const sealed of Object.values(stored!)) {
      expect(sealed).toMatch(/^[\w-]{20,}$/)
      expect(answers.join()).not.toContain(sealed)
    }
  })
})

const absent = (id: string) => call('GET', `/v1/transactions/${id}`)

/** What is answered where there is nothing, but for the two things in it that may differ. */
const bytes = async (id: string): Promise<string> => {
  const { text, status, json } = await absent(id)
  expect(status).toBe(404)
  return text.replaceAll(json.requestId, 'REQUEST').replaceAll(id, 'ID')
}

describe('not found', () => {
  const stranger = startWorker()

  test.each([
    ['unknown', '91109344435935'],
    ['a 7', '7'],
    ['a 7 with zeros in front', '007'],
    ['an id of ours with a zero in front', `0${transactionId}`],
    ['of 19 digits', '9999999999999999999'],
    ['just beyond what a double holds', '9007199254740993'],
    ['0', '0'],
  ])('%s', async (_what, id) => {
    const answer = await absent(id)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(v.parse(v.strictObject(problem().entries), answer.json)).toEqual({
      type: `${gatewayOrigin}/problems/not-found`,
      title: 'Transaction not found',
      status: 404,
      detail: expect.stringContaining('transaction'),
      instance: `/v1/transactions/${id}`,
      requestId: answer.headers.get('x-request-id'),
    })
  })

  test('is a card number that somebody took for an id, and it is not said back', async () => {
    const answer = await absent('4242424242424242')
    expect(answer.status).toBe(404)
    expect(answer.json.instance).toBe('/v1/transactions/****************')
    expect(answer.text).not.toContain('4242')
  })

  test('is an id of another account and of the other mode, to the byte what an unknown one is', async () => {
    const other = await createMerchant()
    const live = (await merchant.issue('sk', { mode: 'live' })).key
    const foreign = (await authorize(stranger.as(other.secretKey))).json.transactionId
    const ofLive = (await authorize(stranger.as(live))).json.transactionId
    const unknown = await bytes('91109344435935')
    expect(unknown).toContain('REQUEST')
    expect(await bytes(foreign)).toBe(unknown)
    expect(await bytes(ofLive)).toBe(unknown)
    expect((await stranger.as(live)('GET', `/v1/transactions/${transactionId}`)).status).toBe(404)
    expect((await stranger.as(live)('GET', `/v1/transactions/${ofLive}`)).status).toBe(200)
  })

  test('costs what finding costs', async () => {
    expect((await absent('91109344435935')).d1).toBe(2)
  })
})

describe('an id that is none is 400', () => {
  test.each(['x', '1x', '-1', '1.0', '1e3', '%2B1', '1'.repeat(20), '%D9%A1', '1%0A'])('%s', async (id) => {
    const answer = await call('GET', `/v1/transactions/${id}`)
    expect(answer.status).toBe(400)
    expect(answer.json).toMatchObject({
      type: `${gatewayOrigin}/problems/id-invalid`,
      title: 'Id invalid',
      status: 400,
    })
    expect(answer.d1).toBe(1)
  })
})
