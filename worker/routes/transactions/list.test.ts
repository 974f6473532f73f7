import { describe, expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { seedTransactions, seededId } from '../../testing/scale/manyTransactions.ts'
import type { Answered, Call, Merchant } from '../../testing/merchant.ts'
import { byCard, createMerchant, gatewayOrigin, startWorker } from '../../testing/merchant.ts'

const worker = startWorker()
const path = '/v1/transactions'

type Row = Readonly<Record<string, string | number | null>>

interface Payment {
  readonly created: string
  readonly mode?: 'test' | 'live'
  readonly row?: Row
  /** Operations after the first. */
  readonly operations?: readonly { readonly type: string; readonly amount: number; readonly batchId: string }[]
}

/** What is written first is the youngest, as its id says, too. */
let lastId = 700_000_000_000
const nextId = () => lastId--

const insert = (table: string, row: Row) =>
  bindings.DB_00.prepare(
    `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
      .map(() => '?')
      .join(', ')})`,
  ).bind(...Object.values(row))

const insertPayment = (account: string, id: number, { created, mode = 'test', row, operations = [] }: Payment) => {
  const at = Date.parse(created)
  const shared = { account, mode, created: at, updated: at }
  const transaction: Row & { requested: number; type: string } = {
    ...shared,
    id,
    type: 'payment',
    status: 'authorized',
    method: 'creditCard',
    currency: 840,
    requested: 1050,
    approved: 1050,
    network: 'visa',
    last4: '4242',
    digits: 16,
    initiatedBy: 'customer',
    initial: 'first',
    ...row,
  }
  const operation = { ...shared, transactionId: id, status: 'approved', responseCode: '00', requestId: 'written' }
  const type = transaction.type === 'credit' ? 'credit' : 'authorize'
  const later = operations.map((more) => insert('operations', Object.assign({ id: nextId() }, operation, more)))
  return [
    insert('transactions', transaction),
    insert('operations', { ...operation, id, type, amount: transaction.requested }),
  ].concat(later)
}

/** Writes payments of 10.50 USD, each with the differences named. Answers their ids. */
const write = async <Name extends string>(
  { id: account }: Merchant,
  payments: Readonly<Record<Name, Payment>>,
): Promise<Record<Name, string>> => {
  const numbered = (Object.entries(payments) as [Name, Payment][]).map(([name, payment]) => ({
    name,
    payment,
    id: nextId(),
  }))
  await bindings.DB_00.batch(numbered.flatMap(({ id, payment }) => insertPayment(account, id, payment)))
  return Object.fromEntries(numbered.map(({ name, id }) => [name, String(id)])) as Record<Name, string>
}

const idsOf = ({ json }: Answered): string[] =>
  json.transactions.map(({ transactionId }: { transactionId: string }) => transactionId)

/** All pages, each by the cursor of the one before. */
const allPages = async (call: Call, query: string, between: () => Promise<unknown> = async () => undefined) => {
  const pages: string[][] = []
  let cursor = ''
  do {
    const answer = await call('GET', `${path}?${query}${cursor}`)
    expect(answer.status).toBe(200)
    pages.push(idsOf(answer))
    cursor = answer.json.nextCursor === null ? '' : `&cursor=${answer.json.nextCursor}`
    await between()
  } while (cursor !== '')
  return pages
}

const order = (members: object) => JSON.stringify(members)

const books = {
  latest: { created: '2026-11-22T08:00:00.000Z', row: { status: 'declined', approved: 0 } },
  midnight: { created: '2026-11-21T00:00:00.000Z', row: { status: 'captured', captured: 1050 } },
  beforeMidnight: { created: '2026-11-20T23:59:59.999Z', row: { status: 'voided', released: 1050 } },
  yen: { created: '2026-11-20T12:00:00.000Z', row: { currency: 392, requested: 1050, approved: 1050 } },
  dinar: { created: '2026-11-20T11:00:00.000Z', row: { currency: 414, requested: 10_500, approved: 10_500 } },
  check: {
    created: '2026-11-20T10:00:00.000Z',
    row: { method: 'check', status: 'captured', network: 'ach', last4: '6789', digits: 10, captured: 1050 },
  },
  cash: { created: '2026-11-20T09:00:00.000Z', row: { method: 'cash', network: null, last4: null, digits: null } },
  invoice: {
    created: '2026-11-19T10:00:00.000Z',
    row: {
      orderReference: 'Invoice:42',
      orderData: order({ referenceObject: 'Invoice', referenceObjectId: 42, customerPublicIdentifier: 'Ä-7' }),
      customer: 'customer-0001',
    },
  },
  quote: {
    created: '2026-11-19T09:00:00.000Z',
    row: {
      orderReference: 'Quote:42',
      orderData: '{"referenceObject":"Quote","referenceObjectId":42}',
      customer: 'customer-0001',
      last4: '1881',
    },
  },
  largestId: {
    created: '2026-11-18T10:00:00.000Z',
    row: {
      orderReference: 'Invoice:9223372036854775807',
      orderData: '{"referenceObject":"Invoice","referenceObjectId":9223372036854775807,"customerPublicIdentifier":""}',
    },
  },
  large: { created: '2026-11-17T10:00:00.000Z', row: { requested: 99_999_999_999, approved: 99_999_999_999 } },
  payout: {
    created: '2026-11-16T10:00:00.000Z',
    row: {
      type: 'credit',
      status: 'refunded',
      credited: 1050,
      orderReference: 'Order-2026-7:',
      orderData: '{"referenceObject":"Order-2026-7"}',
    },
  },
  settledTwice: {
    created: '2026-11-15T10:00:00.000Z',
    row: { status: 'settled', captured: 1050, settled: 1050, batchId: 'batch-2' },
    operations: [
      { type: 'capture', amount: 600, batchId: 'batch-1' },
      { type: 'capture', amount: 450, batchId: 'batch-2' },
    ],
  },
  refundedLater: {
    created: '2026-11-14T10:00:00.000Z',
    row: { status: 'partially_refunded', captured: 1050, settled: 1050, credited: 1000, batchId: 'batch-2' },
    operations: [
      { type: 'capture', amount: 500, batchId: 'batch-1' },
      { type: 'capture', amount: 550, batchId: 'batch-1' },
      { type: 'credit', amount: 1000, batchId: 'batch-2' },
    ],
  },
} satisfies Record<string, Payment>

const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const ids = await write(merchant, books)
const names = Object.keys(books) as (keyof typeof books)[]
const nameOf = new Map(names.map((name) => [ids[name], name]))
const found = async (query: string) => idsOf(await call('GET', `${path}?${query}`)).map((id) => nameOf.get(id))
const without = (...left: string[]) => names.filter((name) => !left.includes(name))

// The same books again where this merchant's test key must not see them.
const stranger = await createMerchant()
await write(stranger, books)
await write(
  merchant,
  Object.fromEntries(Object.entries(books).map(([name, payment]) => [name, { ...payment, mode: 'live' }])),
)

const nets = async (query: string) =>
  (await call('GET', `${path}?${query}`)).json.transactions.map(({ batchNet }: { batchNet: unknown }) => batchNet)

describe('the list', () => {
  test('has every payment of the account in the mode of its key once, newest first', async () => {
    expect(await found('')).toEqual(names)
    const live = await merchant.issue('sk', { mode: 'live' })
    const ofLive = idsOf(await worker.as(live.key)('GET', path))
    expect(ofLive).toHaveLength(names.length)
    expect(ofLive.filter((id) => nameOf.has(id))).toEqual([])
  })

  test.each<[query: string, ...expected: string[]]>([
    ['from=2026-11-21', 'latest', 'midnight'],
    ['from=2026-11-20T23:59:59.999Z', 'latest', 'midnight', 'beforeMidnight'],
    ['from=2026-11-21T00:00:00.001Z', 'latest'],
    ['from=2026-11-20&to=2026-11-20', 'beforeMidnight', 'yen', 'dinar', 'check', 'cash'],
    ['from=2026-11-20T09:00&to=2026-11-20T12:00:00Z', 'dinar', 'check', 'cash'],
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
  ])('searched by "%s"', async (query, ...expected) => {
    expect(await found(query)).toEqual(expected)
  })

  test.each([
    'customer=customer-0001',
    'reference=42',
    'lastFour=4242&status=captured,authorized',
    'batchId=batch-1',
    'batchId=batch-2&lastFour=4242',
    'amount=10.5&from=2026-11-16&to=2026-11-20',
  ])('searched by "%s" is the same page by page', async (query) => {
    const pages = (await allPages(call, `${query}&pageSize=1`)).flat()
    expect(pages.map((id) => nameOf.get(id))).toEqual(await found(query))
    expect(pages.length).toBeGreaterThan(1)
  })

  test('says how much a payment brought in the batch that was asked for, and of which batch only then', async () => {
    expect(await nets('batchId=batch-1')).toEqual([6, 10.5])
    expect(await nets('batchId=batch-2')).toEqual([4.5, -10])
    expect(await nets('batchId=batch-2&lastFour=4242')).toEqual([4.5, -10])
    expect(await nets('lastFour=6789')).toEqual([null])
  })

  test('of a batch adds up to what the batch says, also for payments in several', async () => {
    const shop = await createMerchant()
    const ask = worker.as(shop.secretKey)
    const post = async (what: string, body: object) => (await ask('POST', `${path}/${what}`, { body })).json
    const closed = async () => (await ask('POST', '/v1/batches/close')).json.batch
    const paid = await Promise.all([1, 2, 3].map(async () => (await post('authorize', byCard())).transactionId))
    const [whole, inParts] = paid
    await post('capture', { transactionId: whole })
    await post('capture', { transactionId: inParts, amount: 4 })
    const first = await closed()
    await post('capture', { transactionId: inParts, amount: 6 })
    await post('credit', { referenceTransactionId: Number(whole), amount: { value: 2.5 } })
    const second = await closed()
    for (const [batch, net, entries] of [
      [first, 14.5, { [whole]: 10.5, [inParts]: 4 }],
      [second, 3.5, { [whole]: -2.5, [inParts]: 6 }],
    ] as const) {
      expect(batch.totals).toMatchObject([{ currency: 840, net }])
      const { transactions } = (await ask('GET', `${path}?batchId=${batch.id}`)).json
      expect(Object.fromEntries(transactions.map((entry: any) => [entry.transactionId, entry.batchNet]))).toEqual(
        entries,
      )
    }
  })

  test('says of a payment what reading it says', async () => {
    const { secretKey } = await createMerchant()
    const ask = worker.as(secretKey)
    const more = { order: { referenceObject: 'Order', referenceObjectId: 7, customerPublicIdentifier: 'shopper 7' } }
    for (const body of [
      byCard('4242424242424242', more),
      byCard('4000000000000002'),
      byCard('4000003900000106'),
      byCard('378282246310005', { amount: { value: 1050, currency: 392 } }),
    ])
      expect((await ask('POST', `${path}/authorize`, { body })).status).toBe(200)
    const { transactions } = (await ask('GET', path)).json
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
      const read = (await ask('GET', `${path}/${entry.transactionId}`)).json
      expect(read).toMatchObject({ ...entry, payment: { network, accountNumber, customer } })
      expect(customerPublicIdentifier).toBe(read.order?.customerPublicIdentifier ?? null)
      expect(batchNet).toBeNull()
    }
  })

  test('costs one round trip beside the one for the key, whatever is asked', async () => {
    for (const query of ['', 'status=declined', 'reference=42', 'batchId=batch-1', 'format=csv'])
      expect((await call('GET', `${path}?${query}`)).d1).toBe(2)
  })

  test('of an account without payments is empty', async () => {
    const { secretKey } = await createMerchant()
    const { json, headers } = await worker.as(secretKey)('GET', path)
    expect([json.transactions, json.nextCursor, json.errors]).toEqual([[], null, null])
    expect(headers.has('link')).toBe(false)
  })
})

