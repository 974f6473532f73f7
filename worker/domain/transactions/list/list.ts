import { numberFromText } from '#contract/schema/rawJson'
import { isApproved } from '#contract/transactions/responseCodes'
import { listTransactions as endpoint, transactionSummary } from '#contract/transactions/transactionList'
import type { TransactionFilters, TransactionSearch } from '#contract/transactions/transactionList'
import type { SearchStart, TransactionSummaryRow } from '../../../store/transactions/search.ts'
import type { TransactionStore } from '../../../store/transactions/transactionStore.ts'
import type { Account } from '../../accounts/account.ts'
import type { Clock } from '../../clock.ts'
import { decimalText, moneyOf } from '../../money.ts'
import { listHeaders } from '../../pageHeaders.ts'
import { capturableAmount } from '../responses/capturableAmount.ts'
import { toDisputes, toNeedsAttention, toReturns } from '../toApi.ts'
import { csv } from './csv.ts'
import type { Cell } from './csv.ts'
import { encodeCursor, decodeCursor } from './cursor.ts'
import { maskedNumber } from '../responses/maskedNumber.ts'

interface Needs {
  readonly account: Pick<Account, 'id' | 'mode'>
  readonly clock: Clock
  readonly transactions: Pick<TransactionStore, 'search'>
}

/**
 * Lists a page of the account's payments that match, newest first, as JSON or as a CSV file.
 *
 * Error: query_invalid, for a cursor of another list.
 */
export const listTransactions = async (
  { filters, format, pageSize, cursor }: TransactionSearch,
  { account, clock, transactions }: Needs,
) => {
  const of = { account: account.id, mode: account.mode, filters }
  const start = cursor === null ? null : await decodeCursor(cursor, of)
  const { rows, older, newer } = await transactions.search(filters, { start, pageSize })
  const cursorOf = async (begin: SearchStart | null) => (begin === null ? null : encodeCursor(begin, of))
  const nextCursor = await cursorOf(older)
  const previousCursor = await cursorOf(newer)
  const first = { ...filterQuery(filters), ...(format === 'csv' && { format }), pageSize: String(pageSize) }
  const page = (begin: string | null) => (begin === null ? null : { ...first, cursor: begin })
  const link = listHeaders(endpoint.path, { first, previous: page(previousCursor), next: page(nextCursor) }, null)
  const entries = rows.map(toSummary)
  if (format === 'json') return { transactions: entries, nextCursor, headers: link, errors: null }
  const file = `transactions-${account.mode}-${new Date(clock.now()).toISOString().slice(0, 10)}.csv`
  return {
    text: { type: 'text/csv; charset=utf-8; header=present', body: csv(columns, entries.map(toCells)) },
    headers: { ...link, 'content-disposition': `attachment; filename="${file}"` },
    errors: null,
  }
}

type Column = keyof ReturnType<typeof transactionSummary>['entries']
type Nested = ReturnType<typeof toNested>
type Summary = Readonly<Record<Exclude<Column, keyof Nested>, Cell>> & Nested

const columns = Object.keys(transactionSummary().entries) as Column[]

const toNested = (row: TransactionSummaryRow) => ({
  disputes: toDisputes(row),
  returns: toReturns(row),
  needsAttention: toNeedsAttention(row.needsAttention, row.currency),
})

/** The lists of a payment as one cell each: `open 10.4 26.25; won 13.1 3`. Null for none. Of `needsAttention` the time alone. */
const toCells = ({ disputes, returns, needsAttention, ...cells }: Summary): Readonly<Record<Column, Cell>> => ({
  ...cells,
  disputes: listCell(disputes.map(({ stage, reason, amount }) => [stage, reason.code, amount])),
  returns: listCell(returns.map(({ type, code, amount }) => [type, code, amount])),
  needsAttention: needsAttention?.since ?? null,
})

const listCell = (entries: readonly (readonly Cell[])[]): string | null =>
  entries.length === 0 ? null : entries.map(entryText).join('; ')

const entryText = (words: readonly Cell[]): string =>
  words
    .filter((word) => word !== null)
    .map((word) => (typeof word === 'string' ? word : JSON.stringify(word)))
    .join(' ')

const time = (ms: number): string => new Date(ms).toISOString()

const toSummary = (row: TransactionSummaryRow): Summary => {
  const amount = (minor: number) => numberFromText(decimalText(moneyOf(minor, row.currency)))
  const { last4, digits } = row
  return {
    transactionId: String(row.id),
    created: time(row.created),
    type: row.type,
    status: row.status,
    method: row.method,
    currency: row.currency,
    amount: amount(row.amount),
    amountAuthorized: amount(row.approved),
    amountCaptured: amount(row.captured),
    amountCapturable: amount(capturableAmount(row)),
    amountCredited: amount(row.credited),
    amountSettled: amount(row.settled),
    tip: amount(row.tip),
    network: row.network,
    accountNumber: last4 === null || digits === null ? null : maskedNumber(last4, digits),
    customer: row.customer,
    customerPublicIdentifier: row.customerPublicIdentifier,
    reference: row.orderReference,
    responseCode: row.responseCode,
    authCode: row.authCode,
    batchId: row.batchId,
    batchNet: row.batchNet === null ? null : amount(row.batchNet),
    updated: time(row.updated),
    approved: isApproved(row.responseCode),
    ...toNested(row),
  }
}

const dayMs = 86_400_000

/** The date of a day in days since 1970. */
const dateOf = (day: number): string => time(day * dayMs).slice(0, 10)

/** Formats of filters whose query text is not their value. `to` at the end of a day is written as that day's date. */
const filterFormats: { readonly [F in keyof TransactionFilters]?: (value: never) => string } = {
  from: time,
  to: (ms: number) => (ms % dayMs === 0 ? time(ms - dayMs).slice(0, 10) : time(ms)),
  capturedOn: dateOf,
  creditedOn: dateOf,
  movedOn: dateOf,
}

/** The filters as query parameters. */
const filterQuery = (filters: TransactionFilters): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [[name, (filterFormats[name as keyof TransactionFilters] ?? String)(value as never)] as const],
    ),
  )
