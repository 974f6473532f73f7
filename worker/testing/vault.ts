import { expect } from 'vitest'
import type { Answered, Call, Merchant } from './merchant.ts'
import { card } from './merchant.ts'
import { nextMillisecond } from './nextMillisecond.ts'

const wallets = (customer: string): string => `/v1/customers/${customer}/wallet`

/** What a merchant does with customers and their payment methods, and what the rows say of it. */
export const keeping = (merchant: Merchant, call: Call) => {
  const newCustomer = async (body: object = {}): Promise<string> =>
    (await call('POST', '/v1/customers', { body })).json.customers[0].id
  const tokenize = async (number?: string): Promise<string> =>
    (await call('POST', '/v1/tokens', { body: { creditCard: card(number) } })).json.token
  const addEntry = (customer: string, token: string, isDefault = false) =>
    call('POST', wallets(customer), { body: { token, default: isDefault } })
  /** The id of one more entry of a customer. Entries are a millisecond apart, so that the newest is known. */
  const newEntry = async (customer: string, isDefault = false): Promise<string> => {
    await nextMillisecond()
    return (await addEntry(customer, 'test-visa-4242', isDefault)).json.wallet[0].id
  }
  return {
    merchant,
    call,
    newCustomer,
    tokenize,
    addEntry,
    newEntry,
    /** A customer with so many entries, and their ids: the first one is the default. */
    newWallet: async (count: number) => {
      const customer = await newCustomer()
      const entries: string[] = []
      while (entries.length < count) entries.push(await newEntry(customer))
      return { customer, entries }
    },
    readCustomer: (id: string) => call('GET', `/v1/customers/${id}`),
    putCustomer: (id: string, body?: unknown) => call('PUT', `/v1/customers/${id}`, { body }),
    deleteCustomer: (id: string) => call('DELETE', `/v1/customers/${id}`),
    listWallet: (customer: string) => call('GET', wallets(customer)),
    putEntry: (customer: string, wallet: string, body?: unknown) =>
      call('PUT', `${wallets(customer)}/${wallet}`, { body }),
    deleteEntry: (customer: string, wallet: string) => call('DELETE', `${wallets(customer)}/${wallet}`),
    /** A payment of 10.50 by a stored method. */
    pay: (stored: object) =>
      call('POST', '/v1/transactions/authorize', { body: { payment: { stored }, amount: { value: 10.5 } } }),
    /** The id of a subscription of a customer, in a state that it need not have come to by itself. */
    subscribe: async (
      customer: string,
      { wallet = null, ...columns }: { wallet?: string | null; [column: string]: unknown } = {},
    ) => {
      const plan = await call('POST', '/v1/subscriptions', {
        body: { label: crypto.randomUUID(), cycle: { unit: 'month' }, amount: { value: 10 } },
      })
      const taken = await call('POST', `/v1/customers/${customer}/subscriptions`, {
        body: { plan: plan.json.subscriptions[0].id, wallet, startDate: '2099-01-01' },
      })
      const id: string = taken.json.customerSubscriptions[0].customerSubscriptionId
      for (const [column, value] of Object.entries(columns))
        await merchant.run(`UPDATE subscriptions SET ${column} = ? WHERE id = ?`, value as string | number | null, id)
      return id
    },
    subscriptionRow: async (id: string) => (await merchant.rows('SELECT * FROM subscriptions WHERE id = ?', id))[0]!,
    entryRow: async (id: string) => (await merchant.rows('SELECT * FROM walletEntries WHERE id = ?', id))[0]!,
    /** What was noted about a customer: the action, and the entry that it names. */
    notes: async (customer: string): Promise<[action: string, wallet: string | undefined][]> =>
      (
        await merchant.rows(
          "SELECT action, detail FROM audit WHERE account = ? AND detail ->> '$.customer' = ? ORDER BY id",
          merchant.id,
          customer,
        )
      ).map(({ action, detail }) => [action, JSON.parse(detail).wallet]),
    /** The one default of a customer, after a look at whether the wallet is in order; null where it is empty. */
    theDefault: async (customer: string): Promise<string | null> => {
      const entries = await merchant.rows(
        'SELECT id, isDefault FROM walletEntries WHERE customer = ? AND deleted IS NULL',
        customer,
      )
      const defaults = entries.filter(({ isDefault }) => isDefault === 1)
      const [{ stored } = {}] = await merchant.rows('SELECT stored FROM customers WHERE id = ?', customer)
      expect([stored, defaults.length]).toEqual([entries.length, Math.min(entries.length, 1)])
      return defaults[0]?.['id'] ?? null
    },
  }
}

/** What a refusal says: type and member of each error. */
export const errorsOf = ({ json }: Answered): [type: string, field: string | null][] =>
  json.errors.map(({ type, message }: any) => [type, message.field])

/** All that an account keeps of customers: what a refused request must leave as it is. */
export const vaultOf = ({ id, rows }: Merchant) =>
  Promise.all(
    ['customers', 'walletEntries', 'subscriptions', 'bills', 'counters', 'audit'].map((table) =>
      rows(`SELECT * FROM ${table} WHERE account = ?`, id),
    ),
  )
