import { describe, expect, test } from 'vitest'
import {
  requestId,
  createClient,
  createTransport,
  authorize,
  read,
  approved,
  errorReply,
  catchError,
  failed,
} from './fakeGateway.fixtures.ts'

describe('responses', () => {
  test('a declined payment is returned, not thrown', async () => {
    const declined = {
      ...approved,
      approved: false,
      responseCode: '51',
      errors: [{ type: 'card_declined', message: {} }],
    }
    const { client } = createClient([{ body: declined }])
    expect(await client.voidTransaction({ transactionId: '1' })).toEqual(declined)
  })

  test('an error envelope becomes an error with all items and the idempotency key', async () => {
    const error = await failed([errorReply(400, 'out_of_range', 'token_used')], authorize, {
      idempotencyKey: 'order-7',
    })
    expect(error).toMatchObject({
      operation: 'authorizeTransaction',
      status: 400,
      types: ['out_of_range', 'token_used'],
      requestId,
      retryAfter: null,
      idempotencyKey: 'order-7',
      outcomeUnknown: false,
      message: `authorizeTransaction: out_of_range: About out_of_range. token_used: About token_used. (request ${requestId})`,
    })
    expect(error.items[0]?.message).toMatchObject({
      field: 'amount.value',
      docs: 'https://pay.test/errors#out_of_range',
    })
  })

  test.each([401, 403])('a %i of authorize without a body becomes an error', async (status) => {
    const error = await failed([{ status, headers: { 'x-request-id': requestId } }])
    expect(error).toMatchObject({ status, types: [], items: [], requestId, body: null, outcomeUnknown: false })
    expect(error.message).toBe(`authorizeTransaction: status ${status} (request ${requestId})`)
  })

  test.each([
    ['https://pay.test/problems/id-invalid', 400, ['id_invalid']],
    ['https://iana.org/assignments/http-problem-types#quota-exceeded', 429, ['rate_limited']],
    ['about:blank', 404, []],
  ])('problem details %s become an error', async (type, status, types) => {
    const body = { type, title: 'Title', status, detail: 'What is wrong.', instance: '/v1/transactions/1', requestId }
    const error = await catchError(createTransport([{ status, body }], { retries: 0 }).transport(read))
    expect(error).toMatchObject({ status, types, requestId, body })
    if (types.length > 0) expect(error.items[0]?.message.text).toBe('What is wrong.')
  })

  test.each(['<html>Bad gateway</html>', 'null', '"text"', '[]', '{"errors":null}'])(
    '%s as a failure is read without a fault',
    async (text) => {
      expect(await failed([{ status: 400, text }])).toMatchObject({ status: 400, items: [] })
    },
  )
})