const unordered = (n: number) => ({ created: `2026-11-20T10:00:00.00${Math.floor(((n * 7) % 25) / 9)}Z` })

/** 25 payments of three milliseconds: ids of one millisecond are in no order. */
const tie = async () => {
  const busy = await createMerchant()
  const written = await write(busy, Object.fromEntries(Array.from({ length: 25 }, (_, n) => [n, unordered(n)])))
  return { busy, ask: worker.as(busy.secretKey), all: Object.values(written) }
}

describe('pages', () => {
  const tied = tie()

  test.each([1, 2, 7, 24, 25, 26])('of %i have each payment once, in one order, over ties', async (pageSize) => {
    const { ask, all } = await tied
    const whole = idsOf(await ask('GET', path))
    expect(whole.toSorted()).toEqual(all.toSorted())
    const pages = await allPages(ask, `pageSize=${pageSize}`)
    expect(pages.flat()).toEqual(whole)
    // No page but the last is short, and none is asked for in vain.
    expect(pages.map(({ length }) => length)).toEqual(
      Array.from({ length: Math.ceil(25 / pageSize) }, (_, n) => Math.min(pageSize, 25 - n * pageSize)),
    )
  })

  test('have no gap and nothing twice while payments come in', async () => {
    const { busy, ask } = await tie()
    const whole = idsOf(await ask('GET', path))
    const arrive = () => write(busy, { fresh: { created: '2026-11-20T10:00:00.003Z' } })
    expect((await allPages(ask, 'pageSize=4', arrive)).flat()).toEqual(whole)
  })

  test('may change their length on the way', async () => {
    const { ask } = await tied
    const whole = idsOf(await ask('GET', path))
    const { json } = await ask('GET', `${path}?pageSize=3`)
    expect(idsOf(await ask('GET', `${path}?limit=5&cursor=${json.nextCursor}`))).toEqual(whole.slice(3, 8))
  })

  test('are linked, with the filters, by a reference relative to the list', async () => {
    const query = 'from=2026-11-14&to=2026-11-21&status=captured,authorized&amountMin=1.5&lastFour=4242&type=authorize'
    const first = await call('GET', `${path}?${query}&pageSize=2`)
    const link = first.headers.get('link')!
    const [, target = ''] = /^<(.*)>; rel="next"$/.exec(link) ?? []
    const next = new URL(target, `${gatewayOrigin}${path}`)
    expect(Object.fromEntries(next.searchParams)).toEqual({
      from: '2026-11-14T00:00:00.000Z',
      to: '2026-11-21',
      status: 'authorized,captured',
      amountMin: '1.5',
      lastFour: '4242',
      type: 'authorize',
      pageSize: '2',
      cursor: first.json.nextCursor,
    })
    const second = await call('GET', next.pathname + next.search)
    expect([...idsOf(first), ...idsOf(second)].map((id) => nameOf.get(id))).toEqual((await found(query)).slice(0, 4))
    expect((await call('GET', `${path}?${query}`)).headers.has('link')).toBe(false)
  })

  test.each(['to=9999-12-31', 'to=2026-11-20T23:59:59.999Z', 'from=1970-01-01&format=csv'])(
    'searched by "%s" are linked to one that is found',
    async (query) => {
      const { headers } = await call('GET', `${path}?${query}&pageSize=1`)
      const [, target = ''] = /<(.*)>/.exec(headers.get('link')!) ?? []
      const next = await call('GET', target)
      expect([next.status, next.headers.get('content-type')]).toEqual([200, headers.get('content-type')])
    },
  )

  test('of a search that finds little end after 2,000 payments, and the next one goes on there', async () => {
    const busy = await createMerchant()
    const ask = worker.as(busy.secretKey)
    const youngest = Date.UTC(2026, 10, 20)
    await seedTransactions(busy, { count: 4_100, youngest })
    const only = seededId(busy, 2_007)
    await busy.run("UPDATE transactions SET status = 'returned' WHERE id = ?", only)
    expect(await allPages(ask, 'status=returned&pageSize=5')).toEqual([[], [String(only)], []])
    // A page that is full at the very last payment that it looks at.
    expect((await allPages(ask, 'status=declined&pageSize=100')).map(({ length }) => length)).toEqual([
      100, 100, 100, 100, 10,
    ])
    expect((await allPages(ask, 'status=declined&format=json&pageSize=99')).flat()).toHaveLength(410)
  })
})

