import { maxExaminedCheckouts } from '#contract/checkouts/checkoutList'
import type { CheckoutFilters } from '#contract/checkouts/checkoutList'
import type { Offer } from '#contract/checkouts/offer'
import { all, sql, toSqlList } from '../sql/database.ts'
import type { Row, Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { json } from '../sql/row.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { checkoutColumns } from './checkoutColumns.ts'
import type { CheckoutRow } from './checkoutColumns.ts'
import { attemptNames, completionNames, decodeAttempts, selectAttempts, selectCompletions } from './attemptRows.ts'
import type { FoundCheckout } from './findCheckout.ts'
import { statusAt } from './statusColumn.ts'

/** A checkout in the list. Its offer has only the members that the list shows. */
export type ListedCheckout = Pick<FoundCheckout, 'attempts' | 'completion'> & {
  readonly checkout: Omit<CheckoutRow, 'offer'> & { readonly offer: Pick<Offer, 'number' | 'prefill'> }
}

/** A page, newest first, with the ids of the checkouts at which the pages of older and newer ones begin. Null where there are none. */
export interface CheckoutPage {
  readonly rows: readonly ListedCheckout[]
  readonly older: string | null
  readonly newer: string | null
}

/** Where a page begins: the checkouts older or newer than the one with this id. */
export interface CheckoutStart {
  readonly id: string
  readonly newer: boolean
}

const selected = checkoutColumns.names
  .map((name) =>
    name === 'offer'
      ? "json_object('number', offer -> '$.number', 'prefill', offer -> '$.prefill') AS offer"
      : `checkouts.${name}`,
  )
  .join(', ')

/** The rows of a statement as JSON, for a column. @param columns of the rows */
const asJson = (statement: Statement, columns: readonly string[]): string =>
  `(SELECT json_group_array(json_object(${columns.map((name) => `'${name}', ${name}`).join(', ')})) FROM (${statement.sql}))`

/** The index that has the matches of a filter newest first, most selective first. */
const chooseIndex = ({ invoiceNumber, email }: CheckoutFilters): string =>
  invoiceNumber !== undefined
    ? 'checkoutsByInvoiceNumber'
    : email !== undefined
      ? 'checkoutsByEmail'
      : 'checkoutsByTime'

const ownedBy = ({ account, mode }: Owner): Statement =>
  sql('checkouts.account = ? AND checkouts.mode = ?', account, mode)

/** Selects the checkout of a start, if it is the owner's. */
const selectStart = (owner: Owner, { id }: CheckoutStart, column: string): Statement => {
  const where = all(ownedBy(owner), sql('checkouts.id = ?', id))
  return sql(`SELECT ${column} FROM checkouts WHERE ${where.sql}`, ...where.values)
}

const hasEmail = (email: string): Statement => sql('checkouts.email = ?', email.toLowerCase())

/** The conditions that the index answers: the owner's checkouts in the range of time beyond the start. */
const within = (filters: CheckoutFilters, owner: Owner, start: CheckoutStart | null): Statement => {
  const { invoiceNumber, email, from, to } = filters
  const begin = start && selectStart(owner, start, 'created')
  return all(
    ownedBy(owner),
    ...(invoiceNumber === undefined ? [] : [sql('checkouts.invoiceNumber = ?', invoiceNumber)]),
    ...(email === undefined || invoiceNumber !== undefined ? [] : [hasEmail(email)]),
    // An index uses one bound on each side, and a start is in the range.
    ...(from === undefined || start?.newer === true ? [] : [sql('checkouts.created >= ?', from)]),
    ...(to === undefined || start?.newer === false ? [] : [sql('checkouts.created < ?', to)]),
    ...(start === null || begin === null
      ? []
      : [
          sql(
            `(checkouts.created, checkouts.id) ${start.newer ? '>' : '<'} ((${begin.sql}), ?)`,
            ...begin.values,
            start.id,
          ),
        ]),
  )
}

/** The conditions that each examined checkout is compared with. */
const matchesFilters = ({ status, email, from, to }: CheckoutFilters, now: number): Statement => {
  const at = statusAt(now)
  return all(
    sql('TRUE'),
    ...(email === undefined ? [] : [hasEmail(email)]),
    ...(from === undefined ? [] : [sql('checkouts.created >= ?', from)]),
    ...(to === undefined ? [] : [sql('checkouts.created < ?', to)]),
    ...(status === undefined ? [] : [sql(`${at.sql} IN (${toSqlList(status)})`, ...at.values)]),
  )
}

const decode = (row: Row): ListedCheckout => ({
  ...decodeAttempts(
    json<Row[]>().read(row['attempts'], 'attempts'),
    json<Row[]>().read(row['completions'], 'completions'),
  ),
  checkout: checkoutColumns.decode(row),
})

/**
 * One round trip: a page of the matching checkouts, newest first. Examines at most `maxExaminedCheckouts` checkouts; the last one of them is
 * the start of the next page.
 *
 * @param now for the filter by status, in milliseconds since 1970
 * @returns `cursor_not_found` if the owner has no checkout of the start
 */
export const searchCheckouts = async (
  { database, owner }: OwnerScope,
  filters: CheckoutFilters,
  { start, pageSize }: { readonly start: CheckoutStart | null; readonly pageSize: number },
  now: number,
): Promise<CheckoutPage | 'cursor_not_found'> => {
  const direction = start?.newer === true ? 'ASC' : 'DESC'
  const where = within(filters, owner, start)
  const matches = matchesFilters(filters, now)
  const attempts = selectAttempts(sql('= checkouts.id'))
  const completions = selectCompletions(sql('= checkouts.id'))
  const read = await database.named({
    start: start && selectStart(owner, start, '1'),
    entries: sql(
      // CROSS JOIN makes SQLite keep the order of the candidates and stop when the page is full.
      `SELECT ${selected}, matches, isLast,
         iif(matches, ${asJson(attempts, attemptNames)}, '[]') AS attempts,
         iif(matches, ${asJson(completions, completionNames)}, '[]') AS completions
       FROM (
         SELECT examined.id AS examinedId, (${matches.sql}) AS matches, examined.nth = ? AS isLast
         FROM (SELECT id, row_number() OVER () AS nth FROM (
                 SELECT checkouts.id FROM checkouts INDEXED BY ${chooseIndex(filters)} WHERE ${where.sql}
                 ORDER BY checkouts.created ${direction}, checkouts.id ${direction} LIMIT ?)) AS examined
         CROSS JOIN checkouts ON checkouts.id = examined.id
         WHERE matches OR isLast LIMIT ?) AS found
       CROSS JOIN checkouts ON checkouts.id = found.examinedId`,
      ...matches.values,
      maxExaminedCheckouts,
      ...where.values,
      maxExaminedCheckouts,
      pageSize + 1,
    ),
  })
  if (start !== null && read.start.length === 0) return 'cursor_not_found'
  const matching = read.entries.filter((row) => row['matches'] === 1)
  const rows = matching.slice(0, pageSize).map(decode)
  const last =
    matching.length > pageSize ? rows.at(-1)?.checkout.id : read.entries.find((row) => row['isLast'] === 1)?.['id']
  const beyond = last === undefined ? null : String(last)
  // A page that begins at a checkout has that one on its other side.
  const behind = start === null ? null : (rows[0]?.checkout.id ?? null)
  return start?.newer === true
    ? { rows: rows.toReversed(), newer: beyond, older: behind }
    : { rows, older: beyond, newer: behind }
}
