import { currencies } from '#contract/money/currencies'
import { maxExamined } from '#contract/transactions/transactionList'
import type { TransactionFilters } from '#contract/transactions/transactionList'
import type { OperationType, TransactionState } from '#contract/transactions/transactions'
import { all, sql, toSqlList } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { defineColumns, integer, nullable, text, enumText } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import { disputesColumn, returnsColumn } from './columns.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { isInBatch } from '../batches/settlementCycles.ts'
import { attentionColumn, attentionOf } from './attentionOf.ts'
import { ofPayment } from './ofPayment.ts'

const firstOperation = {
  type: enumText<OperationType>(),
  amount: integer,
  responseCode: nullable(text),
  authCode: nullable(text),
}

/** A payment in the list. Amounts are minor units of its currency, times are milliseconds since 1970. */
const foundColumns = defineColumns({
  id: integer,
  ...firstOperation,
  status: enumText<TransactionState>(),
  method: text,
  currency: integer,
  approved: integer,
  captured: integer,
  capturing: integer,
  credited: integer,
  settled: integer,
  released: integer,
  tip: integer,
  network: nullable(text),
  last4: nullable(text),
  digits: nullable(integer),
  customer: nullable(text),
  customerPublicIdentifier: nullable(text),
  orderReference: nullable(text),
  batchId: nullable(text),
  disputes: nullable(disputesColumn),
  returns: nullable(returnsColumn),
  created: integer,
  updated: integer,
  /** The oldest operation that a person has to look up. */
  needsAttention: attentionColumn,
  /** Captures less credits in the batch of the filter; null without that filter. */
  batchNet: nullable(integer),
})

export type TransactionSummaryRow = RowOf<typeof foundColumns>

/** A position in the list: the payment before it. Several payments may have the same millisecond. */
const positionColumns = defineColumns({ created: integer, id: integer })

export type SearchPosition = RowOf<typeof positionColumns>

/** Where a page begins: the payments older or newer than a position. */
export interface SearchStart extends SearchPosition {
  readonly newer: boolean
}

/** A page, newest first, with the starts of the pages of older and newer payments. Null where there are none. */
export interface SearchResult {
  readonly rows: TransactionSummaryRow[]
  readonly older: SearchStart | null
  readonly newer: SearchStart | null
}

/** The order in which payments are examined: away from the start. */
const direction = (start: SearchStart | null): 'ASC' | 'DESC' => (start?.newer === true ? 'ASC' : 'DESC')

const selected = foundColumns.names
  .filter((name) => name !== 'batchNet' && name !== 'needsAttention')
  .map((name) => (name in firstOperation ? `o.${name}` : `t.${name}`))
  .join(', ')

type Filter = keyof TransactionFilters
type FilterValues = { readonly [F in Filter]-?: NonNullable<TransactionFilters[F]> }

const oneOf = (column: string, values: readonly string[]): Statement =>
  sql(`${column} IN (${values.map(() => '?').join(', ')})`, ...values)

/** Ten-thousandths of the currency unit are whole for every currency: the finest minor unit has four digits. */
const perMinorUnit = JSON.stringify(
  Object.fromEntries([...currencies].map(([code, { exponent }]) => [code, 10 ** (4 - exponent)])),
)
const comparedAmount = (comparison: '=' | '>=' | '<=', value: number): Statement =>
  sql(
    `o.amount * json_extract(?, '$."' || t.currency || '"') ${comparison} ?`,
    perMinorUnit,
    Math.round(value * 10_000),
  )

const firstType = { authorize: 'payment', credit: 'credit' } as const

/** The operations that move money, by the filters for a day on which they were made. */
const movements = {
  capturedOn: ['capture'],
  creditedOn: ['credit'],
  movedOn: ['capture', 'credit'],
} as const satisfies Partial<Record<Filter, readonly OperationType[]>>

type DayFilter = keyof typeof movements
const dayFilters = Object.keys(movements) as DayFilter[]

const dayMs = 86_400_000

/** A condition: an operation of the payment was made on a day, and counts in the figures of captures or credits. */
const movedOn = (filter: DayFilter) => (day: number) =>
  sql(
    `EXISTS (SELECT 1 FROM operations AS moved WHERE ${ofPayment('t.id', 'moved')} AND moved.type IN (${toSqlList(movements[filter])})
             AND moved.figure IN ('captured', 'credited') AND moved.created >= ? AND moved.created < ?)`,
    day * dayMs,
    (day + 1) * dayMs,
  )

