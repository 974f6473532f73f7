import { rowAsJson } from '../events/events.ts'
import type { Row } from '../sql/database.ts'
import { defineColumns, json, nested } from '../sql/row.ts'
import { attentionColumn, attentionOf } from './attentionOf.ts'
import { listedOperationColumns, operationResourceColumns, transactionResourceColumns } from './columns.ts'
import { ofPayment } from './ofPayment.ts'
import type { ListedOperation, OperationResource, TransactionResource } from './columns.ts'

/**
 * Snapshots of payments in events. A snapshot has only what may change after the event: states, amounts, and which columns were set. A read
 * takes the rest from the rows, which are kept longer than events. So an event has some hundred bytes, and a redacted row redacts its events.
 */

type TransactionColumn = keyof TransactionResource
type OperationColumn = keyof OperationResource

/** The members of a transaction that change, with their keys in snapshots. 0 and NULL are left out. */
const changing = {
  s: 'status',
  a: 'approved',
  c: 'captured',
  p: 'capturing',
  r: 'credited',
  t: 'settled',
  f: 'released',
  g: 'tip',
  b: 'batchId',
  d: 'disputes',
  e: 'returns',
} as const satisfies Readonly<Record<string, TransactionColumn>>

/**
 * Columns that are NULL until they are set, once. The snapshot has one bit for each, the first column in the lowest: whether it was set. So
 * their order stays, and new columns are appended.
 */
const setOnce = {
  transaction: ['customer', 'wallet', 'networkTransactionId', 'expires'],
  operation: ['authCode', 'avs', 'cvv', 'details'],
} as const satisfies { transaction: readonly TransactionColumn[]; operation: readonly OperationColumn[] }

/** The first bit of each row. The gap is for further columns. */
const firstBit = { transaction: 0, operation: 16 } as const

type Part = keyof typeof setOnce

/** An SQL expression: the bits of a row's columns. @param table its name or alias */
const setBits = (part: Part, table: string): string =>
  setOnce[part].map((column, index) => `((${table}.${column} IS NOT NULL) << ${firstBit[part] + index})`).join(' | ')

const isSet = (bits: number, part: Part, index: number): boolean => (bits & (1 << (firstBit[part] + index))) !== 0

/** The most operations in a snapshot: the first one and the newest. It limits the size of events for payments with many captures. */
const mostListed = 50

/**
 * The longest order in an event, in bytes. Deliveries are at most 20 KiB (Standard Webhooks, "Payload"); an order may be a hundred times as
 * long.
 */
const longestOrder = 8 * 1024

/** An SQL expression: an order, NULL if it is too long. */
const shortOrder = (column: string): string =>
  `iif(length(CAST(${column} AS BLOB)) <= ${longestOrder}, ${column}, NULL)`

const pairs = Object.entries(changing).map(([key, column]) => `'${key}', nullif(transactions.${column}, 0)`)

/** SQL columns of a row of `transactions` for `snapshotOfOperation`. */
export const paymentStateColumns = `
  json_patch('{}', json_object(${pairs.join(', ')}, 'n', ${attentionOf('transactions')})) AS state,
  ${setBits('transaction', 'transactions')} AS setBits,
  (SELECT json_group_array(json_array(listed.id - listed.transactionId, listed.status, listed.amount, listed.responseCode)
                           ORDER BY listed.id <> listed.transactionId, listed.id)
   FROM (SELECT id, transactionId, status, amount, responseCode FROM operations WHERE ${ofPayment('transactions.id')}
         ORDER BY id <> transactionId, id DESC LIMIT ${mostListed}) AS listed) AS listed`

/**
 * An SQL expression: the snapshot of an `operation` of a `payment`. It binds one value: the time of the event, milliseconds since 1970.
 *
 * Beside the keys of `changing`: `u` the payment's last change, from the event on in milliseconds; `n` the operation that needs attention, as
 * a text; `k` the bits; `l` the latency; `o` the listed operations, by the differences of their ids from the payment's; `x` state, amount and
 * response code of the operation if it may not be listed.
 */
export const snapshotOfOperation = `json_patch(payment.state, json_object(
  'u', nullif(payment.updated - ?, 0),
  'k', nullif(payment.setBits | ${setBits('operation', 'operation')}, 0),
  'l', nullif(operation.latency, 0),
  'o', json(payment.listed),
  'x', iif(json_array_length(payment.listed) < ${mostListed}, NULL,
           json_array(operation.status, operation.amount, operation.responseCode))))`

const changingColumns: ReadonlySet<string> = new Set([...Object.values(changing), 'updated'])
const operationState: ReadonlySet<string> = new Set(['status', 'amount', 'responseCode', 'latency'])

