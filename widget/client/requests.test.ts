import { assert, integer, jsonValue, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { apiKey, createClient, approved } from './fakeGateway.fixtures.ts'
import { printJson } from './printJson.ts'

describe('requests', () => {
  test('a call sends method, path, key and body and returns the response', async () => {
    const { client, sent } = createClient([{ body: approved }], { baseUrl: 'https://pay.test/' })
    const body = { payment: { token: 'a-token' }, amount: { value: 26.25, currency: 840 } } as const
    expect(await client.authorizeTransaction(body, { idempotencyKey: 'order-7' })).toEqual(approved)
    expect(sent).toEqual([
      {
        url: 'https://pay.test/v1/transactions/authorize',
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'idempotency-key': 'order-7' },
        body: '{"payment":{"token":"a-token"},"amount":{"value":26.25,"currency":840}}',
        // The key is not sent to the target of a redirect.
        redirect: 'manual',
      },
    ])
  })

  test('ids and query are put into the URL, and GET has no body and no idempotency key', async () => {
    const { client, sent } = createClient([{ body: { wallet: [] } }, { body: {} }], { baseUrl: 'https://pay.test/eu' })
    await client.listWallet('customer-1', { pageNumber: 2, pageSize: 50 })
    await client.updateWalletEntry('customer-1', 'wallet-1', { default: true })
    expect(sent[0]).toEqual({
      url: 'https://pay.test/eu/v1/customers/customer-1/wallet?pageNumber=2&pageSize=50',
      method: 'GET',
      headers: { 'x-api-key': apiKey },
      body: undefined,
      redirect: 'manual',
    })
    expect(sent[1]?.url).toBe('https://pay.test/eu/v1/customers/customer-1/wallet/wallet-1')
  })

  test.each(['..', '', 'a/b', '%2e%2e', '1?x=1', '4242 4242'])(
    'an id that could change the path throws: %j',
    async (id) => {
      const { client, sent } = createClient([])
      await expect(client.getTransaction(id)).rejects.toThrow(
        'id is missing or malformed: it must have letters, digits and hyphens only.',
      )
      expect(sent).toEqual([])
    },
  )

  test('int64 values and amounts are serialized with all digits', () => {
    const text = printJson({
      initiatedByUserId: 9223372036854775807n,
      amount: { value: 999999999.99 },
      none: undefined,
      list: [undefined, null, 'é"'],
    })
    expect(text).toBe(
      '{"initiatedByUserId":9223372036854775807,"amount":{"value":999999999.99},"list":[null,null,"é\\""]}',
    )
  })

  test('every amount with two decimals up to 999999999.99 is serialized unchanged', () => {
    assert(
      property(integer({ min: 1, max: 99_999_999_999 }), (cents) => {
        const digits = String(cents).padStart(3, '0')
        const text = `${digits.slice(0, -2)}.${digits.slice(-2)}`
        expect(printJson(cents / 100)).toBe(text.replace(/\.?0+$/, ''))
        expect(printJson(Number(text))).toBe(printJson(cents / 100))
      }),
    )
  })

  test('printJson equals JSON.stringify, also for dates', () => {
    assert(
      property(jsonValue(), (value) => {
        expect(printJson(value)).toBe(JSON.stringify(value))
      }),
    )
    expect(printJson({ date: new Date(0) })).toBe('{"date":"1970-01-01T00:00:00.000Z"}')
  })

  test.each([Number.NaN, Infinity, -Infinity])(
    '%d throws, since null would capture all that is remaining',
    async (amount) => {
      const { client, sent } = createClient([])
      await expect(client.captureTransaction({ transactionId: '1', amount })).rejects.toThrow(TypeError)
      expect(sent).toEqual([])
    },
  )
})
