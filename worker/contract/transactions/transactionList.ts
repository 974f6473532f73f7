import * as v from 'valibot'
import { disputeSummary } from '../disputes/disputeSchema.ts'
import { responseInteger } from '../schema/numbers.ts'
import { envelope } from '../errors/envelope.ts'
import { currencies } from '../money/currencies.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { fault } from '../errors/fault.ts'
import { identifierPattern } from '../schema/fields.ts'
import { parseDate, parseQueryEnd, parseQueryInstant } from '../schema/instant.ts'
import { commaSeparated, queryParameter } from '../schema/parameters.ts'
import { approved } from './approved.ts'
import { needsAttention } from './attention.ts'
import { returnSummary, transactionStates } from './transactions.ts'

/** Values of a payment's `method`. */
export const transactionMethods = ['creditCard', 'check', 'cash', 'terminal', 'digitalPayPayment'] as const

/** The first operation of a payment: an authorization, or a credit without an original payment. */
export const initialOperations = ['authorize', 'credit'] as const

/** Maximum number of payments examined per page, matching or not. It bounds the cost of a search. */
export const maxExamined = 2000

const matching = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : undefined)

const whole = (max: number) => (text: string) =>
  /^[0-9]{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= max ? Number(text) : undefined

/** Parses an amount in currency units. A double distinguishes all amounts of up to nine digits and two decimals. */
const readAmount = (text: string): number | undefined =>
  /^[0-9]{1,9}(\.[0-9]{1,2})?$/.test(text) ? Number(text) : undefined

const amount = () => queryParameter(readAmount, { type: 'number', minimum: 0 })

const flag = () =>
  queryParameter((value) => (value === 'true' ? true : value === 'false' ? false : undefined), { type: 'boolean' })

const text = (max: number) =>
  queryParameter((value) => (value.length >= 1 && value.length <= max ? value : undefined), {
    type: 'string',
    minLength: 1,
    maxLength: max,
  })

const dayMs = 86_400_000

/** A date in days since 1970. */
const day = () =>
  queryParameter(
    (value) => {
      const midnight = parseDate(value)
      return midnight === undefined || midnight < 0 ? undefined : midnight / dayMs
    },
    { type: 'string', format: 'date' },
  )

const filters = {
  from: queryParameter((value) => parseQueryInstant(value)?.ms, { type: 'string' }),
  to: queryParameter(parseQueryEnd, { type: 'string' }),
  capturedOn: day(),
  creditedOn: day(),
  movedOn: day(),
  status: commaSeparated(transactionStates),
  type: commaSeparated(initialOperations),
  method: commaSeparated(transactionMethods),
  currency: queryParameter(
    (value) => (/^[1-9][0-9]{0,2}$/.test(value) && currencies.has(Number(value)) ? Number(value) : undefined),
    { type: 'integer', format: 'int32', enum: [...currencies.keys()] },
  ),
  amount: amount(),
  amountMin: amount(),
  amountMax: amount(),
  reference: text(300),
  customer: queryParameter(matching(/^[0-9A-Za-z-]{8,64}$/), {
    type: 'string',
    minLength: 8,
    maxLength: 64,
    pattern: identifierPattern.source,
  }),
  customerPublicIdentifier: text(255),
  lastFour: queryParameter(matching(/^[0-9]{4}$/), { type: 'string', pattern: '^[0-9]{4}$' }),
  batchId: queryParameter(matching(/^[0-9A-Za-z_-]{1,64}$/), { type: 'string' }),
  disputed: flag(),
  returned: flag(),
  needsAttention: flag(),
}

/** Maximum page size per format: CSV files may have longer pages. */
export const maxPageSize = { json: 100, csv: 1000 } as const

const readFormat = (value: string) => (value === 'json' || value === 'csv' ? value : undefined)

const pages = {
  format: queryParameter(readFormat, { type: 'string', enum: ['json', 'csv'] }),
  pageSize: queryParameter(whole(maxPageSize.csv), {
    type: 'integer',
    format: 'int32',
    minimum: 1,
    maximum: maxPageSize.csv,
  }),
  limit: queryParameter(whole(maxPageSize.csv), {
    type: 'integer',
    format: 'int32',
    minimum: 1,
    maximum: maxPageSize.csv,
  }),
  cursor: queryParameter(matching(/^[0-9A-Za-z_-]{1,256}$/), { type: 'string' }),
}

type SearchQuery = { readonly [name in keyof typeof filters | keyof typeof pages]?: unknown }

/** Malformed values are still text, and never compare as below. */
const isBelow = (a: unknown, b: unknown): boolean => typeof a === 'number' && typeof b === 'number' && a < b

/** Rules over several parameters, each with the parameter that the error names. */
const conflicts: readonly { readonly name: keyof SearchQuery; readonly wrong: (query: SearchQuery) => boolean }[] = [
  { name: 'limit', wrong: ({ pageSize, limit }) => pageSize !== undefined && limit !== undefined },
  { name: 'pageSize', wrong: ({ pageSize, format }) => format !== 'csv' && isBelow(maxPageSize.json, pageSize) },
  { name: 'limit', wrong: ({ limit, format }) => format !== 'csv' && isBelow(maxPageSize.json, limit) },
  { name: 'to', wrong: ({ from, to }) => to === from || isBelow(to, from) },
  { name: 'amountMax', wrong: ({ amountMin, amountMax }) => isBelow(amountMax, amountMin) },
]

/**
 * Query of the list of transactions: filters and page.
 *
 * Errors: query_invalid for each invalid parameter, also for a parameter together with its alias, an empty range, and a page size above the
 * maximum.
 */
const transactionSearch = () =>
  v.pipe(
    v.object({ ...filters, ...pages }),
    // A raw check, since it must also run if a parameter is malformed.
    v.rawCheck(({ dataset, addIssue }) => {
      const query = dataset.value as Record<string, unknown>
      for (const { name, wrong } of conflicts)
        if (query[name] !== undefined && wrong(query))
          addIssue({
            message: fault('query_invalid'),
            path: [{ type: 'object', origin: 'value', input: query, key: name, value: query[name] }],
          })
    }),
    v.transform(({ format = 'json', pageSize, limit, cursor = null, ...filters }) => ({
      filters,
      format,
      pageSize: pageSize ?? limit ?? maxPageSize[format],
      cursor,
    })),
  )

/** A payment as a flat object, so that JSON and CSV have the same columns. All amounts are in its currency. */
export const transactionSummary = () =>
  v.object({
    transactionId: v.string(),
    created: v.string(),
    type: v.picklist(initialOperations),
    status: v.picklist(transactionStates),
    method: v.string(),
    currency: responseInteger(),
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
    // The last columns, so that the earlier ones of a CSV file keep their positions.
    approved: approved(),
    disputes: v.array(disputeSummary()),
    returns: v.array(returnSummary()),
    needsAttention: needsAttention(),
  })

export const listTransactions = endpoint({
  name: 'listTransactions',
  method: 'GET',
  path: '/v1/transactions',
  tag: 'Transactions',
  scope: 'transactions:read',
  errorFormat: 'envelope',
  list: { counted: false },
  formats: { csv: 'text/csv' },
  query: transactionSearch(),
  response: envelope({ transactions: v.array(transactionSummary()), nextCursor: v.nullable(v.string()) }),
  extension: true,
})
export type TransactionSearch = v.InferOutput<NonNullable<typeof listTransactions.query>>
export type TransactionFilters = TransactionSearch['filters']

const oneOrMoreOf = (label: string, words: readonly string[]): string =>
  `${label}. One or more values, separated by commas: ${words.map((word) => `\`${word}\``).join(', ')}.`

export const listTransactionsDocumentation = (): Documentation => ({
  listTransactions: {
    summary: 'List and search transactions',
    description: `Returns the payments of the account in the mode of the key, newest first, with one entry per payment. A payment must match all filters. Unknown parameters are ignored.