/** The filter whose matches the candidates are. */
type CandidateFilter = 'reference'
type ConditionFilter = Exclude<Filter, CandidateFilter>

/** The condition of each filter on a payment `t` and its first operation `o`. */
const conditions: { readonly [F in ConditionFilter]: (value: FilterValues[F], owner: Owner) => Statement } = {
  from: (ms) => sql('t.created >= ?', ms),
  to: (ms) => sql('t.created < ?', ms),
  capturedOn: movedOn('capturedOn'),
  creditedOn: movedOn('creditedOn'),
  movedOn: movedOn('movedOn'),
  status: (states) => oneOf('t.status', states),
  type: (types) =>
    oneOf(
      't.type',
      types.map((type) => firstType[type]),
    ),
  method: (methods) => oneOf('t.method', methods),
  currency: (code) => sql('t.currency = ?', code),
  amount: (value) => comparedAmount('=', value),
  amountMin: (value) => comparedAmount('>=', value),
  amountMax: (value) => comparedAmount('<=', value),
  customer: (id) => sql('t.customer = ?', id),
  needsAttention: (isNeeded) => sql(`t.attention IS ${isNeeded ? 'NOT NULL' : 'NULL'}`),
  customerPublicIdentifier: (text) => sql('t.customerPublicIdentifier = ?', text),
  lastFour: (digits) => sql('t.last4 = ?', digits),
  disputed: (isDisputed) => sql(`t.disputes IS ${isDisputed ? 'NOT NULL' : 'NULL'}`),
  returned: (isReturned) => sql(`t.returns IS ${isReturned ? 'NOT NULL' : 'NULL'}`),
  batchId: (id, owner) => {
    const inBatch = isInBatch(id, owner)
    return sql(
      `EXISTS (SELECT 1 FROM operations WHERE ${inBatch.sql} AND operations.transactionId = t.id)`,
      ...inBatch.values,
    )
  },
}

const filterConditions = <F extends ConditionFilter>(
  filter: F,
  filters: TransactionFilters,
  owner: Owner,
): Statement[] => {
  const value = filters[filter]
  return value === undefined ? [] : [conditions[filter](value as FilterValues[F], owner)]
}

const matches = (filters: TransactionFilters, owner: Owner): Statement =>
  all(
    sql('TRUE'),
    ...(Object.keys(conditions) as ConditionFilter[]).flatMap((filter) => filterConditions(filter, filters, owner)),
  )

/** A filter and the index that has its matches newest first. */
interface SearchIndex {
  readonly filter: ConditionFilter
  readonly name: string
}

/** The first index with a given filter is used: indexes are sorted by selectivity. */
const searchIndexes: readonly SearchIndex[] = [
  { filter: 'needsAttention', name: 'transactionsByAttention' },
  { filter: 'customerPublicIdentifier', name: 'transactionsByCustomerPublicIdentifier' },
  { filter: 'customer', name: 'transactionsByCustomer' },
  { filter: 'returned', name: 'transactionsReturned' },
  { filter: 'disputed', name: 'transactionsDisputed' },
  { filter: 'lastFour', name: 'transactionsByLast4' },
]

/** Filters whose index has the matches of this value only. */
const partial: TransactionFilters = { returned: true, disputed: true, needsAttention: true }

const chooseIndex = (filters: TransactionFilters): SearchIndex | undefined =>
  searchIndexes.find(
    ({ filter }) => filters[filter] !== undefined && (partial[filter] ?? filters[filter]) === filters[filter],
  )

/** A condition on a payment `t`: it is the owner's, and in the range of time beyond the start. An index scan uses one bound on each side. */
const within = (filters: TransactionFilters, owner: Owner, start: SearchStart | null): Statement =>
  all(
    sql('t.account = ? AND t.mode = ?', owner.account, owner.mode),
    // A position is always in the range.
    ...(start?.newer === true ? [] : filterConditions('from', filters, owner)),
    ...(start?.newer === false ? [] : filterConditions('to', filters, owner)),
    ...(start === null ? [] : [sql(`(t.created, t.id) ${start.newer ? '>' : '<'} (?, ?)`, start.created, start.id)]),
  )

