import { expect, test } from 'vitest'
import type { ApiResponse } from '../../testing/merchant.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import { seedTransactions, seededId } from '../../testing/scale/manyTransactions.ts'
import { insertPayments, orderJson, path, transactionIds, worker } from './fixtures/listedPayments.ts'

test('CSV list is formatted as in RFC 4180', async () => {
  const shop = await createMerchant()
  await insertPayments(shop, {
    plain: {
      created: '2026-11-20T10:00:00.000Z',
      row: { status: 'captured', captured: 1050, orderReference: 'Invoice:42', customer: 'customer-0001' },
    },
    quoted: {
      created: '2026-11-20T09:00:00.000Z',
      row: {
        orderReference: 'Say "hi", Ünal\r\nand go:1',
        orderData: orderJson({ customerPublicIdentifier: 'a,b' }),
        currency: 392,
      },
    },
  })
  await shop.run("UPDATE operations SET authCode = '012345' WHERE account = ?", shop.id)
  const clock = { now: () => Date.UTC(2026, 10, 21, 7) }
  const response = await startWorker({ clock }).as(shop.secretKey)('GET', `${path}?format=csv`)
  const [first, second] = transactionIds(await worker.as(shop.secretKey)('GET', path))
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="transactions-test-2026-11-21.csv"')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/)
  expect(response.text).toBe(
    [
      'transactionId,created,type,status,method,currency,amount,amountAuthorized,amountCaptured,amountCapturable,amountCredited,amountSettled,tip,network,accountNumber,customer,customerPublicIdentifier,reference,responseCode,authCode,batchId,batchNet,updated,approved,disputes,returns,needsAttention',
      `"${first}","2026-11-20T10:00:00.000Z","authorize","captured","creditCard",840,10.5,10.5,10.5,0,0,0,0,"visa","************4242","customer-0001",,"Invoice:42","00","012345",,,"2026-11-20T10:00:00.000Z",true,,,`,
      `"${second}","2026-11-20T09:00:00.000Z","authorize","authorized","creditCard",392,1050,1050,0,1050,0,0,0,"visa","************4242",,"a,b","Say ""hi"", Ünal\r\nand go:1","00","012345",,,"2026-11-20T09:00:00.000Z",true,,,`,
      '',
    ].join('\r\n'),
  )
})

test('CSV list escapes formulas and leaves negative numbers unescaped', async () => {
  const shop = await createMerchant()
  const openers = ['=', '+', '-', '@', '\t', '\r', '\n', '＝']
  await insertPayments(
    shop,
    Object.fromEntries(
      openers.map((opener, n) => [
        n,
        {
          created: `2026-11-20T10:00:0${9 - n}.000Z`,
          row: { orderReference: `${opener}cmd|' /C calc'!A0`, batchId: 'seeded' },
          operations: [{ type: 'credit', amount: 500, batchId: 'negative' }],
        },
      ]),
    ),
  )
  const { text } = await worker.as(shop.secretKey)('GET', `${path}?format=csv&batchId=negative`)
  for (const opener of openers) expect(text).toContain(`'${opener}cmd|' /C calc'!A0`)
  expect(text.match(/,-5,"2026/g)).toHaveLength(openers.length)
  expect(text.replaceAll('\r\n', '\n')).not.toMatch(/(^|,|")[=+@\t\r＝]/m)
})

test('CSV list has up to 1,000 rows a page and a Link header to the next page', async () => {
  const shop = await createMerchant()
  const shopCall = worker.as(shop.secretKey)
  await seedTransactions(shop, { count: 1_150, youngest: Date.UTC(2026, 10, 20) })
  const ids: string[] = []
  const lengths: number[] = []
  for (let next: string | undefined = `${path}?format=csv`; next !== undefined;) {
    const response: ApiResponse = await shopCall('GET', next)
    const rows = response.text.trimEnd().split('\r\n').slice(1)
    lengths.push(rows.length)
    ids.push(...rows.map((row) => row.split(',')[0]!.replaceAll('"', '')))
    next = /<(.*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  expect(lengths).toEqual([1_000, 150])
  expect(ids).toEqual(Array.from({ length: 1_150 }, (_, n) => n).map((n) => String(seededId(shop, n))))
})

test('CSV list with an invalid query returns 400 as JSON', async () => {
  const { status, headers, json } = await worker.as((await createMerchant()).secretKey)(
    'GET',
    `${path}?format=csv&status=paid`,
  )
  expect([status, headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8'])
  expect(headers.has('content-disposition')).toBe(false)
  expect(json.errors).toMatchObject([{ type: 'query_invalid' }])
})
