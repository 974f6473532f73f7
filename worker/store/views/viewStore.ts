import type { ViewedList } from '#contract/views/views'
import { all, sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { readPage } from '../sql/paging.ts'
import type { Page, PageRequest } from '../sql/paging.ts'
import { defineColumns, enumText, integer, text } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import { createStore } from '../sql/scope.ts'
import type { OwnerScope } from '../sql/scope.ts'

/** Saved searches of one account and mode. */

const viewColumns = defineColumns({
  id: text,
  /** The member whose view it is. Empty: the team shares it. */
  holder: text,
  list: enumText<ViewedList>(),
  name: text,
  query: text,
  /** Milliseconds since 1970. */
  created: integer,
  updated: integer,
})
export type ViewRow = RowOf<typeof viewColumns>

/** A condition: the views of holders. */
const heldBy = ({ owner }: OwnerScope, holders: readonly string[]): Statement =>
  sql(
    'account = ? AND mode = ? AND holder IN (SELECT value FROM json_each(?))',
    owner.account,
    owner.mode,
    JSON.stringify(holders),
  )

/** One round trip. Holders have few views, so that a page reads at most these. */
const listViews = (
  scope: OwnerScope,
  holders: readonly string[],
  list: ViewedList | undefined,
  page: PageRequest,
): Promise<Page<ViewRow> | 'cursor_not_found'> =>
  readPage(
    scope.database,
    {
      table: 'views',
      columns: viewColumns.list(),
      within: heldBy(scope, holders),
      ...(list !== undefined && { visible: sql('list = ?', list) }),
      total: null,
      entry: viewColumns.decode,
    },
    page,
  )

const sameName = (scope: OwnerScope, { holder, list, name }: Pick<ViewRow, 'holder' | 'list' | 'name'>): Statement =>
  all(heldBy(scope, [holder]), sql('list = ? AND name = ?', list, name))

/** What became of a view to be saved. */
export type Insertion =
  | { readonly result: 'inserted' | 'full' }
  | { readonly result: 'name_taken'; readonly by: string }

/** One round trip. @param max views of one holder */
const insertView = async (scope: OwnerScope, view: ViewRow, max: number): Promise<Insertion> => {
  const { database, owner } = scope
  const held = heldBy(scope, [view.holder])
  const named = sameName(scope, view)
  const [inserted = [], [taken] = []] = await database.batchWithVerification(
    [
      sql(
        `INSERT INTO views (${viewColumns.list()}, account, mode) SELECT ${viewColumns.placeholders}, ?, ?
         WHERE (SELECT count(*) FROM views WHERE ${held.sql}) < ?
         ON CONFLICT (account, mode, holder, list, name) DO NOTHING RETURNING id`,
        ...viewColumns.encode(view),
        owner.account,
        owner.mode,
        ...held.values,
        max,
      ),
      sql(`SELECT id FROM views WHERE ${named.sql}`, ...named.values),
    ],
    sql('SELECT id FROM views WHERE id = ?', view.id),
  )
  if (inserted.length > 0) return { result: 'inserted' }
  return taken === undefined ? { result: 'full' } : { result: 'name_taken', by: text.read(taken['id'], 'id') }
}

/** Which views a caller sees, and which it may change: by their holders. */
export interface Holders {
  readonly visible: readonly string[]
  readonly changeable: readonly string[]
}

/** What became of a view that is changed or deleted, with the view as it is afterwards, or was before it was deleted. */
export type Change =
  | { readonly result: 'missing' }
  | { readonly result: 'changed' | 'forbidden'; readonly view: ViewRow }
  | { readonly result: 'name_taken'; readonly by: string }

const toChange = (
  changed: boolean,
  row: Parameters<typeof viewColumns.decode>[0] | undefined,
  changeable: readonly string[],
): Change => {
  if (row === undefined) return { result: 'missing' }
  const view = viewColumns.decode(row)
  if (changed) return { result: 'changed', view }
  return changeable.includes(view.holder) ? { result: 'missing' } : { result: 'forbidden', view }
}

/** One round trip. Absent members keep their values. */
const changeView = async (
  scope: OwnerScope,
  id: string,
  { visible, changeable }: Holders,
  {
    name = null,
    query = null,
    at,
  }: { readonly name?: string | null; readonly query?: string | null; readonly at: number },
): Promise<Change> => {
  const own = all(sql('views.id = ?', id), heldBy(scope, changeable))
  const seen = all(sql('views.id = ?', id), heldBy(scope, visible))
  const [updated = [], [row] = [], [taken] = []] = await scope.database.batch([
    sql(
      `UPDATE OR IGNORE views SET name = coalesce(?, name), query = coalesce(?, query), updated = ? WHERE ${own.sql} RETURNING id`,
      name,
      query,
      at,
      ...own.values,
    ),
    sql(`SELECT ${viewColumns.list()} FROM views WHERE ${seen.sql}`, ...seen.values),
    sql(
      `SELECT other.id FROM views JOIN views AS other USING (account, mode, holder, list)
       WHERE views.id = ? AND other.name = ? AND other.id <> views.id`,
      id,
      name,
    ),
  ])
  const change = toChange(updated.length > 0, row, changeable)
  // The caller may change the view, and did not: another has the name.
  return change.result === 'missing' && row !== undefined && taken !== undefined
    ? { result: 'name_taken', by: text.read(taken['id'], 'id') }
    : change
}

/** One round trip. */
const deleteView = async (scope: OwnerScope, id: string, { visible, changeable }: Holders): Promise<Change> => {
  const own = all(sql('views.id = ?', id), heldBy(scope, changeable))
  const seen = all(sql('views.id = ?', id), heldBy(scope, visible))
  const [[row] = [], deleted = []] = await scope.database.batch([
    sql(`SELECT ${viewColumns.list()} FROM views WHERE ${seen.sql}`, ...seen.values),
    sql(`DELETE FROM views WHERE ${own.sql} RETURNING id`, ...own.values),
  ])
  return toChange(deleted.length > 0, row, changeable)
}

export const viewStore = createStore({
  list: listViews,
  insert: insertView,
  change: changeView,
  delete: deleteView,
})

export type ViewStore = ReturnType<typeof viewStore>
