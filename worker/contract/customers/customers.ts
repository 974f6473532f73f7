import * as v from 'valibot'
import { envelope } from '../errors/envelope.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { address, changing, emailOrEmpty, identifier, metadata, nullable, text } from '../schema/fields.ts'
import { object } from '../schema/objects.ts'
import { paging, pagingParameters } from '../schema/paging.ts'
import { exactlyOneSource } from '../transactions/exactlyOneSource.ts'
import { creditCardEncrypted, digitalPayPayment } from '../transactions/payment.ts'

const tag = 'Customers'

/** A stored address. Absent members are empty strings. */
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

/** A customer of the vault. `merchantIdentifier` is the merchant's own id of the customer, unique in the account unless empty. */
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
 * A stored payment method. `accountNumber` is masked except for the last four digits. `expiry` is MMYY, as authorize accepts it, or an
 * empty string for a bank account. `created` is RFC 3339 in UTC.
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

/** Members of a customer in requests. An empty string means absent, so a client can send back a customer that it read. */
const customerMembers = () =>
  object(
    changing(customer(), {
      firstName: nullable(text(0, 100)),
      lastName: nullable(text(0, 100)),
      company: nullable(text(0, 100)),
      merchantIdentifier: nullable(text(0, 100)),
      phoneNumber: nullable(text(0, 50)),
      emailAddress: nullable(emailOrEmpty()),
      shippingAddress: nullable(address()),
      metadata: nullable(metadata()),
    }),
  )

export const customerParams = () => object({ Customer: identifier() })
const walletEntryParams = () => object({ Customer: identifier(), Wallet: identifier() })

export const createCustomer = endpoint({
  name: 'createCustomer',
  method: 'POST',
  path: '/v1/customers',
  tag,
  scope: 'customers:write',
  quotas: ['customers', 'events', 'bytes'],
  errorFormat: 'envelope',
  nullOnError: ['customers'],
  body: customerMembers(),
  response: envelope({ customers: v.nullable(v.array(customer())) }),
  extension: true,
})
export type CreateCustomer = v.InferOutput<NonNullable<typeof createCustomer.body>>

export const listCustomers = endpoint({
  name: 'listCustomers',
  method: 'GET',
  path: '/v1/customers',
  tag,
  scope: 'customers:read',
  errorFormat: 'envelope',
  list: { counted: true },
  nullOnError: ['customers'],
  query: paging(),
  response: envelope({ customers: v.nullable(v.array(customer())) }),
})

export const getCustomer = endpoint({
  name: 'getCustomer',
  method: 'GET',
  path: '/v1/customers/{Customer}',
  tag,
  scope: 'customers:read',
  errorFormat: 'envelope',
  nullOnError: ['customers'],
  params: customerParams(),
  response: envelope({ customers: v.nullable(v.array(customer())) }),
})

export const updateCustomer = endpoint({
  name: 'updateCustomer',
  method: 'PUT',
  path: '/v1/customers/{Customer}',
  tag,
  scope: 'customers:write',
  quotas: ['events', 'bytes'],
  errorFormat: 'envelope',
  nullOnError: ['customers'],
  params: customerParams(),
  body: customerMembers(),
  response: envelope({ customers: v.nullable(v.array(customer())) }),
  extension: true,
})
export type UpdateCustomer = v.InferOutput<NonNullable<typeof updateCustomer.body>>

export const deleteCustomer = endpoint({
  name: 'deleteCustomer',
  method: 'DELETE',
  path: '/v1/customers/{Customer}',
  tag,
  scope: 'customers:write',
  errorFormat: 'envelope',
  params: customerParams(),
  response: envelope({}),
  extension: true,
})

export const listWallet = endpoint({
  name: 'listWallet',
  method: 'GET',
  path: '/v1/customers/{Customer}/wallet',
  tag,
  scope: 'customers:read',
  errorFormat: 'problem',
  list: { counted: true },
  params: customerParams(),
  query: paging(),
  response: envelope({ wallet: v.array(walletEntry()) }),
})

export const addWalletEntry = endpoint({
  name: 'addWalletEntry',
  method: 'POST',
  path: '/v1/customers/{Customer}/wallet',
  tag,
  scope: 'customers:write',
  quotas: ['walletEntries', 'events'],
  errorFormat: 'envelope',
  nullOnError: ['wallet'],
  params: customerParams(),
  body: exactlyOneSource(
    object({
      token: nullable(identifier()),
      creditCardEncrypted: nullable(creditCardEncrypted()),
      digitalPayPayment: nullable(digitalPayPayment()),
      default: nullable(v.boolean()),
      address: nullable(address()),
    }),
    ['token', 'creditCardEncrypted', 'digitalPayPayment'],
  ),
  response: envelope({ wallet: v.nullable(v.array(walletEntry())) }),
  extension: true,
})
export type AddWalletEntry = v.InferOutput<NonNullable<typeof addWalletEntry.body>>

export const updateWalletEntry = endpoint({
  name: 'updateWalletEntry',
  method: 'PUT',
  path: '/v1/customers/{Customer}/wallet/{Wallet}',
  tag,
  scope: 'customers:write',
  errorFormat: 'envelope',
  nullOnError: ['wallet'],
  params: walletEntryParams(),
  body: object(changing(walletEntry(), { default: nullable(v.boolean()) })),
  response: envelope({ wallet: v.nullable(v.array(walletEntry())) }),
})
export type UpdateWalletEntry = v.InferOutput<NonNullable<typeof updateWalletEntry.body>>

export const deleteWalletEntry = endpoint({
  name: 'deleteWalletEntry',
  method: 'DELETE',
  path: '/v1/customers/{Customer}/wallet/{Wallet}',
  tag,
  scope: 'customers:write',
  errorFormat: 'envelope',
  params: walletEntryParams(),
  response: envelope({}),
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
      'All members are optional. If another customer has the same `merchantIdentifier`, the response is 409 `already_exists` with the id of that customer in `details.id`.',
  },
  listCustomers: {
    summary: 'List customers',
    description: 'Returns active customers, newest first.',
    parameters: pagingParameters,
  },
  getCustomer: { summary: 'Retrieve a customer', description: 'Returns a list with one customer.' },
  updateCustomer: {
    summary: 'Update a customer',
    description:
      'Accepts any subset of the members. Omitted members keep their values; null or an empty string clears a member.',
  },
  deleteCustomer: {
    summary: 'Delete a customer',
    description:
      'Cancels the subscriptions and checkouts of the customer, and permanently deletes the stored payment methods. Payments are kept, with masked numbers. Personal data is no longer returned, and is kept until the customer is erased.',
  },
  listWallet: {
    summary: 'List payment methods',
    description: 'Returns payment methods, newest first.',
    parameters: pagingParameters,
  },
  addWalletEntry: {
    summary: 'Store a payment method',
    description:
      'Stores the card or bank account of a `token`, or the card of `creditCardEncrypted` or `digitalPayPayment`, for later payments. Send exactly one of them; it is used up. The security code is not stored. The first payment method of a customer becomes the default; later ones do if `default` is true.',
  },
  updateWalletEntry: {
    summary: 'Make a payment method the default',
    description:
      'Sets `default` to true. The previous default is replaced. Setting `default` to false on the default payment method is rejected with `default_wallet_required`. Subscriptions without their own payment method are charged to the default.',
  },
  deleteWalletEntry: {
    summary: 'Delete a payment method',
    description:
      'Permanently deletes the card or bank account. If it was the default, the newest remaining payment method becomes the default. A payment method that a subscription is charged to cannot be deleted (409 `invalid_state`).',
  },
})
