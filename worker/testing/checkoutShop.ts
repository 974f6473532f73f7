import { expect } from 'vitest'
import type { GatewayParts } from '../app/gateway.ts'
import type { TestBindings } from './bindings.ts'
import type { Answered, Call, CallOptions, Merchant, MerchantOptions } from './merchant.ts'
import { createMerchant, startWorker, testClock } from './merchant.ts'
import { shopperAt } from './shopper.ts'

/** The body of an answer that must be good. */
export const ok = async (answering: Promise<Answered>): Promise<any> => {
  const { status, json } = await answering
  expect([status, json.errors]).toEqual([200, null])
  return json
}

/** A table's rows of an account: those without one hang on a checkout. */
const tables = {
  ...Object.fromEntries(
    ['checkouts', 'transactions', 'operations', 'customers', 'walletEntries', 'plans', 'subscriptions', 'bills'].map(
      (table) => [table, table] as const,
    ),
  ),
  tries: 'checkoutTries JOIN checkouts ON checkouts.id = checkout',
  completions: 'checkoutCompletions JOIN checkouts ON checkouts.id = checkout',
}

const countRows = async (merchant: Merchant): Promise<Record<string, number>> => {
  const counts = Object.entries(tables).map(
    ([name, table]) => `(SELECT count(*) FROM ${table} WHERE account = ?1) AS ${name}`,
  )
  const [row] = await merchant.rows(`SELECT ${counts.join(', ')}`, merchant.id)
  return row as Record<string, number>
}

/** A bank account that can be debited, as the page sends it. */
export const bank = {
  accountNumber: '1234567',
  routingNumber: '021000021',
  accountType: 'checking',
  name: 'Ann Example',
}

/** Where somebody lives. */
export const address = {
  name: 'Ann de Vries',
  line1: '1 Main St',
  line2: '',
  city: 'Fargo',
  state: 'ND',
  postalCode: '58102',
  country: 'US',
}

/** A merchant who makes checkouts, and the shoppers who pay them. */
export const openShop = async (
  options: MerchantOptions = {},
  parts: GatewayParts = {},
  bound: Partial<TestBindings> = {},
) => {
  const merchant = await createMerchant(options)
  const clock = testClock()
  const worker = startWorker({ clock, ...parts }, bound)
  const call: Call = worker.as(merchant.secretKey)
  const request = (body: object, options: Omit<CallOptions, 'body'> = {}) =>
    call('POST', '/v1/dynamiccheckout', { ...options, body })
  return {
    merchant,
    clock,
    worker,
    call,
    shopper: shopperAt(worker),
    request,
    /** A checkout, by its id. */
    make: async (body: object = { total: 26.25 }): Promise<string> => (await ok(request(body))).id,
    read: (id: string): Promise<any> => ok(call('GET', `/v1/dynamiccheckout/${id}`)),
    cancel: (id: string): Promise<Answered> => call('DELETE', `/v1/dynamiccheckout/${id}`),
    /** The tries of a checkout, as the list of payments has them, oldest first. */
    payments: async (id: string): Promise<any[]> =>
      (await ok(call('GET', `/v1/transactions?reference=${id}`))).transactions.toReversed(),
    transaction: (id: string): Promise<any> => ok(call('GET', `/v1/transactions/${id}`)),
    customers: async (): Promise<any[]> => (await ok(call('GET', '/v1/customers'))).customers,
    wallet: async (customer: string): Promise<any[]> =>
      (await ok(call('GET', `/v1/customers/${customer}/wallet`))).wallet,
    subscriptions: async (customer: string): Promise<any[]> =>
      (await ok(call('GET', `/v1/customers/${customer}/subscriptions`))).customerSubscriptions,
    /** Puts the clock of the account to a time, or so far ahead, after which everything due has run. */
    at: async (now: string): Promise<void> => {
      expect(await ok(call('POST', '/v1/testclock', { body: { now } }))).toMatchObject({ complete: true })
    },
    advance: async (seconds: number): Promise<void> => {
      expect(await ok(call('POST', '/v1/testclock/advance', { body: { seconds } }))).toMatchObject({ complete: true })
    },
    createCustomer: async (body: object = {}): Promise<string> =>
      (await ok(call('POST', '/v1/customers', { body }))).customers[0].id,
    /** Stores a payment method with a customer. */
    store: async (customer: string, source: object): Promise<string> => {
      const { token } = await ok(call('POST', '/v1/tokens', { body: source }))
      return (await ok(call('POST', `/v1/customers/${customer}/wallet`, { body: { token } }))).wallet[0].id
    },
    /** How many rows there are of this account, by table. */
    rows: (): Promise<Record<string, number>> => countRows(merchant),
  }
}
export type Shop = Awaited<ReturnType<typeof openShop>>

/** Errors of an answer, each as its field and type. */
export const faults = ({ json }: Pick<Answered, 'json'>): string[] =>
  (json.errors ?? []).map(({ type, message }: any) => `${message.field ?? '-'} ${type}`)

/** Cards of the simulated issuer: the good ones of two shoppers, and one for each answer that a page has words for. */
export const cards = {
  good: '4242424242424242',
  other: '5555555555554444',
  declined: '4000000000000002',
  unanswered: '4000003900000684',
} as const