const cursorOf = async (query: string, ask: Call = call): Promise<string> =>
  (await ask('GET', `${path}?${query}&pageSize=1`)).json.nextCursor

const refusal = async (cursor: string, query = '', ask: Call = call) => {
  const answer = await ask('GET', `${path}?${query}&cursor=${cursor}`)
  const { requestId: _, ...body } = answer.json
  return JSON.stringify([answer.status, body])
}

describe('a cursor', () => {
  test('that was altered, or is of another account, mode or search, is refused in the same words', async () => {
    const cursor = await cursorOf('')
    const flipped = (at: number) => cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1)
    const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
    const refusals = new Set([
      ...(await Promise.all(Array.from({ length: cursor.length / 4 }, (_, n) => refusal(flipped(n * 4))))),
      await refusal(cursor.slice(0, -1)),
      await refusal(`${cursor}A`),
      await refusal('x'),
      await refusal(''),
      await refusal('%00'),
      await refusal('a'.repeat(257)),
      await refusal(cursor, 'status=declined'),
      await refusal(await cursorOf('status=authorized,captured'), 'status=authorized'),
      await refusal(await cursorOf('', worker.as(stranger.secretKey))),
      await refusal(await cursorOf('', live)),
      await refusal(cursor, '', live),
    ])
    expect([...refusals].map((text) => JSON.parse(text))).toEqual([
      [
        400,
        {
          errors: [
            expect.objectContaining({ type: 'query_invalid', message: expect.objectContaining({ field: 'cursor' }) }),
          ],
        },
      ],
    ])
  })

  test('is good for the same search in other words', async () => {
    const cursor = await cursorOf('status=captured,authorized&from=2026-11-14&amountMin=1.50')
    const other = `status=authorized,captured&from=2026-11-14T01:00:00%2B01:00&amountMin=1.5&format=csv&cursor=${cursor}`
    expect((await call('GET', `${path}?${other}`)).status).toBe(200)
  })

  test('made up by somebody who knows how leads to the own list alone', async () => {
    const position = { created: Date.UTC(2030, 0), id: 1 }
    const { encodeCursor } = await import('../../domain/transactions/list/cursor.ts')
    const cursor = await encodeCursor(position, { account: merchant.id, mode: 'test', filters: {} })
    expect(await found(`cursor=${cursor}`)).toEqual(names)
  })
})