/** Selects payments by an index. All conditions are on its columns, so that every row read counts as examined. */
const scanIndex = (
  index: SearchIndex | undefined,
  filters: TransactionFilters,
  owner: Owner,
  start: SearchStart | null,
): Statement => {
  const where = all(
    within(filters, owner, start),
    ...(index === undefined ? [] : filterConditions(index.filter, filters, owner)),
  )
  return sql(
    `SELECT t.id FROM transactions AS t INDEXED BY ${index?.name ?? 'transactionsByTime'}
     WHERE ${where.sql} ORDER BY t.created ${direction(start)}, t.id ${direction(start)}`,
    ...where.values,
  )
}

/** The references that a text can be: the object's own id, or object and id joined by a colon, without an id `object:`. */
const referenceTexts = (text: string) => ({ joined: text.includes(':') ? text : `${text}:`, id: text })

/**
 * Selects payments whose order, or the order of one of whose credits, has the reference. Each index has its matches by time, so that
 * SQLite merges them and reads no more rows than the page needs.
 */
const scanReferences = (
  text: string,
  filters: TransactionFilters,
  owner: Owner,
  start: SearchStart | null,
): Statement => {
  const { joined, id } = referenceTexts(text)
  const ofPayments = { columns: 'account, mode, created, id', from: 'transactions' }
  const ofCredits = { columns: 'account, mode, paymentCreated AS created, transactionId AS id', from: 'operations' }
  const scans = [
    { ...ofPayments, index: 'transactionsByReference', match: sql('orderReference = ?', joined) },
    { ...ofPayments, index: 'transactionsByReferenceObjectId', match: sql('referenceObjectId = ?', id) },
    { ...ofCredits, index: 'operationsByReference', match: sql('creditReference = ?', joined) },
    { ...ofCredits, index: 'operationsByReferenceObjectId', match: sql('creditReferenceObjectId = ?', id) },
  ].map(({ columns, from, index, match }) => {
    const where = within(filters, owner, start)
    return sql(
      `SELECT t.created, t.id FROM (SELECT ${columns} FROM ${from} INDEXED BY ${index} WHERE ${match.sql}) AS t WHERE ${where.sql}`,
      ...match.values,
      ...where.values,
    )
  })
  return sql(
    `${scans.map((scan) => scan.sql).join('\n UNION ')} ORDER BY 1 ${direction(start)}, 2 ${direction(start)}`,
    ...scans.flatMap(({ values }) => values),
  )
}

/**
 * Selects payments of a batch. Its index sorts by id, which sorts by time. A closing batch has settled the payments up to its last one, so
 * that operations beyond are not read.
 */
const scanBatch = (batchId: string, owner: Owner, start: SearchStart | null): Statement => {
  const settled = sql('transactionId <= (SELECT lastPayment FROM batches WHERE id = ?)', batchId)
  const where = all(
    isInBatch(batchId, owner),
    ...(start?.newer === false ? [sql('transactionId < ?', start.id)] : [settled]),
    ...(start?.newer === true ? [sql('transactionId > ?', start.id)] : []),
  )
  return sql(
    `SELECT DISTINCT transactionId AS id FROM operations INDEXED BY operationsByCycle
     WHERE ${where.sql} ORDER BY transactionId ${direction(start)}`,
    ...where.values,
  )
}

/**
 * Selects payments with a capture or credit on a day. Credits, and captures on a later day than their payment, have entries in an index by day
 * and payment (0024_operations.sql). Other captures are found by the payments of the day. SQLite merges them and reads no more rows than the page needs.
 */
