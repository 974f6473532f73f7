import * as v from 'valibot'
import { envelope } from '../errors/envelope.ts'
import { currencies } from '../money/currencies.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { fault } from '../errors/fault.ts'
import { identifierPattern } from '../schema/fields.ts'
import { readInstant } from '../schema/instant.ts'
import { object } from '../schema/objects.ts'
import { oneOrMore, parameter } from '../schema/parameters.ts'
import { transactionStates } from './transactions.ts'

/** What a payment is paid with, as its `method` says. */
export const transactionMethods = ['creditCard', 'check', 'cash', 'terminal', 'digitalPayPayment'] as const

/** What a payment begins with: money taken, or money paid out without a payment before it. */
export const firstOperations = ['authorize', 'credit'] as const

/** The most payments that one page looks at, whether they match or not: what keeps a search as cheap among millions as among few. */
export const mostExamined = 2000

const matching = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : undefined)

const whole = (max: number) => (text: string) =>
  /^[0-9]{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= max ? Number(text) : undefined

/** In currency units. A double tells all amounts of up to nine digits and two decimals apart. */
const readAmount = (text: string): number | undefined =>
  /^[0-9]{1,9}(\.[0-9]{1,2})?$/.test(text) ? Number(text) : undefined

const amount = () => parameter(readAmount, { type: 'number', minimum: 0 })

const text = (max: number) =>
  parameter((given) => (given.length >= 1 && given.length <= max ? given : undefined), {
    type: 'string',
    minLength: 1,
    maxLength: max,
  })

const dayMs = 86_400_000

/** Exclusive: what is younger is left out. A date stands for all of its day. */
const readEnd = (given: string): number | undefined => {
  const instant = readInstant(given)
  return instant && instant.ms + (instant.isDate ? dayMs : 0)
}

const filters = {
  from: parameter((given) => readInstant(given)?.ms, { type: 'string' }),
  to: parameter(readEnd, { type: 'string' }),
  status: oneOrMore(transactionStates),
  type: oneOrMore(firstOperations),
  method: oneOrMore(transactionMethods),
  currency: parameter(
    (given) => (/^[1-9][0-9]{0,2}$/.test(given) && currencies.has(Number(given)) ? Number(given) : undefined),
    { type: 'integer' },
  ),
  amount: amount(),
  amountMin: amount(),
  amountMax: amount(),
  reference: text(300),
  customer: parameter(matching(/^[0-9A-Za-z-]{8,64}$/), {
    type: 'string',
    minLength: 8,
    maxLength: 64,
    pattern: identifierPattern.source,
  }),
  customerPublicIdentifier: text(255),
  lastFour: parameter(matching(/^[0-9]{4}$/), { type: 'string', pattern: '^[0-9]{4}$' }),
  batchId: parameter(matching(/^[0-9A-Za-z_-]{1,64}$/), { type: 'string' }),
}

/** Pages of a file may be longer than those of an answer that a program reads. */
export const largestPage = { json: 100, csv: 1000 } as const

const readFormat = (given: string) => (given === 'json' || given === 'csv' ? given : undefined)

const pages = {
  format: parameter(readFormat, { type: 'string', enum: ['json', 'csv'] }),
  pageSize: parameter(whole(largestPage.csv), { type: 'integer', minimum: 1, maximum: largestPage.csv }),
  limit: parameter(whole(largestPage.csv), { type: 'integer', minimum: 1, maximum: largestPage.csv }),
  cursor: parameter(matching(/^[0-9A-Za-z_-]{1,256}$/), { type: 'string' }),
}

type Given = { readonly [name in keyof typeof filters | keyof typeof pages]?: unknown }

/** A malformed value is text still, and below nothing. */
const isBelow = (one: unknown, other: unknown): boolean =>
  typeof one === 'number' && typeof other === 'number' && one < other

/** What no parameter can see alone, and the parameter that is blamed. */
const conflicts: readonly { readonly name: keyof Given; readonly wrong: (given: Given) => boolean }[] = [
  { name: 'limit', wrong: ({ pageSize, limit }) => pageSize !== undefined && limit !== undefined },
  { name: 'pageSize', wrong: ({ pageSize, format }) => format !== 'csv' && isBelow(largestPage.json, pageSize) },
  { name: 'limit', wrong: ({ limit, format }) => format !== 'csv' && isBelow(largestPage.json, limit) },
  { name: 'to', wrong: ({ from, to }) => to === from || isBelow(to, from) },
  { name: 'amountMax', wrong: ({ amountMin, amountMax }) => isBelow(amountMax, amountMin) },
]

/**
 * Query of the list: which payments, and which page of them.
 *
 * Errors: query_invalid for each parameter that means nothing, also for a name together with its alias, a range that is empty, and a page
 * that is too long.
 */
const transactionSearch = () =>
  v.pipe(
    object({ ...filters, ...pages }),
    // Raw, since it must speak also when a parameter is itself malformed.
    v.rawCheck(({ dataset, addIssue }) => {
      const query = dataset.value as Record<string, unknown>
      for (const { name, wrong } of conflicts)
        if (query[name] !== undefined && wrong(query))
          addIssue({
            message: fault('query_invalid'),
            path: [{ type: 'object', origin: 'value', input: query, key: name, value: query[name] }],
          })
    }),
    v.transform(({ format = 'json', pageSize, limit, cursor = null, ...asked }) => ({
      filters: asked,
      format,
      pageSize: pageSize ?? limit ?? largestPage[format],
      cursor,
    })),
  )

/** A payment in one row: flat, so that JSON and CSV have the same columns. All amounts are of its currency. */
export const transactionSummary = () =>
  v.object({
    transactionId: v.string(),
    created: v.string(),
    type: v.picklist(firstOperations),
    status: v.picklist(transactionStates),
    method: v.string(),
    currency: v.number(),
    amount: v.number(),
    amountAuthorized: v.number(),
    amountCaptured: v.number(),
    amountCapturable: v.number(),
    amountCredited: v.number(),
    amountSettled: v.number(),
    tip: v.number(),
    network: v.nullable(v.string()),
    accountNumber: v.nullable(v.string()),
    customer: v.nullable(v.string()),
    customerPublicIdentifier: v.nullable(v.string()),
    reference: v.nullable(v.string()),
    responseCode: v.nullable(v.string()),
    authCode: v.nullable(v.string()),
    batchId: v.nullable(v.string()),
    batchNet: v.nullable(v.number()),
    updated: v.string(),
  })

export const listTransactions = endpoint({
  name: 'listTransactions',
  method: 'GET',
  path: '/v1/transactions',
  tag: 'Transactions',
  scope: 'transactions:read',
  regime: 'envelope',
  query: transactionSearch(),
  answer: envelope({ transactions: v.array(transactionSummary()), nextCursor: v.nullable(v.string()) }),
  extension: true,
})
export type TransactionSearch = v.InferOutput<NonNullable<typeof listTransactions.query>>
export type TransactionFilters = TransactionSearch['filters']

const oneOrMoreOf = (about: string, words: readonly string[]): string =>
  `${about} Several by commas: ${words.map((word) => `\`${word}\``).join(', ')}.`

export const listTransactionsDocumentation = (): Documentation => ({
  listTransactions: {
    summary: 'List and search transactions',
    description: `Payments of the account in the mode of the key that asks, newest first, one entry each. Filters add up; unknown parameters are ignored.

