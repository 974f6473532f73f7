import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { listTransactions as listEndpoint } from '#contract/transactions/transactionList'
import { paymentFixture, cardSale } from '../../../testing/fixtures/paymentFixture.ts'
import { thrownErrors } from '../../../testing/domainCalls.ts'
import { closeBatch } from '../../batches/close.ts'
import { listTransactions } from './list.ts'

type Rows = readonly Readonly<Record<string, unknown>>[]

const setUp = async () => {
  const fixture = await paymentFixture()
  const list = async (query: Readonly<Record<string, string>> = {}) =>
    listTransactions(v.parse(listEndpoint.query!, query), fixture.services())
  const rowsOf = async (query?: Readonly<Record<string, string>>) =>
    JSON.parse(JSON.stringify((await list(query)).transactions)) as Rows
  return { ...fixture, list, rowsOf }
}

describe('list of transactions', () => {
  test('the list of transactions has one row per payment, newest first', async () => {
    const { newAuthorization: authorized, newCapture: captured, refund, services, rowsOf } = await setUp()
    const older = await authorized(5)
    const { payment } = await captured(10.5)
    await refund(payment, 2)
    const { batch } = await closeBatch(services())
    const [row, ...others] = await rowsOf()
    expect(row).toEqual({
      transactionId: payment,
      created: expect.stringMatching(/^20.*Z$/),
      type: 'authorize',
      status: 'partially_refunded',
      method: 'creditCard',
      currency: 840,
      amount: 10.5,
      amountAuthorized: 10.5,
      amountCaptured: 10.5,
      amountCapturable: 0,
      amountCredited: 2,
      amountSettled: 10.5,
      tip: 0,
      network: 'visa',
      accountNumber: '************4242',
      customer: null,
      customerPublicIdentifier: null,
      reference: null,
      approved: true,
      responseCode: '00',
      authCode: expect.stringMatching(/^[0-9]{6}$/),
      batchId: batch!.id,
      batchNet: null,
      updated: expect.stringMatching(/^20.*Z$/),
      disputes: [],
      returns: [],
      needsAttention: null,
    })
    expect(others).toMatchObject([{ transactionId: older, status: 'authorized', amountCapturable: 5 }])
    expect(await rowsOf({ batchId: batch!.id })).toMatchObject([{ transactionId: payment, batchNet: 8.5 }])
  })

  test('the list of transactions is filtered by status, type, amount, card, reference and currency', async () => {
    const { authorize, credit, rowsOf, faultPlan } = await setUp()
    const order = { referenceObject: 'cart', referenceObjectId: 7 }
    const first = (await authorize(cardSale(5, { order }))).transactionId
    const paid = (await credit(cardSale(6))).transactionId
    faultPlan.add({ fault: { kind: 'decline', code: '51' }, on: 'authorize' })
    const declined = (await authorize(cardSale(7, { amount: { value: 7, currency: 978 } }))).transactionId
    const idsOf = async (query: Readonly<Record<string, string>>) =>
      (await rowsOf(query)).map(({ transactionId }) => transactionId)
    expect(await idsOf({ status: 'declined' })).toEqual([declined])
    expect(await idsOf({ status: 'authorized,refunded' })).toEqual([paid, first])
    expect(await idsOf({ type: 'credit' })).toEqual([paid])
    expect(await idsOf({ amount: '6' })).toEqual([paid])
    expect(await idsOf({ amountMin: '6' })).toEqual([declined, paid])
    expect(await idsOf({ amountMax: '6' })).toEqual([paid, first])
    expect(await idsOf({ reference: 'cart:7' })).toEqual([first])
    expect(await idsOf({ reference: '7' })).toEqual([first])
    expect(await idsOf({ currency: '978' })).toEqual([declined])
    expect(await idsOf({ lastFour: '4242' })).toEqual([declined, paid, first])
    expect(await idsOf({ lastFour: '4444' })).toEqual([])
    expect(await idsOf({ method: 'cash' })).toEqual([])
  })

  test('the next page of transactions excludes payments added since the first', async () => {
    const { newAuthorization: authorized, list } = await setUp()
    const ids = [await authorized(1), await authorized(2), await authorized(3)]
    const first = await list({ pageSize: '2', status: 'authorized' })
    expect(first.transactions!.map(({ transactionId }) => transactionId)).toEqual([ids[2], ids[1]])
    await authorized(4)
    const cursor = first.nextCursor!
    expect(first.headers).toEqual({
      link: `</v1/transactions?status=authorized&pageSize=2>; rel="first", </v1/transactions?status=authorized&pageSize=2&cursor=${cursor}>; rel="next"`,
    })
    const second = await list({ pageSize: '2', status: 'authorized', cursor })
    expect(second.transactions!.map(({ transactionId }) => transactionId)).toEqual([ids[0]])
    expect(second).toMatchObject({ nextCursor: null, headers: { link: expect.stringContaining('rel="prev"') } })
    expect(new Headers(second.headers).get('link')).not.toContain('rel="next"')
  })

  test('the next-page link repeats date filters as dates', async () => {
    const { newAuthorization: authorized, list } = await setUp()
    await authorized(1)
    await authorized(2)
    const { headers } = await list({ from: '2020-01-01', to: '2099-12-31', pageSize: '1' })
    expect(new Headers(headers).get('link')).toContain('from=2020-01-01T00%3A00%3A00.000Z&to=2099-12-31&')
    const moments = await list({ to: '2099-12-31T10:00:00Z', pageSize: '1' })
    expect(new Headers(moments.headers).get('link')).toContain('to=2099-12-31T10%3A00%3A00.000Z&')
  })

  test.each([
    ['malformed', () => 'abc'],
    ['altered', (cursor: string) => `${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}`],
  ])('a list of transactions with a %s cursor returns query_invalid', async (_what, alter) => {
    const { newAuthorization: authorized, list } = await setUp()
    await authorized(1)
    await authorized(2)
    const { nextCursor } = await list({ pageSize: '1' })
    expect(await thrownErrors(list({ cursor: alter(nextCursor!) }))).toEqual([
      { type: 'query_invalid', field: 'cursor' },
    ])
  })

  test('a list of transactions with the cursor of another search or account returns query_invalid', async () => {
    const { newAuthorization: authorized, list } = await setUp()
    const other = await setUp()
    await authorized(1)
    await authorized(2)
    const cursor = (await list({ pageSize: '1' })).nextCursor!
    for (const request of [list({ cursor, status: 'authorized' }), other.list({ cursor })])
      expect(await thrownErrors(request)).toEqual([{ type: 'query_invalid', field: 'cursor' }])
  })

  test('the list with format csv returns a CSV file with a header row and a link to the next page', async () => {
    const { newAuthorization: authorized, list, clock } = await setUp()
    await authorized(1)
    const id = await authorized(2.5)
    const { text, headers, transactions } = await list({ format: 'csv', pageSize: '1' })
    expect(transactions).toBeUndefined()
    expect(text!.type).toBe('text/csv; charset=utf-8; header=present')
    const [header, row, end] = text!.body.split('\r\n')
    expect(header).toMatch(/^transactionId,created,type,status,method,currency,amount,/)
    expect(row).toMatch(
      new RegExp(
        `^"${id}","20[^,]*Z","authorize","authorized","creditCard",840,2.5,2.5,0,2.5,0,0,0,"visa","\\*{12}4242",,,,"00",`,
      ),
    )
    expect(end).toBe('')
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    expect(headers).toMatchObject({
      'content-disposition': `attachment; filename="transactions-test-${day}.csv"`,
      link: expect.stringContaining('format=csv'),
    })
  })
})
