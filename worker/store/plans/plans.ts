import type { CycleUnit } from '#contract/plans/cycles'
import { sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import { selectTotal, readPage } from '../sql/paging.ts'
import type { PageRequest, Page } from '../sql/paging.ts'
import { defineColumns, integer, text, enumText } from '../sql/row.ts'
import type { RowOf } from '../sql/row.ts'
import type { OwnerScope } from '../sql/scope.ts'

/** An offer that customers can subscribe to. */
export const planColumns = defineColumns({
  /** UUIDv7. */
  id: text,
  /** Unique among the plans of an account and mode that are not deleted. */
  label: text,
  unit: enumText<CycleUnit>(),
  interval: integer,
  dayOfCycle: integer,
  /** ISO 4217 number. */
  currency: integer,
  /** Minor units. */
  amount: integer,
  /** 0 until canceled. */
  installments: integer,
  /** Milliseconds since 1970. */
  created: integer,
})

export type PlanRow = RowOf<typeof planColumns>

/** A WHERE condition: the plan of this id, if it is the owner's and not deleted. */
const planById = ({ account, mode }: Owner, id: string): Statement =>
  sql('plans.id = ? AND plans.account = ? AND plans.mode = ? AND plans.deleted IS NULL', id, account, mode)

const planByLabel = ({ account, mode }: Owner, label: string): Statement =>
  sql('account = ? AND mode = ? AND label = ? AND deleted IS NULL', account, mode, label)

/** Selects one plan: one row, or none. */
export const selectPlan = (owner: Owner, id: string): Statement => {
  const where = planById(owner, id)
  return sql(`SELECT ${planColumns.list()} FROM plans WHERE ${where.sql}`, ...where.values)
}

/** One round trip. Null if no plan has this label, or it was deleted. */
export const findPlanByLabel = async ({ database, owner }: OwnerScope, label: string): Promise<PlanRow | null> => {
  const labelled = planByLabel(owner, label)
  const row = await database.row(
    sql(`SELECT ${planColumns.list()} FROM plans WHERE ${labelled.sql}`, ...labelled.values),
  )
  return row && planColumns.decode(row)
}

/** One round trip: inserts a plan. Among concurrent inserts of one label one succeeds; the others return the id of the plan that has it. */
export const insertPlan = async (
  { database, owner }: OwnerScope,
  plan: PlanRow,
): Promise<{ readonly result: 'inserted' } | { readonly result: 'label_taken'; readonly by: string }> => {
  const where = planById(owner, plan.id)
  const labelled = planByLabel(owner, plan.label)
  const [[inserted] = [], , [holder] = []] = await database.batchWithVerification(
    [
      sql(
        `INSERT INTO plans (${planColumns.list()}, account, mode) VALUES (${planColumns.placeholders}, ?, ?)
       ON CONFLICT (account, mode, label) WHERE deleted IS NULL DO NOTHING
       RETURNING id`,
        ...planColumns.encode(plan),
        owner.account,
        owner.mode,
      ),
      sql(
        `INSERT INTO counters (account, mode, name, total) SELECT account, mode, 'plans', 1 FROM plans WHERE ${where.sql}
       ON CONFLICT DO UPDATE SET total = total + 1`,
        ...where.values,
      ),
      sql(`SELECT id FROM plans WHERE ${labelled.sql}`, ...labelled.values),
    ],
    sql(`SELECT id FROM plans WHERE ${where.sql}`, ...where.values),
  )
  return inserted === undefined
    ? { result: 'label_taken', by: text.read(holder?.['id'], 'id') }
    : { result: 'inserted' }
}

/** One round trip. False if the account has no such plan in this mode, or has deleted it. */
export const markPlanDeleted = async ({ database, owner }: OwnerScope, id: string, at: number): Promise<boolean> => {
  const where = planById(owner, id)
  const [, [deleted] = []] = await database.batch([
    sql(
      `UPDATE counters SET total = total - 1
       WHERE account = ? AND mode = ? AND name = 'plans' AND EXISTS (SELECT 1 FROM plans WHERE ${where.sql})`,
      owner.account,
      owner.mode,
      ...where.values,
    ),
    sql(`UPDATE plans SET deleted = ? WHERE ${where.sql} RETURNING id`, at, ...where.values),
  ])
  return deleted !== undefined
}

/** One round trip: a page of the plans, newest first. */
export const listPlanRows = (
  { database, owner }: OwnerScope,
  page: PageRequest,
): Promise<Page<PlanRow> | 'cursor_not_found'> =>
  readPage(
    database,
    {
      table: 'plans',
      columns: planColumns.list(),
      within: sql('account = ? AND mode = ?', owner.account, owner.mode),
      visible: sql('deleted IS NULL'),
      total: selectTotal(owner, 'plans'),
      entry: planColumns.decode,
    },
    page,
  )