test('a query that means nothing is refused, every parameter at once', async () => {
  const { status, json } = await call('GET', `${path}?from=x&to=y&status=z&amount=&lastFour=4242x&pageSize=0&cursor=!`)
  expect(status).toBe(400)
  expect(Object.keys(json).toSorted()).toEqual(['errors', 'requestId'])
  expect(json.errors.map(({ type, message }: any) => [type, message.field])).toEqual(
    ['amount', 'cursor', 'from', 'lastFour', 'pageSize', 'status', 'to'].map((field) => ['query_invalid', field]),
  )
})

describe('as a file', () => {
  test('is the list as RFC 4180 has it', async () => {
    const shop = await createMerchant()
    await write(shop, {
      plain: {
        created: '2026-11-20T10:00:00.000Z',
        row: { status: 'captured', captured: 1050, orderReference: 'Invoice:42', customer: 'customer-0001' },
      },
      quoted: {
        created: '2026-11-20T09:00:00.000Z',
        row: {
          orderReference: 'Say "hi", Ünal\r\nand go:1',
          orderData: order({ customerPublicIdentifier: 'a,b' }),
          currency: 392,
        },
      },
    })
    await shop.run("UPDATE operations SET authCode = '012345' WHERE account = ?", shop.id)
    const { clock } = { clock: { now: () => Date.UTC(2026, 10, 21, 7) } }
    const answer = await startWorker({ clock }).as(shop.secretKey)('GET', `${path}?format=csv`)
    const [first, second] = idsOf(await worker.as(shop.secretKey)('GET', path))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="transactions-test-2026-11-21.csv"')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/)
    expect(answer.text).toBe(
      [
        'transactionId,created,type,status,method,currency,amount,amountAuthorized,amountCaptured,amountCapturable,amountCredited,amountSettled,tip,network,accountNumber,customer,customerPublicIdentifier,reference,responseCode,authCode,batchId,batchNet,updated',
        `${first},2026-11-20T10:00:00.000Z,authorize,captured,creditCard,840,10.5,10.5,10.5,0,0,0,0,visa,************4242,customer-0001,,Invoice:42,00,012345,,,2026-11-20T10:00:00.000Z`,
        `${second},2026-11-20T09:00:00.000Z,authorize,authorized,creditCard,392,1050,1050,0,1050,0,0,0,visa,************4242,,"a,b","Say ""hi"", Ünal\r\nand go:1",00,012345,,,2026-11-20T09:00:00.000Z`,
        '',
      ].join('\r\n'),
    )
  })

  test('runs no formula, and leaves numbers numbers', async () => {
    const shop = await createMerchant()
    const openers = ['=', '+', '-', '@', '\t', '\r', '\n', '＝']
    await write(
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
    expect(text.match(/,-5,2026/g)).toHaveLength(openers.length)
    expect(text).not.toMatch(/(^|,|")[=+@\t\r＝]/m)
  })

  test('has up to 1,000 rows a page, and its Link leads through all', async () => {
    const shop = await createMerchant()
    const ask = worker.as(shop.secretKey)
    await seedTransactions(shop, { count: 1_150, youngest: Date.UTC(2026, 10, 20) })
    const seen: string[] = []
    const lengths: number[] = []
    for (let next: string | undefined = `${path}?format=csv`; next !== undefined;) {
      const answer: Answered = await ask('GET', next)
      const rows = answer.text.trimEnd().split('\r\n').slice(1)
      lengths.push(rows.length)
      seen.push(...rows.map((row) => row.split(',')[0]!))
      next = /<(.*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    }
    expect(lengths).toEqual([1_000, 150])
    expect(seen).toEqual(Array.from({ length: 1_150 }, (_, n) => n).map((n) => String(seededId(shop, n))))
  })

  test('that cannot be made is an error in JSON', async () => {
    const { status, headers, json } = await call('GET', `${path}?format=csv&status=paid`)
    expect([status, headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8'])
    expect(headers.has('content-disposition')).toBe(false)
    expect(json.errors).toMatchObject([{ type: 'query_invalid' }])
  })
})
