import type { DisputeFilters } from '#contract/disputes/disputes'
import { all, sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { readPage } from '../sql/paging.ts'
import type { Page, PageRequest } from '../sql/paging.ts'
import { defineColumns, integer } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { OwnerScope } from '../sql/scope.ts'
import { disputeColumns, disputeResourceColumns } from './disputeColumns.ts'
import type { DisputeResource, DisputeRow } from './disputeColumns.ts'

const owned = ({ account, mode }: Owner): Statement => sql('account = ? AND mode = ?', account, mode)

/** One round trip. Null if the account has no such dispute in this mode. */
export const findDispute = async ({ database, owner }: OwnerScope, id: string): Promise<DisputeRow | null> => {
  const where = all(sql('id = ?', id), owned(owner))
  const row = await database.row(
    sql(`SELECT ${disputeColumns.list()} FROM disputes WHERE ${where.sql}`, ...where.values),
  )
  return row && disputeColumns.decode(row)
}

/** A case at a processor, and the operation that it disputes. */
export interface CaseKey {
  readonly connection: string
  readonly caseId: string
  /** Any operation of the payment. */
  readonly operation: number
}

const disputedOperationColumns = defineColumns({
  /** The disputed operation: the given capture, else the payment's first approved one. */
  operationId: integer,
  transactionId: integer,
  amount: integer,
  currency: integer,
})

export type DisputedOperation = RowOf<typeof disputedOperationColumns>

/** One round trip: the recorded dispute of a case and the operation that the case disputes, each null if the account has none. */
export const findCase = async (
  { database, owner }: OwnerScope,
  { connection, caseId, operation }: CaseKey,
): Promise<{ readonly dispute: DisputeRow | null; readonly disputed: DisputedOperation | null }> => {
  const ofOwner = owned(owner)
  const { dispute, disputed } = await database.named({
    dispute: sql(
      `SELECT ${disputeColumns.list()} FROM disputes WHERE ${ofOwner.sql} AND connection = ? AND caseId = ?`,
      ...ofOwner.values,
      connection,
      caseId,
    ),
    disputed: sql(
      `SELECT operations.id AS operationId, transactionId, operations.amount, currency
       FROM operations JOIN transactions ON transactions.id = transactionId
       WHERE transactionId = (SELECT named.transactionId FROM operations AS named
                              WHERE named.id = ? AND named.account = ? AND named.mode = ?)
       ORDER BY (operations.id = ? AND operations.type = 'capture') DESC,
                (operations.type = 'capture' AND operations.status IN ('approved', 'settled', 'returned')) DESC,
                operations.id = ? DESC, operations.id
       LIMIT 1`,
      operation,
      owner.account,
      owner.mode,
      operation,
      operation,
    ),
  })
  return { dispute: disputeColumns.decodeFirst(dispute), disputed: disputedOperationColumns.decodeFirst(disputed) }
}

/**
 * One stage is a condition on the index of stages, which has its disputes newest first. Several are a condition on each dispute of the index
 * of times, since a merge of stages would be sorted: all of their disputes would be read for one page.
 */
const ofStages = (stages: readonly string[]): Statement =>
  stages.length === 1
    ? sql('stage = ?', stages[0]!)
    : sql('+stage IN (SELECT value FROM json_each(?))', JSON.stringify(stages))

const matches = ({ stage, transactionId, from, to }: DisputeFilters, { account, mode }: Owner): Statement[] => [
  ...(stage === undefined ? [] : [ofStages(stage)]),
  ...(transactionId === undefined
    ? []
    : [
        sql(
          'transactionId = (SELECT operations.transactionId FROM operations WHERE id = ? AND account = ? AND mode = ?)',
          Number(transactionId),
          account,
          mode,
        ),
      ]),
  ...(from === undefined ? [] : [sql('created >= ?', from)]),
  ...(to === undefined ? [] : [sql('created < ?', to)]),
]

/** One round trip: a page of the disputes that match, newest first, without a total. */
export const listDisputeRows = (
  { database, owner }: OwnerScope,
  filters: DisputeFilters,
  page: PageRequest,
): Promise<Page<DisputeResource> | 'cursor_not_found'> =>
  readPage(
    database,
    {
      table: 'disputes',
      columns: disputeResourceColumns.list(),
      within: all(owned(owner), ...matches(filters, owner)),
      total: null,
      entry: disputeResourceColumns.decode,
    },
    page,
  )
