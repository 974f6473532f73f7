import { expect } from 'vitest'
import { bindings } from '../bindings.ts'
import { seededId, seedTransactions } from './manyTransactions.ts'
import { seedEventsAndKeys } from './manyEvents.ts'
import { measuredDatabase } from '../database/measuredDatabase.ts'
import type { ApiResponse, Call, Merchant } from '../merchant.ts'
import { cardPayment, tokenPayment, card, createMerchant, startWorker } from '../merchant.ts'

/** Sends the measured request, after its preconditions were created. */
type MeasuredRequest = () => Promise<ApiResponse>
type Case = (call: Call, youngest: number, scope: CaseScope) => Promise<MeasuredRequest>

/** What cases beyond requests need. */
interface CaseScope {
  readonly merchant: Merchant
}

const authorized = async (call: Call): Promise<string> =>
  (await call('POST', '/v1/transactions/authorize', { body: cardPayment() })).json.transactionId

const byCheck = {
  payment: { check: { routingNumber: '021000021', accountNumber: '1234567890', name: 'Ann Example' } },
  amount: { value: 10.5 },
}

const listed =
  (query: string): Case =>
  async (call) =>
  () =>
    call('GET', `/v1/transactions?${query}`)

/** Instants among the payments with unique data. */
const fifth = (youngest: number): string => new Date(youngest - 5).toISOString()
const fourth = (youngest: number): string => new Date(youngest - 4).toISOString()

/** A new customer with three of the seeded payments. */
const customerWithPayments = async (call: Call, { merchant }: CaseScope): Promise<string> => {
  const id: string = (await call('POST', '/v1/customers', { body: { firstName: 'Ann' } })).json.customers[0].id
  const payments = [21, 22, 23].map((nth) => seededId(merchant, nth)).join()
  await merchant.run(`UPDATE transactions SET customer = ? WHERE id IN (${payments})`, id)
  return id
}

/** Each transaction endpoint, and each combination of search parameters. */
const cases: Readonly<Record<string, Case>> = {
  'authorize by card': async (call) => () => call('POST', '/v1/transactions/authorize', { body: cardPayment() }),
  'authorize by token': async (call) => {
    const { json } = await call('POST', '/v1/tokens', { body: { creditCard: card() } })
    return () => call('POST', '/v1/transactions/authorize', { body: tokenPayment(json.token) })
  },
  'a decline': async (call) => () =>
    call('POST', '/v1/transactions/authorize', { body: cardPayment('4000000000000002') }),
  'authorize by check': async (call) => () => call('POST', '/v1/transactions/authorize', { body: byCheck }),
  'authorize under an Idempotency-Key': async (call) => () =>
    call('POST', '/v1/transactions/authorize', { body: cardPayment(), headers: { 'idempotency-key': 'measured' } }),
  capture: async (call) => {
    const transactionId = await authorized(call)
    return () => call('POST', '/v1/transactions/capture', { body: { transactionId, amount: 4 } })
  },
  void: async (call) => {
    const transactionId = await authorized(call)
    return () => call('POST', '/v1/transactions/void', { body: { transactionId } })
  },
  credit: async (call) => {
    const transactionId = await authorized(call)
    await call('POST', '/v1/transactions/capture', { body: { transactionId } })
    const body = { referenceTransactionId: Number(transactionId), amount: { value: 4 } }
    return () => call('POST', '/v1/transactions/credit', { body })
  },
  'unreferenced credit': async (call) => () => call('POST', '/v1/transactions/credit', { body: cardPayment() }),
  get: async (call) => {
    const id = await authorized(call)
    return () => call('GET', `/v1/transactions/${id}`)
  },
  'list: the first page': listed('pageSize=10'),
  'list: a later page': async (call) => {
    const { json } = await call('GET', '/v1/transactions?pageSize=30')
    return () => call('GET', `/v1/transactions?pageSize=10&cursor=${json.nextCursor}`)
  },
  'list: csv': listed('format=csv&pageSize=10'),
  'list: a status': listed('status=declined&pageSize=5'),
  'list: a range of dates': async (call, youngest) => () =>
    call('GET', `/v1/transactions?from=${fifth(youngest)}&to=${fourth(youngest)}`),
  'list: an amount in a range of dates': async (call, youngest) => () =>
    call('GET', `/v1/transactions?from=${fifth(youngest)}&to=${fourth(youngest)}&amount=10.53`),
  'list: a reference': listed('reference=Invoice:7'),
  'list: an id of a reference': listed('reference=7'),
  'list: a customer': listed('customer=customer-7'),
  'list: a customer of the merchant': listed('customerPublicIdentifier=shopper%207'),
  'list: last four digits': listed('lastFour=0007'),
  'list: a batch': listed('batchId=seeded&pageSize=10'),
  'get: a seeded payment':
    async (call, _youngest, { merchant }) =>
    () =>
      call('GET', `/v1/transactions/${seededId(merchant, 50)}`),
  'customer: export': async (call, _youngest, scope) => {
    const customer = await customerWithPayments(call, scope)
    return () => call('GET', `/v1/customers/${customer}/export`)
  },
  settlement: async (call) => {
    const transactionId = await authorized(call)
    await call('POST', '/v1/transactions/capture', { body: { transactionId } })
    return () => call('POST', '/v1/batches/close')
  },
  'list: several filters': listed('lastFour=0007&customer=customer-7&status=settled&amountMin=1&type=authorize'),
}

/** Rows read by each case, by name, for a merchant with `count` payments. */
export const rowsReadAmong = async (count: number): Promise<Readonly<Record<string, number>>> => {
  // Without quotas.
  const merchant = await createMerchant({ settings: { rateTier: 'unlimited' } })
  const youngest = Date.UTC(2026, 10, 20)
  await seedTransactions(merchant, { count, youngest })
  await seedEventsAndKeys(merchant, { count, youngest })
  const { d1, rowsRead } = measuredDatabase(bindings.DB_00)
  // A slow clock: the last use of a key is stored once a minute, with an additional row. It advances by a millisecond per call, since
  // payments of the same millisecond may have colliding ids, and a retry reads more rows.
  let now = youngest
  const { as } = startWorker({ clock: { now: () => ++now } }, { DB_00: d1 })
  const call = as(merchant.secretKey)
  await call('POST', '/v1/transactions/authorize', { body: cardPayment() })
  const rowsByCase: Record<string, number> = {}
  for (const [name, prepare] of Object.entries(cases)) {
    const request = await prepare(call, youngest, { merchant })
    rowsByCase[name] = await rowsRead(async () => expect((await request()).status, name).toBe(200))
  }
  return rowsByCase
}

/**
 * A range at the end of an index reads one row less than a range in its middle, depending on random ids and earlier rows. No request reads
 * more such ranges than this; a cost that grows with the number of payments grows by hundreds of rows.
 */
const tolerance = 16

/** Expects that no case reads more rows with many payments than with few. */
export const expectNoMoreRows = (among: {
  readonly few: Readonly<Record<string, number>>
  readonly many: Readonly<Record<string, number>>
}): void => {
  expect(Object.keys(among.many)).toEqual(Object.keys(cases))
  expect(Object.entries(among.many).filter(([name, rows]) => rows > (among.few[name] ?? 0) + tolerance)).toEqual([])
}
