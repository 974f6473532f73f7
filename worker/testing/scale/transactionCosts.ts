import { expect } from 'vitest'
import { bindings } from '../bindings.ts'
import { seedTransactions } from './manyTransactions.ts'
import { measuredDatabase } from '../database/measuredDatabase.ts'
import type { Answered, Call } from '../merchant.ts'
import { byCard, byToken, card, createMerchant, startWorker } from '../merchant.ts'

/** A request, after what it needs was made ready: only the request itself is measured. */
type Prepared = () => Promise<Answered>
type Case = (call: Call, youngest: number) => Promise<Prepared>

const authorized = async (call: Call): Promise<string> =>
  (await call('POST', '/v1/transactions/authorize', { body: byCard() })).json.transactionId

const byCheck = {
  payment: { check: { routingNumber: '021000021', accountNumber: '1234567890', name: 'Ann Example' } },
  amount: { value: 10.5 },
}

const listed =
  (query: string): Case =>
  async (call) =>
  () =>
    call('GET', `/v1/transactions?${query}`)

/** A millisecond in the midst of what stands out. */
const fifth = (youngest: number): string => new Date(youngest - 5).toISOString()
const fourth = (youngest: number): string => new Date(youngest - 4).toISOString()

/** Each transaction endpoint, and each way of searching. */
const cases: Readonly<Record<string, Case>> = {
  'authorize by card': async (call) => () => call('POST', '/v1/transactions/authorize', { body: byCard() }),
  'authorize by token': async (call) => {
    const { json } = await call('POST', '/v1/tokens', { body: { creditCard: card() } })
    return () => call('POST', '/v1/transactions/authorize', { body: byToken(json.token) })
  },
  'a decline': async (call) => () => call('POST', '/v1/transactions/authorize', { body: byCard('4000000000000002') }),
  'authorize by check': async (call) => () => call('POST', '/v1/transactions/authorize', { body: byCheck }),
  'authorize under an Idempotency-Key': async (call) => () =>
    call('POST', '/v1/transactions/authorize', { body: byCard(), headers: { 'idempotency-key': 'measured' } }),
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
  'credit without a payment': async (call) => () => call('POST', '/v1/transactions/credit', { body: byCard() }),
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
  'list: several filters': listed('lastFour=0007&customer=customer-7&status=settled&amountMin=1&type=authorize'),
}

/** How many rows each case reads, by name, for a merchant who has so many payments. */
export const rowsReadAmong = async (count: number): Promise<Readonly<Record<string, number>>> => {
  const merchant = await createMerchant()
  const youngest = Date.UTC(2026, 10, 20)
  await seedTransactions(merchant, { count, youngest })
  const { d1, rowsRead } = measuredDatabase(bindings.DB_00)
  // That a key was used is noted once a minute, by one row more: this clock hardly moves. It does move, since two payments of one
  // millisecond may mint one id, and the second try reads more.
  let now = youngest
  const call = startWorker({ clock: { now: () => ++now } }, { DB_00: d1 }).as(merchant.secretKey)
  await call('POST', '/v1/transactions/authorize', { body: byCard() })
  const figures: Record<string, number> = {}
  for (const [name, prepare] of Object.entries(cases)) {
    const request = await prepare(call, youngest)
    figures[name] = await rowsRead(async () => expect((await request()).status, name).toBe(200))
  }
  return figures
}

/**
 * Where a range of an index ends at the index's own end, one row less is read than where a neighbour follows: random ids decide, and whether
 * anybody is there yet. No request reads more of such ranges; what grows with the payments grows by hundreds.
 */
const atTheEdges = 8

/** Holds that no case reads more among many than among few. */
export const expectNoMore = (among: {
  readonly few: Readonly<Record<string, number>>
  readonly many: Readonly<Record<string, number>>
}): void => {
  expect(Object.keys(among.many)).toEqual(Object.keys(cases))
  expect(Object.entries(among.many).filter(([name, rows]) => rows > (among.few[name] ?? 0) + atTheEdges)).toEqual([])
}
