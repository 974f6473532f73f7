import { auditActions } from '#contract/accounts/audit'
import type { AuditAction } from '#contract/accounts/audit'
import type { AuditFilters } from '#contract/audit/audit'
import { all, sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { readPage, toPosition } from '../sql/paging.ts'
import type { Page, PageRequest } from '../sql/paging.ts'
import { defineColumns, enumText, integer, json, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { actorNameColumns, actorNames } from './actorColumns.ts'

const entryColumns = defineColumns({
  entryId: text,
  at: integer,
  key: text,
  requestId: text,
  action: enumText<AuditAction>(),
  detail: json<Record<string, unknown>>(),
  ...actorNameColumns,
})

export type AuditRow = RowOf<typeof entryColumns>

/**
 * An SQL expression: the public id of an entry. It has the time, and the entry's number among those of the account in that millisecond: the row's
 * id counts the entries of all accounts.
 */
const entryId = `audit.at || '-' || (SELECT count(*) FROM audit AS same
  WHERE same.account = audit.account AND same.at = audit.at AND same.id <= audit.id)`

/** Selects the row's id of an entry by its public id, no row if there is none. */
const selectRowId = ({ account }: Owner, id: string): Statement => {
  const [, at = '-1', nth = '1'] = /^([0-9]{1,15})-([1-9][0-9]{0,5})$/.exec(id) ?? []
  return sql(
    'SELECT id FROM audit WHERE account = ? AND at = ? ORDER BY id LIMIT 1 OFFSET ?',
    account,
    Number(at),
    Number(nth) - 1,
  )
}

const columns = `${entryId} AS entryId, at, key, requestId, action, detail,
  ${actorNames('audit.key', 'audit.account')}`

const inRange = ({ from, to }: AuditFilters): Statement[] => [
  ...(from === undefined ? [] : [sql('at >= ?', from)]),
  ...(to === undefined ? [] : [sql('at < ?', to)]),
]

/** A condition: the entry is that of the cursor, or on the page's side of it. */
const fromCursor = (owner: Owner, cursor: string): Statement => {
  const { id, newer } = toPosition(cursor)
  const row = selectRowId(owner, id)
  return sql(
    `(at, id) ${newer ? '>=' : '<='} ((SELECT at FROM audit WHERE id = (${row.sql})), (${row.sql}))`,
    ...row.values,
    ...row.values,
  )
}

/**
 * A condition: the entry is among the first of its action, counted from the start of the page. Each action has its entries by time in an index,
 * so that a page reads at most as many entries of each action as it has, however many there are.
 */
const firstOfActions = (filters: AuditFilters, owner: Owner, page: PageRequest): Statement => {
  const { action = auditActions, actor } = filters
  const { cursor, pageNumber, pageSize } = page
  const where = all(
    sql('account = ? AND action = one.value', owner.account),
    ...(actor === undefined ? [] : [sql('key = ?', actor)]),
    ...inRange(filters),
    ...(cursor === null ? [] : [fromCursor(owner, cursor)]),
  )
  const direction = cursor !== null && toPosition(cursor).newer ? 'ASC' : 'DESC'
  // The entry of the cursor, the page, and one more to detect a further page.
  const most = cursor === null ? pageNumber * pageSize + 1 : pageSize + 2
  return sql(
    `id IN (SELECT first.id FROM json_each(?) AS one CROSS JOIN audit AS first
            WHERE first.id IN (SELECT id FROM audit INDEXED BY ${actor === undefined ? 'auditByAction' : 'auditByKey'}
                               WHERE ${where.sql} ORDER BY at ${direction}, id ${direction} LIMIT ?))`,
    JSON.stringify(action),
    ...where.values,
    most,
  )
}

/** One round trip: a page of the account's entries that match, newest first, without a total. Entries belong to both modes. */
export const listEntries = (
  { database, owner }: OwnerScope,
  filters: AuditFilters,
  page: PageRequest,
): Promise<Page<AuditRow> | 'cursor_not_found'> => {
  const isPlain = filters.action === undefined && filters.actor === undefined
  return readPage(
    database,
    {
      table: 'audit',
      columns,
      // The plus keeps SQLite from the index of all entries.
      within: isPlain
        ? all(sql('account = ?', owner.account), ...inRange(filters))
        : sql('+account = ?', owner.account),
      ...(!isPlain && { visible: firstOfActions(filters, owner, page) }),
      total: null,
      sortColumns: ['at', 'id'],
      cursor: {
        column: 'entryId',
        find: (cursor) => {
          const row = selectRowId(owner, cursor)
          return sql(`id = (${row.sql})`, ...row.values)
        },
      },
      entry: entryColumns.decode,
    },
    page,
  )
}
