import * as v from 'valibot'
import { envelope } from '../errors/envelope.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { address, identifier, metadata, nullable, text } from '../schema/fields.ts'
import { object } from '../schema/objects.ts'
import { paging, pagingParameters } from '../schema/paging.ts'

const tag = 'Customers'

/** An address as it is given back: what the customer never said is an empty string. */
export const storedAddress = () =>
  v.object({
    name: v.string(),
    line1: v.string(),
    line2: v.string(),
    city: v.string(),
    state: v.string(),
    postalCode: v.string(),
    country: v.string(),
  })

/** A customer of the vault. `merchantIdentifier` is the merchant's own number, unique in the account where it is given. */
export const customer = () =>
  v.object({
    id: v.string(),
    firstName: v.string(),
    lastName: v.string(),
    company: v.string(),
    merchantIdentifier: v.string(),
    phoneNumber: v.string(),
    emailAddress: v.string(),
    shippingAddress: storedAddress(),
    metadata: v.record(v.string(), v.unknown()),
  })

/** Networks of stored payment methods. */
export const walletNetworks = [
  'visa',
  'mastercard',
  'amex',
  'discover',
  'diners',
  'jcb',
  'unionpay',
  'maestro',
  'interac',
  'ach',
  'unknown',
] as const

/**
 * A stored payment method. `accountNumber` shows the last four digits alone, `expiry` is MMYY (what authorize takes) or an empty
 * string for a bank account, `created` is RFC 3339 in UTC.
 */
export const walletEntry = () =>
  v.object({
    id: v.string(),
    network: v.picklist(walletNetworks),
    accountNumber: v.string(),
    expiry: v.string(),
    default: v.boolean(),
    created: v.string(),
    address: storedAddress(),
  })

/** What a client says of a customer. An empty text is nothing said, so that what was read can be sent back. */
const customerMembers = () =>
  object({
    firstName: nullable(text(0, 100)),
    lastName: nullable(text(0, 100)),
    company: nullable(text(0, 100)),
    merchantIdentifier: nullable(text(0, 100)),
    phoneNumber: nullable(text(0, 50)),
    emailAddress: nullable(text(0, 254)),
    shippingAddress: nullable(address()),
    metadata: nullable(metadata()),
  })

export const ofCustomer = () => object({ Customer: identifier() })
const ofWalletEntry = () => object({ Customer: identifier(), Wallet: identifier() })

export const createCustomer = endpoint({
  name: 'createCustomer',
  method: 'POST',
  path: '/v1/customers',
  tag,
  scope: 'customers:write',
  regime: 'envelope',
  nulls: ['customers'],
  body: customerMembers(),
  answer: envelope({ customers: v.nullable(v.array(customer())) }),
  extension: true,
})
export type CreateCustomer = v.InferOutput<NonNullable<typeof createCustomer.body>>

export const listCustomers = endpoint({
  name: 'listCustomers',
  method: 'GET',
  path: '/v1/customers',
  tag,
  scope: 'customers:read',
  regime: 'envelope',
  nulls: ['customers'],
  query: paging(),
  answer: envelope({ customers: v.nullable(v.array(customer())) }),
})

export const getCustomer = endpoint({
  name: 'getCustomer',
  method: 'GET',
  path: '/v1/customers/{Customer}',
  tag,
  scope: 'customers:read',
  regime: 'envelope',
  nulls: ['customers'],
  params: ofCustomer(),
  answer: envelope({ customers: v.nullable(v.array(customer())) }),
})

export const updateCustomer = endpoint({
  name: 'updateCustomer',
  method: 'PUT',
  path: '/v1/customers/{Customer}',
  tag,
  scope: 'customers:write',
  regime: 'envelope',
  nulls: ['customers'],
  params: ofCustomer(),
  body: customerMembers(),
  answer: envelope({ customers: v.nullable(v.array(customer())) }),
  extension: true,
})
export type UpdateCustomer = v.InferOutput<NonNullable<typeof updateCustomer.body>>

