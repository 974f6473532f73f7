import { subscriptionStates } from '#contract/subscriptions/subscriptions'
import type { SubscriptionFilters } from '#contract/subscriptions/subscriptionList'
import { all, sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { defineColumns, integer, nullable, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { subscriptionColumns } from './subscriptionColumns.ts'
import type { SubscriptionRow } from './subscriptionColumns.ts'

/** What names the customer of a subscription. Members without a value are empty texts. */
const namingColumns = defineColumns({ firstName: text, lastName: text, company: text, emailAddress: text })

const deletionColumn = defineColumns({
  /** Milliseconds since 1970. */
  deleted: nullable(integer),
})

/** A subscription with what names its customer. */
export interface ListedSubscription {
  readonly subscription: SubscriptionRow
  /** Null if the customer is deleted. */
  readonly customer: RowOf<typeof namingColumns> | null
}

/**
 * A page, the latest start first, with the ids of the subscriptions at which the pages of earlier and later ones begin. Null where there are
 * none.
 */
export interface SubscriptionPage {
  readonly rows: readonly ListedSubscription[]
  readonly earlier: string | null
  readonly later: string | null
}

/** Where a page begins: beyond the subscription with this id, at earlier or later starts. */
export interface SubscriptionStart {
  readonly id: string
  readonly later: boolean
}

/** Selects the start and the id of a start's subscription, if it is the owner's. */
const selectStart = ({ account, mode }: Owner, { id }: SubscriptionStart): Statement =>
  sql('SELECT starts, id FROM subscriptions WHERE id = ? AND account = ? AND mode = ?', id, account, mode)

/** The rows of a status that start before or after some places in the order of the list. */
interface Range {
  readonly status: string
  /** Each selects `starts` and `id` of a place. */
  readonly below: readonly Statement[]
  readonly above: readonly Statement[]
}

/** The ranges of the index that have the subscriptions of a filter. */
const rangesOf = ({ status: states = subscriptionStates }: SubscriptionFilters, now: number): Range[] => {
  // Between what starts within this millisecond and what starts later: no id is an empty text.
  const nowPlace = sql("SELECT ? AS starts, '' AS id", now + 1)
  const [hasPending, hasActive] = [states.includes('pending'), states.includes('active')]
  const active = {
    status: 'active',
    below: hasPending ? [] : [nowPlace],
    above: hasActive ? [] : [nowPlace],
  }
  return [
    ...(hasPending || hasActive ? [active] : []),
    ...states
      .filter((status) => status !== 'pending' && status !== 'active')
      .map((status) => ({ status, below: [], above: [] })),
  ]
}

/**
 * A condition: the row is beyond all places. The farthest one is chosen first, since an index uses one bound on each side, and one SELECT per
 * column, since it would use only the first of several.
 */
const beyond = (comparison: '<' | '>', places: readonly Statement[]): Statement => {
  if (places.length === 0) return sql('TRUE')
  const order = comparison === '<' ? 'starts, id' : 'starts DESC, id DESC'
  const candidates = places.map((place) => place.sql).join(' UNION ALL ')
  const column = (name: string) => `(SELECT ${name} FROM (${candidates}) ORDER BY ${order} LIMIT 1)`
  const values = places.flatMap((place) => place.values)
  return sql(`(starts, id) ${comparison} (${column('starts')}, ${column('id')})`, ...values, ...values)
}

const selectRange = ({ account, mode }: Owner, { status, below, above }: Range): Statement => {
  const where = all(
    sql('account = ? AND mode = ? AND status = ?', account, mode, status),
    beyond('<', below),
    beyond('>', above),
  )
  return sql(
    `SELECT starts, id FROM subscriptions INDEXED BY subscriptionsByStatus WHERE ${where.sql}`,
    ...where.values,
  )
}

/** D1 rejects a SELECT of more parts. */
const maxParts = 5

/**
 * Merges selects of `starts` and `id`, each in the order of the index, up to `count` rows. SQLite reads from each part only what the merge
 * takes. More parts than one SELECT can have are merged in groups.
 */
const merge = (parts: readonly Statement[], order: string, count: number): Statement => {
  if (parts.length > maxParts) {
    const half = Math.ceil(parts.length / 2)
    const groups = [parts.slice(0, half), parts.slice(half)].map((group) => {
      const merged = merge(group, order, count)
      return sql(`SELECT starts, id FROM (${merged.sql})`, ...merged.values)
    })
    return merge(groups, order, count)
  }
  return sql(
    `${parts.map((part) => part.sql).join(' UNION ALL ')} ORDER BY ${order} LIMIT ?`,
    ...parts.flatMap((part) => part.values),
    count,
  )
}

/**
 * One round trip: a page of the matching subscriptions, the latest start first. It reads the same rows, however many there are.
 *
 * @param now for the filter by status, in milliseconds since 1970
 * @returns `cursor_not_found` if the owner has no subscription of the start
 */
export const searchSubscriptions = async (
  { database, owner }: OwnerScope,
  filters: SubscriptionFilters,
  { start, pageSize }: { readonly start: SubscriptionStart | null; readonly pageSize: number },
  now: number,
): Promise<SubscriptionPage | 'cursor_not_found'> => {
  const isLater = start?.later === true
  const direction = isLater ? 'ASC' : 'DESC'
  const begin = start === null ? [] : [selectStart(owner, start)]
  const ranges = rangesOf(filters, now).map(({ status, below, above }) =>
    selectRange(
      owner,
      isLater ? { status, below, above: [...above, ...begin] } : { status, below: [...below, ...begin], above },
    ),
  )
  const found = merge(ranges, `starts ${direction}, id ${direction}`, pageSize + 1)
  const read = await database.named({
    start: begin[0] ?? null,
    entries: sql(
      // CROSS JOIN makes SQLite keep the order of what is found. A sort would read each row once more.
      `SELECT ${subscriptionColumns.list('subscriptions')}, ${namingColumns.list('customers')}, ${deletionColumn.list('customers')}
       FROM (${found.sql}) AS found
       CROSS JOIN subscriptions ON subscriptions.id = found.id
       CROSS JOIN customers ON customers.id = subscriptions.customer`,
      ...found.values,
    ),
  })
  if (start !== null && read.start.length === 0) return 'cursor_not_found'
  const rows = read.entries.slice(0, pageSize).map((row) => ({
    subscription: subscriptionColumns.decode(row),
    customer: deletionColumn.decode(row).deleted === null ? namingColumns.decode(row) : null,
  }))
  const last = read.entries.length > pageSize ? rows.at(-1)!.subscription.id : null
  // A page that begins at a subscription has that one on its other side.
  const behind = start === null ? null : (rows[0]?.subscription.id ?? null)
  return isLater ? { rows: rows.toReversed(), later: last, earlier: behind } : { rows, later: behind, earlier: last }
}