\`nextCursor\` leads to the next page, and so does the header \`Link\` with \`rel="next"\`; at the end it is null. A search looks at up to ${mostExamined.toLocaleString('en')} payments a page: one that finds little may answer a short page, even an empty one, that still has a \`nextCursor\`. A filter by reference, customer, last four digits or batch, and a range of dates, make it look at those payments alone.

With \`batchId\`, \`batchNet\` is what the payment brought in that batch, captures less credits: over all entries of a currency it adds up to the batch's \`net\`. Without, it is null.

With \`format=csv\` the answer is \`text/csv\`, and the header \`Link\` has the next page. A text that a spreadsheet would take for a formula has an apostrophe before it.`,
    parameters: {
      from: 'Made at this time or later: a date or date-time of RFC 3339, in UTC unless it has an offset.',
      to: 'Made before this time; with a date alone, on that day or earlier.',
      status: oneOrMoreOf('Where the payment stands.', transactionStates),
      type: oneOrMoreOf('What the payment begins with.', firstOperations),
      method: oneOrMoreOf('What it is paid with.', transactionMethods),
      currency: 'ISO 4217 numeric code.',
      amount: 'The amount of its first operation, exactly.',
      amountMin: 'This amount or more.',
      amountMax: 'This amount or less.',
      reference:
        "The order's `referenceObject` and `referenceObjectId`, joined by a colon, as the list shows them: `Invoice:42`; `Invoice` for one without id. Digits alone are the `referenceObjectId` of any object.",
      customer: 'Id of a customer of the vault.',
      customerPublicIdentifier: "The order's `customerPublicIdentifier`: the customer's number in your books.",
      lastFour: 'The last four digits of the card or bank account.',
      batchId: 'Something of the payment was settled in this batch; `batchNet` says how much.',
      format: '`csv` answers a file for spreadsheets: RFC 4180, UTF-8, a header row, the members of the entries.',
      pageSize: `Entries of a page: up to ${largestPage.json}, or ${largestPage.csv} with format=csv, which are the defaults, too.`,
      limit: 'Alias of pageSize.',
      cursor: '`nextCursor` of the page before, with the same filters.',
    },
  },
})
