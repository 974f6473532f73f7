import type { Accounts } from './accounts.ts'
import type { Parameters } from './parameters.ts'
import { Rejection } from './rejection.ts'
import { type Action, conditionOf, type Transaction } from './transaction.ts'

/** A transaction as far as it is visible. */
export interface VisibleTransaction {
  readonly transaction: Transaction
  /** At least one. */
  readonly actions: readonly Action[]
}

type Filter = (visible: VisibleTransaction) => boolean

const isListed = (list: string, value: string): boolean =>
  list === '' || list.split(',').some((item) => item.trim() === value)

/**
 * Reads YYYYMMDDHHMMSS or YYYYMMDD, in UTC.
 *
 * @param timeOfDay of dates without a time
 * @returns seconds since 1970
 */
const readTime = (parameters: Parameters, name: string, timeOfDay: string): number | undefined => {
  const text = parameters(name)
  if (text === '') return undefined
  const [, date = '', time = timeOfDay] = /^(\d{8})(\d{6})?$/.exec(text) ?? []
  const iso = `${date}T${time}`.replace(/^(....)(..)(..)T(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z')
  const at = Date.parse(iso)
  if (Number.isNaN(at)) throw new Rejection(`Invalid ${name}`)
  return at / 1000
}

const readCount = (parameters: Parameters, name: string): number | undefined => {
  const text = parameters(name)
  if (!/^\d{0,9}$/.test(text)) throw new Rejection(`Invalid ${name}`)
  return text === '' ? undefined : Number(text)
}

const readFilters = (parameters: Parameters): Filter[] => {
  const start = readTime(parameters, 'start_date', '000000') ?? -Infinity
  const end = readTime(parameters, 'end_date', '235959') ?? Infinity
  return [
    ({ transaction }) => isListed(parameters('transaction_id'), transaction.id),
    ({ transaction }) => parameters('order_id') === '' || parameters('order_id') === transaction.orderId,
    ({ transaction }) => isListed(parameters('transaction_type'), transactionType(transaction)),
    ({ actions }) => isListed(parameters('condition'), conditionOf(actions)),
    ({ actions }) => actions.some(({ type }) => isListed(parameters('action_type'), type)),
    ({ actions }) => {
      const modified = Math.floor(Math.max(...actions.map(({ at }) => at)) / 1000)
      return start <= modified && modified <= end
    },
  ]
}

export const transactionType = ({ source }: Transaction): 'cc' | 'ck' => (source.method === 'card' ? 'cc' : 'ck')

/** An action is not visible before those that it follows. */
const visibleActions = ({ actions }: Transaction, now: number): Action[] => {
  const hidden = actions.findIndex(({ visibleAt }) => visibleAt > now)
  return hidden === -1 ? actions : actions.slice(0, hidden)
}

/**
 * The transactions that match a request of query.php, oldest first or in reverse.
 *
 * @throws Rejection whose message is the `error_response`
 */
export const query = (accounts: Accounts, parameters: Parameters, now: number): VisibleTransaction[] => {
  const account = accounts.authenticate(parameters)
  if (account === undefined) throw new Rejection('Invalid security key')
  if (!['', 'transaction'].includes(parameters('report_type'))) throw new Rejection('Unsupported report type')
  if (!['', 'standard', 'reverse'].includes(parameters('result_order'))) throw new Rejection('Invalid result_order')
  const filters = readFilters(parameters)
  const limit = readCount(parameters, 'result_limit')
  const page = readCount(parameters, 'page_number') ?? 0
  const found = [...account.transactions.values()]
    .map((transaction) => ({ transaction, actions: visibleActions(transaction, now) }))
    .filter((visible) => visible.actions.length > 0 && filters.every((matches) => matches(visible)))
  const ordered = parameters('result_order') === 'reverse' ? found.toReversed() : found
  return limit === undefined ? ordered : ordered.slice(page * limit, (page + 1) * limit)
}
