import { expect, test } from 'vitest'
import { cardPayment, createMerchant } from '../../testing/merchant.ts'
import { createListedPayments, path, readAllPages, transactionIds, worker } from './fixtures/listedPayments.ts'

const { merchant, call, names, nameById, list } = await createListedPayments()
const without = (...excluded: string[]) => names.filter((name) => !excluded.includes(name))
const batchNets = async (query: string) =>
  (await call('GET', `${path}?${query}`)).json.transactions.map(({ batchNet }: { batchNet: unknown }) => batchNet)

test('list returns each payment of the account and mode once, newest first', async () => {
  expect(await list('')).toEqual(names)
  const live = await merchant.issue('sk', { mode: 'live' })
  const ofLive = transactionIds(await worker.as(live.key)('GET', path))
  expect(ofLive).toHaveLength(names.length)
  expect(ofLive.filter((id) => nameById.has(id))).toEqual([])
})

test.each<[query: string, ...expected: string[]]>([
  ['from=2026-11-21', 'latest', 'midnight'],
  ['from=2026-11-20T23:59:59.999Z', 'latest', 'midnight', 'beforeMidnight'],
  ['from=2026-11-21T00:00:00.001Z', 'latest'],
  ['from=2026-11-20&to=2026-11-20', 'beforeMidnight', 'yen', 'dinar', 'check', 'cash'],
  ['from=2026-11-20T09:00:00Z&to=2026-11-20T12:00:00Z', 'dinar', 'check', 'cash'],
  ['from=2026-11-20T12:00:00%2B02:00&to=2026-11-20T11:01:00Z', 'dinar', 'check'],
  ['from=2026-11-20T12:00:00+02:00&to=2026-11-20T11:01:00Z', 'dinar', 'check'],
  ['from=2026-11-20T04:30:00-05:00&to=2026-11-20T10:30:00z', 'check'],
  ['to=2026-11-14', 'refundedLater'],
  ['to=2026-11-13'],
  ['status=declined', 'latest'],
  ['status=voided,declined', 'latest', 'beforeMidnight'],
  ['status=expired'],
  ['type=credit', 'payout'],
  ['type=authorize', ...without('payout')],
  ['type=credit,authorize', ...names],
  ['method=check', 'check'],
  ['method=cash,check', 'check', 'cash'],
  ['currency=392', 'yen'],
  ['amount=1050', 'yen'],
  ['amount=10.5', ...without('yen', 'large')],
  ['amount=10.50&currency=414', 'dinar'],
  ['amount=999999999.99', 'large'],
  ['amountMin=10.51', 'yen', 'large'],
  ['amountMin=10.5&amountMax=1050&currency=392', 'yen'],
  ['amountMax=10.49'],
  ['reference=Invoice:42', 'invoice'],
  ['reference=42', 'invoice', 'quote'],
  ['reference=Invoice:9223372036854775807', 'largestId'],
  ['reference=9223372036854775807', 'largestId'],
  ['reference=Invoice'],
  ['reference=Order-2026-7', 'payout'],
  ['reference=Order-2026-7:', 'payout'],
  ['reference=Invoice:4'],
  ['reference=invoice:42'],
  ['customer=customer-0001', 'invoice', 'quote'],
  ['customer=customer-0002'],
  [`customerPublicIdentifier=${encodeURIComponent('Ä-7')}`, 'invoice'],
  ['customerPublicIdentifier=%25'],
  ['lastFour=1881', 'quote'],
  ['lastFour=6789', 'check'],
  ['batchId=batch-1', 'settledTwice', 'refundedLater'],
  ['batchId=batch-2', 'settledTwice', 'refundedLater'],
  ['batchId=batch-3'],
  ['batchId=batch-1&status=settled', 'settledTwice'],
  ['batchId=batch-1&lastFour=4242&to=2026-11-14', 'refundedLater'],
  ['customer=customer-0001&lastFour=4242', 'invoice'],
  ['customer=customer-0001&to=2026-11-19T09:30:00Z', 'quote'],
  ['reference=42&customer=customer-0001&lastFour=1881&amount=10.5&status=authorized', 'quote'],
  ['unknown=x&Status=voided&reference=Quote:42', 'quote'],
])('list with query "%s" returns the matching payments', async (query, ...expected) => {
  expect(await list(query)).toEqual(expected)
})