\`nextCursor\` is the cursor of the next page, and null on the last page. A search examines up to ${maxExamined.toLocaleString('en')} payments per page, so a page with few matches, or none, can still have a \`nextCursor\`. Filters by reference, customer, last four digits, batch or dates, by the day of captures or credits, and \`disputed=true\`, \`returned=true\` or \`needsAttention=true\`, limit the payments that are examined.

With \`batchId\`, \`batchNet\` is the payment's captures minus its credits in that batch; the sum over all entries of a currency is the batch's \`net\`. Otherwise it is null.

With \`format=csv\` the response is \`text/csv\`, with the same header \`Link\`. Text that a spreadsheet would interpret as a formula is prefixed with an apostrophe. \`disputes\` and \`returns\` are texts there, such as \`open 10.4 26.25\`, joined by semicolons. \`needsAttention\` is the time \`since\`.`,
    parameters: {
      from: 'Earliest creation time: a date (its midnight in UTC) or a date-time of RFC 3339.',
      to: 'Latest creation time, exclusive. A date without a time includes the whole day.',
      capturedOn:
        'A day in UTC, YYYY-MM-DD: payments with a capture that was made on that day and stands. Their captures of that day add up to `captures` of GET /v1/figures.',
      creditedOn: 'The same for credits, and for `credits`.',
      movedOn: 'The same for captures and credits, and for `net`.',
      status: oneOrMoreOf('State of the payment', transactionStates),
      type: oneOrMoreOf('First operation of the payment', initialOperations),
      method: oneOrMoreOf('Payment method', transactionMethods),
      currency: 'ISO 4217 numeric code, such as 840 for US dollars.',
      amount: 'Exact amount of the first operation, in currency units.',
      amountMin: 'Minimum amount of the first operation, in currency units.',
      amountMax: 'Maximum amount of the first operation, in currency units.',
      reference:
        "The `referenceObject` and `referenceObjectId` of the payment's order or of the order of one of its credits, joined by a colon as in the list: `Invoice:42`, or `Invoice` without an id. A `referenceObjectId` alone matches that of any object.",
      customer: 'Id of a customer: payments with the customer’s stored payment methods and checkouts.',
      customerPublicIdentifier: "The order's `customerPublicIdentifier`, your own id for the customer.",
      lastFour: 'Last four digits of the card or bank account.',
      batchId: 'Batch in which a part of the payment was settled. `batchNet` is that amount.',
      disputed: '`true`: payments with a dispute or a warning, open or closed. `false`: payments without.',
      returned: '`true`: payments of which the bank returned a debit or a credit. `false`: payments without.',
      needsAttention:
        '`true`: payments with an operation that must be looked up manually at the processor. `false`: payments without.',
      format:
        '`csv` returns a file for spreadsheets: RFC 4180 in UTF-8, with a header row and a column for each member.',
      pageSize: `Entries per page. Default and maximum: ${maxPageSize.json}, or ${maxPageSize.csv} with format=csv.`,
      limit: 'Alias of pageSize.',
      cursor: '`nextCursor` of the previous page, or the cursor of a URL in the `Link` header, with the same filters.',
    },
  },
})
