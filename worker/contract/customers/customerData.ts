import * as v from 'valibot'
import { envelope } from '../errors/envelope.ts'
import { checkout } from '../checkouts/checkouts.ts'
import { customer, ofCustomer, walletEntry } from './customers.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { bill, customerSubscription } from '../subscriptions/subscriptions.ts'
import { transactionSummary } from '../transactions/transactionList.ts'

const tag = 'Customers'

/** What an export holds at most. */
export const mostExported = { transactions: 10_000 } as const

/** A customer with its times, RFC 3339 in UTC. `deleted` is null for one that is not. */
const exportedCustomer = () =>
  v.object({
    ...customer().entries,
    created: v.string(),
    updated: v.string(),
    deleted: v.nullable(v.string()),
  })

/** A stored payment method, also one that was deleted: what was shown of it is kept until the customer is erased. */
const exportedEntry = () => v.object({ ...walletEntry().entries, deleted: v.nullable(v.string()) })

/** A subscription with its bills, the latest period first. */
const exportedSubscription = () => v.object({ ...customerSubscription().entries, bills: v.array(bill()) })

/** A checkout of the customer's, with what was known of the shopper when it was made. */
const exportedCheckout = () =>
  v.object({ ...checkout(), prefill: v.object({ email: v.string(), address: v.record(v.string(), v.string()) }) })

/** A payment as the list shows it, with its order as it was stored. */
const exportedTransaction = () =>
  v.object({ ...transactionSummary().entries, order: v.nullable(v.record(v.string(), v.unknown())) })

/** Something that was done about the customer: when, what, in which request, and what about it. */
const exportedNote = () =>
  v.object({
    created: v.string(),
    action: v.string(),
    requestId: v.string(),
    detail: v.record(v.string(), v.unknown()),
  })

export const exportCustomer = endpoint({
  name: 'exportCustomer',
  method: 'GET',
  path: '/v1/customers/{Customer}/export',
  tag,
  scope: 'customers:read',
  regime: 'envelope',
  params: ofCustomer(),
  answer: envelope({
    customer: exportedCustomer(),
    wallet: v.array(exportedEntry()),
    subscriptions: v.array(exportedSubscription()),
    checkouts: v.array(exportedCheckout()),
    transactions: v.array(exportedTransaction()),
    moreTransactions: v.nullable(v.string()),
    notes: v.array(exportedNote()),
  }),
  extension: true,
})

export const eraseCustomer = endpoint({
  name: 'eraseCustomer',
  method: 'POST',
  path: '/v1/customers/{Customer}/erase',
  tag,
  scope: 'customers:write',
  regime: 'envelope',
  params: ofCustomer(),
  answer: envelope({ complete: v.boolean() }),
  extension: true,
})

export const customerDataEndpoints = [exportCustomer, eraseCustomer] as const

export const customerDataDocumentation = (): Documentation => ({
  exportCustomer: {
    summary: 'Export all data of a customer',
    description: `One document with everything that is held about a customer, also about one that was deleted and is not erased yet: the customer, its payment methods (masked), its subscriptions with their bills, its checkouts, the payments that were made with its payment methods or for its checkouts, and what was noted about it. Newest first. Events are not among it: they are copies of this.

Holds up to ${mostExported.transactions.toLocaleString('en')} payments. Where there are more, \`moreTransactions\` is the path of \`GET /v1/transactions\` that goes on; else it is null.

The key needs \`transactions:read\` and \`subscriptions:read\`, too.`,
  },
  eraseCustomer: {
    summary: 'Erase a customer',
    description: `Deletes the customer, if it is not deleted, and blanks for good what identifies the person:

- of the customer: names, company, your own number, phone, email, address, metadata
- of its payment methods: the address, the last four digits, the expiry, and what a card is recognized by
- of its checkouts: what \`customerInfo\`, \`customerDefinedField\` and \`thankYouUrl\` said, and the shopper’s email address
- of the payments that were made with its payment methods or for its checkouts: the card in every form, and of the order \`billTo\`, \`shipTo\`, \`email\`, \`customerPublicIdentifier\` and \`metadata\`
- the answers that are kept for repetitions of earlier requests about the customer: they have empty lists from then on
- the events of all that: they stay, and are delivered and read without it from then on

What your books need stays: payments with amounts, dates, card network, response and authorization codes, the network's id, the order's references, figures and lines; subscriptions and bills; ids; who did what when. Lines are about goods: a person whose name is in a \`description\`, or in a \`referenceObject\`, stays named there. Payments that were made with neither a stored payment method nor a checkout of the customer’s have no customer, and stay as they are. Captures, voids and credits of erased payments work as before; a credit that names the card instead of the payment does not find it any more.

The database's own history has everything for up to 30 days more. Only whoever operates the gateway can reach it, and who restores the database from it must erase again.

With more payments than one request may change, \`complete\` is false: the rest is erased by itself within minutes, or by asking again. From the first answer on the customer is not found anywhere, except here: to erase it again is no error.`,
  },
})
