import * as v from 'valibot'
import { envelope } from '../errors/envelope.ts'
import { checkout } from '../checkouts/checkoutSchema.ts'
import { customer, customerParams, walletEntry } from './customers.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { bill, customerSubscription } from '../subscriptions/subscriptions.ts'
import { transactionSummary } from '../transactions/transactionList.ts'

const tag = 'Customers'

/** Limits of an export. */
export const exportLimits = { transactions: 10_000 } as const

/** A customer with timestamps, RFC 3339 in UTC. `deleted` is null for an active customer. */
const exportedCustomer = () =>
  v.object({
    ...customer().entries,
    created: v.string(),
    updated: v.string(),
    deleted: v.nullable(v.string()),
  })

/** A stored or deleted payment method. The masked data of a deleted one is kept until the customer is erased. */
const exportedEntry = () => v.object({ ...walletEntry().entries, deleted: v.nullable(v.string()) })

/** A subscription with its bills, latest period first. */
const exportedSubscription = () => v.object({ ...customerSubscription().entries, bills: v.array(bill()) })

/** A checkout of the customer, with the data that prefilled its form. */
const exportedCheckout = () =>
  v.object({ ...checkout(), prefill: v.object({ email: v.string(), address: v.record(v.string(), v.string()) }) })

const storedOrder = () => v.record(v.string(), v.unknown())

/** A payment as in the list of transactions, with its stored order and those of its credits. */
const exportedTransaction = () =>
  v.object({
    ...transactionSummary().entries,
    order: v.nullable(storedOrder()),
    creditOrders: v.array(v.object({ transactionId: v.string(), order: storedOrder() })),
  })

/** An entry of the audit log about the customer. */
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
  freshPasskey: true,
  additionalScopes: ['transactions:read', 'subscriptions:read'],
  errorFormat: 'envelope',
  params: customerParams(),
  response: envelope({
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
  freshPasskey: true,
  quotas: [],
  errorFormat: 'envelope',
  params: customerParams(),
  response: envelope({ complete: v.boolean() }),
  extension: true,
})

export const customerDataEndpoints = [exportCustomer, eraseCustomer] as const

export const customerDataDocumentation = (): Documentation => ({
  exportCustomer: {
    summary: 'Export all data of a customer',
    description: `Returns all data about a customer in one document, also for a deleted customer that is not erased yet. It has the customer, the masked payment methods, the subscriptions with their bills, the checkouts and the audit log. It also has the payments made with these payment methods or checkouts. Lists are newest first. Events are not included, since they repeat this data.

The \`order\` of a transaction is that of the payment; \`creditOrders\` has the orders that its credits sent, the oldest first.

An export contains up to ${exportLimits.transactions.toLocaleString('en')} payments. If there are more, \`moreTransactions\` is the path of the request that returns the rest; otherwise it is null.`,
  },
  eraseCustomer: {
    summary: 'Erase a customer',
    description: `Deletes the customer if necessary, and permanently erases the data that identifies the person:

- customer: names, company, \`merchantIdentifier\`, phone number, email address, shipping address, metadata
- payment methods: billing address, last four digits, expiry, and the card's fingerprints
- checkouts: the values of \`customerInfo\`, \`customerDefinedField\`, \`thankYouUrl\` and \`cancelUrl\`, and the shopper's email address
- payments made with these payment methods or checkouts: all card data, and \`billTo\`, \`shipTo\`, \`email\`, \`customerPublicIdentifier\` and \`metadata\` of the order and of the orders of its credits, also of credits that are made later
- stored responses of requests with an Idempotency-Key about the customer: repeated requests receive empty lists from then on
- events: they are kept, but delivered and returned without this data

Data that you need for accounting is kept:

- payments: amounts, dates, card network, response and authorization codes, network transaction id
- orders of payments: references, figures and lines
- subscriptions and bills, all ids, and the audit log

A name in the \`description\` of a line or in a \`referenceObject\` is not erased. Payments made without a stored payment method or a checkout of the customer do not belong to the customer, and are not changed. Captures, voids and credits of erased payments still work, but a credit by card number no longer finds the payment.

The backups of the database contain the data for up to 30 more days. Only the operator of the gateway can access them, and must erase the customer again after restoring one.

If the customer has too many payments for one request, \`complete\` is false. A background job erases the rest within minutes; repeating the request does it sooner. After the first request the customer is no longer found by any other operation. Erasing a customer again is not an error.`,
  },
})
