import { appendAuditIf } from '../sql/audit.ts'
import type { AuditNote } from '../sql/audit.ts'
import { all, sql } from '../sql/database.ts'
import type { StoreScope } from '../sql/scope.ts'
import { checkoutById } from './checkoutById.ts'
import { isCheckoutOpen, isPaidOrPaying } from './openState.ts'

/** One round trip: cancels an open checkout. False if it is not open. */
export const markCheckoutCanceled = async (
  { database, owner, sign }: StoreScope,
  id: string,
  note: AuditNote,
): Promise<boolean> => {
  const audit = sign(note)
  const where = checkoutById(owner, id)
  const busy = isPaidOrPaying(id)
  const open = all(where, sql(isCheckoutOpen, audit.at), sql(`NOT ${busy.sql}`, ...busy.values))
  const [, [canceled] = []] = await database.batch([
    appendAuditIf(sql(`EXISTS (SELECT 1 FROM checkouts WHERE ${open.sql})`, ...open.values), owner.account, audit),
    sql(
      `UPDATE checkouts SET canceled = ?, announceExpiry = NULL WHERE ${open.sql} RETURNING id`,
      audit.at,
      ...open.values,
    ),
  ])
  return canceled !== undefined
}
