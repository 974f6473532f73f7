import type { ReportedOperation, ReportPage, ReportSpan } from '../processor.ts'
import { firstActionOf, isUndone, toMoney } from './lookup.ts'
import { formatReference } from './references.ts'
import type { Query } from './query.ts'
import { formatDate } from './queryXml.ts'
import type { NmiAction, NmiTransaction } from './queryXml.ts'

/** Transactions of a page. */
const pageSize = 100

/** How long a second lasts, to which NMI knows a time. */
const secondMs = 1_000

/** Actions that are operations, by their types. Others tell what happened to them. */
const operationTypes: ReadonlyMap<string, ReportedOperation['type']> = new Map([
  ['auth', 'authorize'],
  ['sale', 'authorize'],
  ['validate', 'authorize'],
  ['capture', 'capture'],
  ['void', 'void'],
  ['refund', 'credit'],
  ['credit', 'credit'],
])

/** Actions that the bank reports of a check: it has returned the money. */
const returnTypes: ReadonlySet<string> = new Set(['check_return', 'check_late_return'])

/** Actions that change the state of the operations before them. */
const changeTypes: ReadonlySet<string> = new Set(['settle', 'void', ...returnTypes])

const isSettled = ({ actions }: NmiTransaction): boolean =>
  actions.some(({ type, isSuccess }) => type === 'settle' && isSuccess)

const returnOf = ({ actions }: NmiTransaction): NmiAction | undefined =>
  actions.find(({ type, isSuccess }) => returnTypes.has(type) && isSuccess)

const stateOf = (transaction: NmiTransaction, { type, isSuccess }: NmiAction): ReportedOperation['state'] => {
  if (!isSuccess) return 'declined'
  if (type === 'void') return 'approved'
  if (isUndone(transaction)) return 'voided'
  if (returnOf(transaction) !== undefined) return 'returned'
  return isSettled(transaction) && type !== 'auth' && type !== 'validate' ? 'settled' : 'approved'
}

const ourReference = (orderId: string): string | null => (/^\d{14,16}$/.test(orderId) ? orderId : null)

const toOperation = (transaction: NmiTransaction, action: NmiAction, from: number): ReportedOperation | null => {
  const type = operationTypes.get(action.type)
  const { transactionId, isCheck, orderId } = transaction
  const first = firstActionOf(transaction)
  const money = toMoney(action.type === 'void' ? (first?.amount ?? '') : action.amount, transaction)
  if (type === undefined || money === null) return null
  const returnCode = /\bR\d\d\b/.exec(returnOf(transaction)?.text ?? '')?.[0]
  const theirs = formatReference({ transactionId, isCheck, isCapture: false })
  const isPart = type === 'capture' || type === 'void'
  return {
    op: isPart ? null : ourReference(orderId),
    theirs: isPart ? `${theirs} ${action.type}` : theirs,
    original: isPart ? theirs : null,
    originalOp: isPart ? ourReference(orderId) : null,
    type,
    state: stateOf(transaction, action),
    ...(returnCode !== undefined && { returnCode }),
    money,
    // Known to the second, which may have begun before the span.
    at: action.at + secondMs > from ? Math.max(action.at, from) : action.at,
  }
}

/** A capture or void that failed is no operation of its own: the payment is as it was. */
const isOperation = ({ type, isSuccess }: NmiAction): boolean => isSuccess || (type !== 'capture' && type !== 'void')

/**
 * A page of the operations that were made or changed in a span. NMI selects transactions by their last change, so that those are read that
 * have changed since the beginning of the span, and the operations of the span are taken from them.
 *
 * @throws Error if NMI cannot be read
 */
export const readReport = async (query: Query, { from, to }: ReportSpan, cursor = '0'): Promise<ReportPage> => {
  const page = Number(cursor)
  const answer = await query({
    start_date: formatDate(from),
    result_limit: String(pageSize),
    page_number: String(page),
    result_order: 'standard',
  })
  if (answer.result !== 'found') throw new Error('The report of the processor cannot be read.')
  const isInSpan = ({ at }: NmiAction): boolean => at + secondMs > from && at < to
  const operations = answer.transactions.flatMap((transaction) => {
    const hasChanged = transaction.actions.some((action) => changeTypes.has(action.type) && isInSpan(action))
    return transaction.actions
      .filter((action) => isOperation(action) && (hasChanged || isInSpan(action)))
      .flatMap((action) => toOperation(transaction, action, from) ?? [])
  })
  return {
    operations: operations.toSorted((one, other) => one.at - other.at),
    next: answer.transactions.length < pageSize ? null : String(page + 1),
  }
}
