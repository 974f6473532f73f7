import type { Cycle } from '#contract/cycles'
import { sql } from '../sql/database.ts'
import { counted, readPage } from '../sql/paging.ts'
import type { PageAsked, PageRead } from '../sql/paging.ts'
import type { Row, Statement } from '../sql/database.ts'
import type { Owner } from '../sql/owner.ts'
import type { OwnerScope } from '../sql/scope.ts'

/** What can be subscribed to. */
export interface PlanRow extends Cycle {
  /** UUIDv7. */
  readonly id: string
  /** No two plans of an account and mode have the same, unless one was deleted. */
  readonly label: string
  /** ISO 4217 number. */
  readonly currency: number
  /** Minor units. */
  readonly amount: number
  /** 0 until canceled. */
  readonly installments: number
  /** Milliseconds since 1970. */
  readonly created: number
}

const columns = 'id, label, unit, interval, dayOfCycle, currency, amount, installments, created'

const planRow = (row: Row) => row as unknown as PlanRow

/** A piece of SQL for WHERE: the plan of this id, if it is the owner's and was not deleted. */
export const thePlan = ({ account, mode }: Owner, id: string): Statement =>
  sql('plans.id = ? AND plans.account = ? AND plans.mode = ? AND plans.deleted IS NULL', id, account, mode)

/** Selects that plan: one row, or none. */
export const selectPlan = (owner: Owner, id: string): Statement => {
  const own = thePlan(owner, id)
  return sql(`SELECT ${columns} FROM plans WHERE ${own.sql}`, ...own.values)
}

/** One round trip. Null where no plan has this label, or it was deleted. */
export const findPlanByLabel = async (
  { database, owner: { account, mode } }: OwnerScope,
  label: string,
): Promise<PlanRow | null> =>
  (await database.row(
    sql(
      `SELECT ${columns} FROM plans WHERE account = ? AND mode = ? AND label = ? AND deleted IS NULL`,
      account,
      mode,
      label,
    ),
  )) as PlanRow | null

/**
 * One round trip: writes a plan down. Of any number of rivals with one label one is written; the others learn the id of the plan that has
 * it.
 */
export const insertPlan = async (
  { database, owner }: OwnerScope,
  plan: PlanRow,
): Promise<{ readonly result: 'inserted' } | { readonly result: 'label_taken'; readonly by: string }> => {
  const { account, mode } = owner
  const own = thePlan(owner, plan.id)
  const [[inserted] = [], , [holder] = []] = await database.writing(
    [
      sql(
        `INSERT INTO plans (id, account, mode, label, unit, interval, dayOfCycle, currency, amount, installments, created)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (account, mode, label) WHERE deleted IS NULL DO NOTHING
       RETURNING id`,
        plan.id,
        account,
        mode,
        plan.label,
        plan.unit,
        plan.interval,
        plan.dayOfCycle,
        plan.currency,
        plan.amount,
        plan.installments,
        plan.created,
      ),
      sql(
        `INSERT INTO counters (account, mode, name, total) SELECT account, mode, 'plans', 1 FROM plans WHERE ${own.sql}
       ON CONFLICT DO UPDATE SET total = total + 1`,
        ...own.values,
      ),
      sql(
        'SELECT id FROM plans WHERE account = ? AND mode = ? AND label = ? AND deleted IS NULL',
        account,
        mode,
        plan.label,
      ),
    ],
    sql(`SELECT id FROM plans WHERE ${own.sql}`, ...own.values),
  )
  return inserted === undefined ? { result: 'label_taken', by: holder?.['id'] as string } : { result: 'inserted' }
}

/** One round trip. False where the account has no such plan in this mode, or has deleted it. */
export const deletePlan = async ({ database, owner }: OwnerScope, id: string, at: number): Promise<boolean> => {
  const own = thePlan(owner, id)
  const [, [deleted] = []] = await database.batch([
    sql(
      `UPDATE counters SET total = total - 1
       WHERE account = ? AND mode = ? AND name = 'plans' AND EXISTS (SELECT 1 FROM plans WHERE ${own.sql})`,
      owner.account,
      owner.mode,
      ...own.values,
    ),
    sql(`UPDATE plans SET deleted = ? WHERE ${own.sql} RETURNING id`, at, ...own.values),
  ])
  return deleted !== undefined
}

/** One round trip: a page of the plans, newest first. */
export const listPlans = (
  { database, owner }: OwnerScope,
  page: PageAsked,
): Promise<PageRead<PlanRow> | 'cursor_not_found'> =>
  readPage(
    database,
    {
      table: 'plans',
      columns,
      within: sql('account = ? AND mode = ?', owner.account, owner.mode),
      shown: 'deleted IS NULL',
      total: counted(owner, 'plans'),
      entry: planRow,
    },
    page,
  )