const withoutOrder = (columns: readonly string[], order: string, changed: ReadonlySet<string>): readonly string[] =>
  columns.filter((column) => column !== order && !changed.has(column))

const transactionRow = rowAsJson(
  'transactions',
  withoutOrder(transactionResourceColumns.names, 'orderData', changingColumns),
)
const operationRow = rowAsJson('operation', withoutOrder(operationResourceColumns.names, 'creditOrder', operationState))
/** Of a listed operation, by position. */
const listedColumns = [
  'id',
  'type',
  'referenceTransactionId',
  'initiatedByUserId',
  'created',
] as const satisfies readonly (keyof ListedOperation)[]

/**
 * An SQL expression on `events`: the rows of a payment's event as they are now, as JSON. NULL for other events, and for a snapshot that cannot
 * be read. A credit with an order of its own shows that one in place of the payment's.
 */
export const rowsOfPaymentEvent = `CASE WHEN events.type LIKE 'transaction.%' AND json_valid(events.snapshot) THEN (
  SELECT json_object(
    'transaction', json_set(${transactionRow}, '$.orderData', iif(operation.creditOrder IS NULL, ${shortOrder('transactions.orderData')}, NULL)),
    'operation', json_set(${operationRow}, '$.creditOrder', ${shortOrder('operation.creditOrder')}),
    'operations', (SELECT json_group_array(json_array(${listedColumns.map((column) => `listed.${column}`).join(', ')}))
                   FROM json_each(events.snapshot, '$.o') AS entry
                   CROSS JOIN operations AS listed ON listed.id = transactions.id + (entry.value ->> 0)))
  FROM transactions CROSS JOIN operations AS operation ON operation.id = CAST(events.occasion AS INTEGER)
  WHERE transactions.id = CAST(events.resource AS INTEGER)) END`

type ListedState = readonly [distance: number, status: unknown, amount: unknown, responseCode: unknown]

interface StoredSnapshot extends Readonly<Record<string, unknown>> {
  readonly u?: number
  readonly n?: string
  readonly k?: number
  readonly l?: number
  readonly o: readonly ListedState[]
  readonly x?: readonly [status: unknown, amount: unknown, responseCode: unknown]
}

const snapshotColumn = json<StoredSnapshot>()
const rowParts = defineColumns({
  transaction: nested<Row>(),
  operation: nested<Row>(),
  operations: nested<readonly (readonly unknown[])[]>(),
})

/** A row without the values that were set after the event. */
const asOf = (row: Row, part: Part, bits: number): Row => ({
  ...row,
  ...Object.fromEntries(
    setOnce[part].flatMap((column, index) => (isSet(bits, part, index) ? [] : [[column, null] as const])),
  ),
})

/** Of numbers 0 is left out, and NULL of all others. */
const numbers: ReadonlySet<string> = new Set([
  'approved',
  'captured',
  'capturing',
  'credited',
  'settled',
  'released',
  'tip',
])

/**
 * Decodes the snapshot of a payment's event.
 *
 * @param at time of the event, milliseconds since 1970
 * @param rows as `rowsOfPaymentEvent` selects them
 * @throws TypeError if the snapshot or a row is invalid
 */
export const decodePaymentSnapshot = (snapshot: string, rows: string | null, at: number) => {
  const { u = 0, n = null, k = 0, l = 0, o: listed, x, ...stored } = snapshotColumn.read(snapshot, 'snapshot')
  const now = rowParts.decode(json<Row>().read(rows, 'rows'))
  const changed = Object.entries(changing).map(
    ([key, column]) => [column, stored[key] ?? (numbers.has(column) ? 0 : null)] as const,
  )
  const transaction = transactionResourceColumns.decode({
    ...asOf(now.transaction, 'transaction', k),
    ...Object.fromEntries(changed),
    updated: at + u,
  })
  const rowById = new Map(now.operations.map((values) => [values[0], values]))
  const operations = listed.map(([distance, status, amount, responseCode]) => {
    const values = rowById.get(transaction.id + distance) ?? []
    const row = Object.fromEntries(listedColumns.map((column, index) => [column, values[index]]))
    return listedOperationColumns.decode({ ...row, status, amount, responseCode })
  })
  const ownState = x ?? listed.find(([distance]) => transaction.id + distance === now.operation['id'])?.slice(1) ?? []
  const operation = operationResourceColumns.decode({
    ...asOf(now.operation, 'operation', k),
    status: ownState[0],
    amount: ownState[1],
    responseCode: ownState[2],
    latency: l,
  })
  return { attention: attentionColumn.read(n, 'attention'), transaction, operation, operations }
}