test.each([
  'customer=customer-0001',
  'reference=42',
  'lastFour=4242&status=captured,authorized',
  'batchId=batch-1',
  'batchId=batch-2&lastFour=4242',
  'amount=10.5&from=2026-11-16&to=2026-11-20',
])('list with query "%s" returns the same payments page by page', async (query) => {
  const pages = (await readAllPages(call, `${query}&pageSize=1`)).flat()
  expect(pages.map((id) => nameById.get(id))).toEqual(await list(query))
  expect(pages.length).toBeGreaterThan(1)
})

test('list by batchId returns batchNet for this batch, and null without batchId', async () => {
  expect(await batchNets('batchId=batch-1')).toEqual([6, 10.5])
  expect(await batchNets('batchId=batch-2')).toEqual([4.5, -10])
  expect(await batchNets('batchId=batch-2&lastFour=4242')).toEqual([4.5, -10])
  expect(await batchNets('lastFour=6789')).toEqual([null])
})

test('list by batchId returns batchNet values that add up to the net total of the batch', async () => {
  const shop = await createMerchant()
  const shopCall = worker.as(shop.secretKey)
  const post = async (operation: string, body: object) =>
    (await shopCall('POST', `${path}/${operation}`, { body })).json
  const closeBatch = async () => (await shopCall('POST', '/v1/batches/close')).json.batch
  const paid = await Promise.all([1, 2, 3].map(async () => (await post('authorize', cardPayment())).transactionId))
  const [whole, inParts] = paid
  await post('capture', { transactionId: whole })
  await post('capture', { transactionId: inParts, amount: 4 })
  const first = await closeBatch()
  await post('capture', { transactionId: inParts, amount: 6 })
  await post('credit', { referenceTransactionId: Number(whole), amount: { value: 2.5 } })
  const second = await closeBatch()
  for (const [batch, net, entries] of [
    [first, 14.5, { [whole]: 10.5, [inParts]: 4 }],
    [second, 3.5, { [whole]: -2.5, [inParts]: 6 }],
  ] as const) {
    expect(batch.totals).toMatchObject([{ currency: 840, net }])
    const { transactions } = (await shopCall('GET', `${path}?batchId=${batch.id}`)).json
    expect(Object.fromEntries(transactions.map((entry: any) => [entry.transactionId, entry.batchNet]))).toEqual(entries)
  }
})

test('list returns the same values of a payment as GET /v1/transactions/{id}', async () => {
  const { secretKey } = await createMerchant()
  const shopCall = worker.as(secretKey)
  const more = { order: { referenceObject: 'Order', referenceObjectId: 7, customerPublicIdentifier: 'shopper 7' } }
  for (const body of [
    cardPayment('4242424242424242', more),
    cardPayment('4000000000000002'),
    cardPayment('4000003900000106'),
    cardPayment('378282246310005', { amount: { value: 1050, currency: 392 } }),
  ])
    expect((await shopCall('POST', `${path}/authorize`, { body })).status).toBe(200)
  const { transactions } = (await shopCall('GET', path)).json
  expect(transactions).toHaveLength(4)
  for (const {
    network,
    accountNumber,
    customer,
    reference: _,
    customerPublicIdentifier,
    batchNet,
    ...entry
  } of transactions) {
    const read = (await shopCall('GET', `${path}/${entry.transactionId}`)).json
    expect(read).toMatchObject({ ...entry, payment: { network, accountNumber, customer } })
    expect(customerPublicIdentifier).toBe(read.order?.customerPublicIdentifier ?? null)
    expect(batchNet).toBeNull()
  }
})

test('list takes two round trips to the database for each query', async () => {
  for (const query of ['', 'status=declined', 'reference=42', 'batchId=batch-1', 'format=csv'])
    expect((await call('GET', `${path}?${query}`)).d1).toBe(2)
})

test('list of an account without payments is empty', async () => {
  const { secretKey } = await createMerchant()
  const { json, headers } = await worker.as(secretKey)('GET', path)
  expect([json.transactions, json.nextCursor, json.errors]).toEqual([[], null, null])
  expect(headers.get('link')).toBe('</v1/transactions?pageSize=100>; rel="first"')
})

test('list with several invalid parameters returns 400 with an error item for each', async () => {
  const { status, json } = await call('GET', `${path}?from=x&to=y&status=z&amount=&lastFour=4242x&pageSize=0&cursor=!`)
  expect(status).toBe(400)
  expect(Object.keys(json).toSorted()).toEqual(['errors', 'requestId'])
  expect(json.errors.map(({ type, message }: any) => [type, message.field])).toEqual(
    ['amount', 'cursor', 'from', 'lastFour', 'pageSize', 'status', 'to'].map((field) => ['query_invalid', field]),
  )
})
