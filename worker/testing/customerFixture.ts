import { addWalletEntry as addWalletEntryEndpoint, createCustomer as createCustomerEndpoint } from '#contract/customers'
import { createToken as createTokenEndpoint } from '#contract/tokens'
import { addWalletEntry } from '../domain/customers/addWalletEntry.ts'
import { createCustomer } from '../domain/customers/create.ts'
import { createToken } from '../domain/tokens/create.ts'
import { domainFixture } from './domainFixture.ts'
import { card } from './given.ts'
import type { MerchantOptions } from './merchant.ts'
import { inputOf } from './verbs.ts'

/** The domain fixture with customers and their payment methods. */
export const customerFixture = async (options: MerchantOptions = {}) => {
  const fixture = await domainFixture(options)
  const { services, merchant } = fixture

  /** The text of a fresh token. Tokens are a millisecond apart, so that their rows sort by time. */
  const newToken = async (body: object = { creditCard: card() }): Promise<string> => {
    fixture.clock.advance(1)
    return (await createToken(inputOf(createTokenEndpoint, body), services())).token
  }

  const addEntry = (customer: string, token: string, more: object = {}) =>
    addWalletEntry(customer, inputOf(addWalletEntryEndpoint, { token, ...more }), services())

  return {
    ...fixture,
    newToken,
    addEntry,
    /** The id of a new customer. */
    newCustomer: async (body: object = {}): Promise<string> =>
      (await createCustomer(inputOf(createCustomerEndpoint, body), services())).customers[0]!.id,
    /** The id of a new entry for a card of this number. Entries are a second apart, so that the newest is known. */
    newEntry: async (customer: string, accountNumber?: string, more: object = {}): Promise<string> => {
      fixture.clock.advance(1000)
      const { wallet } = await addEntry(customer, await newToken({ creditCard: card(accountNumber) }), more)
      return wallet[0]!.id
    },
    /** Events of the account, oldest first. */
    events: () =>
      merchant.rows(
        'SELECT type, resource, requestId, snapshot FROM events WHERE account = ? ORDER BY position',
        merchant.id,
      ),
    /** Types of the events of one resource, oldest first. */
    eventTypes: async (resource: string): Promise<string[]> =>
      (
        await merchant.rows(
          'SELECT type FROM events WHERE account = ? AND resource = ? ORDER BY position',
          merchant.id,
          resource,
        )
      ).map(({ type }) => type),
    /** Audit notes of the account, oldest first: action, key and detail. */
    notes: async (): Promise<[action: string, key: string, detail: unknown][]> =>
      (await merchant.rows('SELECT action, key, detail FROM audit WHERE account = ? ORDER BY id', merchant.id)).map(
        ({ action, key, detail }) => [action, key, JSON.parse(detail)],
      ),
    /** The default entries of a customer and how many entries its row counts. */
    wallet: async (customer: string) => {
      const entries = await merchant.rows(
        'SELECT id, isDefault FROM walletEntries WHERE customer = ? AND deleted IS NULL ORDER BY created',
        customer,
      )
      const [{ stored } = {}] = await merchant.rows('SELECT stored FROM customers WHERE id = ?', customer)
      return {
        entries: entries.map(({ id }): string => id),
        defaults: entries.filter(({ isDefault }) => isDefault === 1).map(({ id }): string => id),
        stored: stored as number,
      }
    },
  }
}

export type CustomerFixture = Awaited<ReturnType<typeof customerFixture>>