export const deleteCustomer = endpoint({
  name: 'deleteCustomer',
  method: 'DELETE',
  path: '/v1/customers/{Customer}',
  tag,
  scope: 'customers:write',
  regime: 'envelope',
  params: ofCustomer(),
  answer: envelope({}),
  extension: true,
})

export const listWallet = endpoint({
  name: 'listWallet',
  method: 'GET',
  path: '/v1/customers/{Customer}/wallet',
  tag,
  scope: 'customers:read',
  regime: 'problem',
  params: ofCustomer(),
  query: paging(),
  answer: envelope({ wallet: v.array(walletEntry()) }),
})

export const addWalletEntry = endpoint({
  name: 'addWalletEntry',
  method: 'POST',
  path: '/v1/customers/{Customer}/wallet',
  tag,
  scope: 'customers:write',
  regime: 'envelope',
  nulls: ['wallet'],
  params: ofCustomer(),
  body: object({ token: identifier(), default: nullable(v.boolean()), address: nullable(address()) }),
  answer: envelope({ wallet: v.nullable(v.array(walletEntry())) }),
  extension: true,
})
export type AddWalletEntry = v.InferOutput<NonNullable<typeof addWalletEntry.body>>

export const updateWalletEntry = endpoint({
  name: 'updateWalletEntry',
  method: 'PUT',
  path: '/v1/customers/{Customer}/wallet/{Wallet}',
  tag,
  scope: 'customers:write',
  regime: 'envelope',
  nulls: ['wallet'],
  params: ofWalletEntry(),
  body: object({ default: nullable(v.boolean()) }),
  answer: envelope({ wallet: v.nullable(v.array(walletEntry())) }),
})
export type UpdateWalletEntry = v.InferOutput<NonNullable<typeof updateWalletEntry.body>>

export const deleteWalletEntry = endpoint({
  name: 'deleteWalletEntry',
  method: 'DELETE',
  path: '/v1/customers/{Customer}/wallet/{Wallet}',
  tag,
  scope: 'customers:write',
  regime: 'envelope',
  params: ofWalletEntry(),
  answer: envelope({}),
  extension: true,
})

export const customerEndpoints = [
  listCustomers,
  createCustomer,
  getCustomer,
  updateCustomer,
  deleteCustomer,
  listWallet,
  addWalletEntry,
  updateWalletEntry,
  deleteWalletEntry,
] as const

export const customerDocumentation = (): Documentation => ({
  createCustomer: {
    summary: 'Create a customer',
    description:
      'No member is required. A `merchantIdentifier` that another customer has is refused with 409, and `details.id` says whose it is.',
  },
  listCustomers: {
    summary: 'List customers',
    description:
      'Active customers, newest first. The Link header leads to the next page, X-Total-Count says how many there are.',
    parameters: pagingParameters,
  },
  getCustomer: { summary: 'Read a customer', description: 'Answers like the list of customers, with one entry.' },
  updateCustomer: {
    summary: 'Change a customer',
    description: 'Takes any part of the customer. What is left out stays as it is; null or an empty text clears it.',
  },
  deleteCustomer: {
    summary: 'Delete a customer',
    description:
      'Subscriptions and checkouts that name the customer are canceled first, stored payment methods are erased for good. Payments stay, with masked numbers. What the customer said of themselves is kept, unseen, until it is erased.',
  },
  listWallet: {
    summary: "List a customer's payment methods",
    description: 'Newest first. The Link header leads to the next page, X-Total-Count says how many there are.',
    parameters: pagingParameters,
  },
  addWalletEntry: {
    summary: 'Store a payment method',
    description:
      'Spends a token: the card or bank account is kept for later payments, its security code is not. The first payment method of a customer becomes the default whatever is said, a later one with default true.',
  },
  updateWalletEntry: {
    summary: 'Make a payment method the default',
    description:
      'With default true the entry becomes the one default of the customer. A customer with entries keeps one default: false on it is refused. The default is what subscriptions are charged to that name no entry of their own.',
  },
  deleteWalletEntry: {
    summary: 'Delete a payment method',
    description:
      'Erases the card or bank account for good. Where it was the default, the newest other entry is from then on. One that a subscription is charged to is kept, with 409.',
  },
})