const scanMovements = (
  types: readonly OperationType[],
  day: number,
  filters: TransactionFilters,
  owner: Owner,
  start: SearchStart | null,
): Statement => {
  const where = within(filters, owner, start)
  const direct = all(where, sql('t.created >= ? AND t.created < ?', day * dayMs, (day + 1) * dayMs))
  const ofLaterDays = types.map((type) =>
    sql(
      `SELECT DISTINCT t.created, t.id
       FROM (SELECT account, mode, paymentCreated AS created, transactionId AS id FROM operations INDEXED BY operationsByDay
             WHERE paymentCreated IS NOT NULL AND type = ? AND day = ?) AS t WHERE ${where.sql}`,
      type,
      day,
      ...where.values,
    ),
  )
  const scans = [
    ...(types.includes('capture')
      ? [
          sql(
            `SELECT t.created, t.id FROM transactions AS t INDEXED BY transactionsByTime WHERE ${direct.sql}`,
            ...direct.values,
          ),
        ]
      : []),
    ...ofLaterDays,
  ]
  return sql(
    `${scans.map((scan) => scan.sql).join('\n UNION ')} ORDER BY 1 ${direction(start)}, 2 ${direction(start)}`,
    ...scans.flatMap(({ values }) => values),
  )
}

/** Selects the ids of payments that may match, newest first. */
const candidates = (filters: TransactionFilters, owner: Owner, start: SearchStart | null): Statement => {
  if (filters.reference !== undefined) return scanReferences(filters.reference, filters, owner, start)
  const moved = dayFilters.find((filter) => filters[filter] !== undefined)
  if (moved !== undefined) return scanMovements(movements[moved], filters[moved]!, filters, owner, start)
  const index = chooseIndex(filters)
  return index === undefined && filters.batchId !== undefined
    ? scanBatch(filters.batchId, owner, start)
    : scanIndex(index, filters, owner, start)
}

const batchNet = (batchId: string | undefined, owner: Owner): Statement => {
  if (batchId === undefined) return sql('NULL')
  const inBatch = isInBatch(batchId, owner)
  return sql(
    `(SELECT sum(CASE type WHEN 'capture' THEN amount WHEN 'credit' THEN -amount ELSE 0 END) FROM operations
      WHERE ${inBatch.sql} AND operations.transactionId = t.id)`,
    ...inBatch.values,
  )
}

/**
 * One round trip: a page of the matching payments from a start, newest first. Examines at most `maxExamined` payments. The last examined
 * one is always returned as the start of the page beyond.
 */
export const searchTransactions = async (
  { database, owner }: OwnerScope,
  filters: TransactionFilters,
  { start, pageSize }: { readonly start: SearchStart | null; readonly pageSize: number },
): Promise<SearchResult> => {
  const examined = candidates(filters, owner, start)
  const match = matches(filters, owner)
  const net = batchNet(filters.batchId, owner)
  const rows = await database.rows(
    // CROSS JOIN makes SQLite keep the order of the candidates and stop when the page is full.
    sql(
      `SELECT ${selected}, ${attentionOf('t')} AS needsAttention, ${net.sql} AS batchNet, (${match.sql}) AS matches, examined.nth = ? AS isLast
       FROM (SELECT id, row_number() OVER () AS nth FROM (${examined.sql} LIMIT ?)) AS examined
       CROSS JOIN transactions AS t ON t.id = examined.id
       CROSS JOIN operations AS o ON o.id = t.id
       WHERE matches OR isLast
       LIMIT ?`,
      ...net.values,
      ...match.values,
      maxExamined,
      ...examined.values,
      maxExamined,
      pageSize + 1,
    ),
  )
  const matching = rows.filter((row) => row['matches'] === 1)
  const last = matching.length > pageSize ? matching[pageSize - 1] : rows.find((row) => row['isLast'] === 1)
  const found = matching.slice(0, pageSize).map(foundColumns.decode)
  const beyond = last === undefined ? null : positionColumns.decode(last)
  return start?.newer === true
    ? { rows: found.toReversed(), newer: startAt(beyond, true), older: startBehind(found[0], start) }
    : { rows: found, older: startAt(beyond, false), newer: start && startBehind(found[0], start) }
}

const startAt = (position: SearchPosition | null, newer: boolean): SearchStart | null =>
  position && { created: position.created, id: position.id, newer }

/**
 * The start of the page on the other side of a start, which always has payments: behind the first one found, or if none was found, behind
 * the start including its own payment.
 */
const startBehind = (first: SearchPosition | undefined, { created, id, newer }: SearchStart): SearchStart =>
  first === undefined
    ? { created, id: newer ? id + 1 : id - 1, newer: !newer }
    : { created: first.created, id: first.id, newer: !newer }
