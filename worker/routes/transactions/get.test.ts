import { expect, test } from 'vitest'
import * as v from 'valibot'
import { problem } from '#contract/errors/envelope'
import { bindings } from '../../testing/bindings.ts'
import { cardPayment, createMerchant, gatewayOrigin, startWorker } from '../../testing/merchant.ts'
import { interceptD1 } from '../../testing/database/interceptD1.ts'

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const authorize = (by = call) => by('POST', '/v1/transactions/authorize', { body: cardPayment() })
const { transactionId } = (await authorize()).json as { transactionId: string }

test('GET of a transaction by the id of its reversal returns the reversal with all operations', async () => {
  const strict = worker.as((await createMerchant({ settings: { cvvReject: ['M'] } })).secretKey)
  const declined = (await authorize(strict)).json.transactionId
  const byOwnId = (await strict('GET', `/v1/transactions/${declined}`)).json
  expect(byOwnId.operations).toHaveLength(2)
  const reversal = byOwnId.operations[1].transactionId
  const byReversalId = (await strict('GET', `/v1/transactions/${reversal}`)).json
  expect(byReversalId).toMatchObject({
    transactionId: reversal,
    originalTransactionId: declined,
    type: 'reversal',
    status: 'declined',
    operations: byOwnId.operations,
  })
})

test('GET of a transaction returns the same response each time except for requestId', async () => {
  const [first, second] = [
    await call('GET', `/v1/transactions/${transactionId}`),
    await call('GET', `/v1/transactions/${transactionId}`),
  ]
  expect(second.json).toEqual({ ...first.json, requestId: second.json.requestId })
  expect(second.json.requestId).not.toBe(first.json.requestId)
})

test('GET of a transaction reads no sealed card data from the database', async () => {
  const [stored] = await merchant.rows('SELECT sealedPan, wrappedPanKey FROM transactions WHERE id = ?', transactionId)
  const responses: string[] = []
  const DB_00 = interceptD1(bindings.DB_00, {
    after: (_batch, results) => void responses.push(JSON.stringify(results)),
  })
  const { status } = await startWorker({}, { DB_00 }).as(merchant.secretKey)('GET', `/v1/transactions/${transactionId}`)
  expect(status).toBe(200)
  expect(responses.join()).toContain('"last4":"4242"')
  for (const sealed of Object.values(stored!)) {
    expect(sealed).toMatch(/^[\w-]{20,}$/)
    expect(responses.join()).not.toContain(sealed)
  }
})

const getTransaction = (id: string) => call('GET', `/v1/transactions/${id}`)

/** The body of a 404, with the request id and the requested id replaced. */
const notFoundBody = async (id: string): Promise<string> => {
  const { text, status, json } = await getTransaction(id)
  expect(status).toBe(404)
  return text.replaceAll(json.requestId, 'REQUEST').replaceAll(id, 'ID')
}

const otherWorker = startWorker()

test.each([
  ['an unknown id', '91109344435935'],
  ['the id 7', '7'],
  ['the id 007', '007'],
  ['a stored id with a leading zero', `0${transactionId}`],
  ['an id of 19 digits', '9999999999999999999'],
  ['an id above 2^53', '9007199254740993'],
  ['the id 0', '0'],
])('GET of a transaction by %s returns 404', async (_description, id) => {
  const response = await getTransaction(id)
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(v.parse(v.strictObject(problem().entries), response.json)).toEqual({
    type: `${gatewayOrigin}/problems/not-found`,
    title: 'Transaction not found',
    status: 404,
    detail: expect.stringContaining('transaction'),
    instance: `/v1/transactions/${id}`,
    requestId: response.headers.get('x-request-id'),
  })
})

test('GET of a transaction by a card number returns 404 with the number masked', async () => {
  const response = await getTransaction('4242424242424242')
  expect(response.status).toBe(404)
  expect(response.json.instance).toBe('/v1/transactions/****************')
  expect(response.text).not.toContain('4242')
})

test('GET of a transaction of another account or mode returns the same 404 as an unknown id', async () => {
  const other = await createMerchant()
  const liveKey = (await merchant.issue('sk', { mode: 'live' })).key
  const foreign = (await authorize(otherWorker.as(other.secretKey))).json.transactionId
  const inLiveMode = (await authorize(otherWorker.as(liveKey))).json.transactionId
  const unknown = await notFoundBody('91109344435935')
  expect(unknown).toContain('REQUEST')
  expect(await notFoundBody(foreign)).toBe(unknown)
  expect(await notFoundBody(inLiveMode)).toBe(unknown)
  expect((await otherWorker.as(liveKey)('GET', `/v1/transactions/${transactionId}`)).status).toBe(404)
  expect((await otherWorker.as(liveKey)('GET', `/v1/transactions/${inLiveMode}`)).status).toBe(200)
})

test('GET of a transaction by an unknown id takes two round trips to the database, like a stored transaction', async () => {
  expect((await getTransaction('91109344435935')).d1).toBe(2)
})

test.each(['x', '1x', '-1', '1.0', '1e3', '%2B1', '1'.repeat(20), '%D9%A1', '1%0A'])(
  'GET of a transaction by malformed id %s returns 400',
  async (id) => {
    const response = await call('GET', `/v1/transactions/${id}`)
    expect(response.status).toBe(400)
    expect(response.json).toMatchObject({
      type: `${gatewayOrigin}/problems/id-invalid`,
      title: 'Id invalid',
      status: 400,
    })
    expect(response.d1).toBe(1)
  },
)
