import type { AccountSettings } from '#contract/accounts/accounts'
import { appendAudit } from '../sql/audit.ts'
import { sql } from '../sql/database.ts'
import type { AuditNote } from '../sql/audit.ts'
import type { StoreScope } from '../sql/scope.ts'

/** Updates the settings and inserts the audit entry, in one batch. */
export const writeSettings = async (
  { database, owner: { account }, sign }: StoreScope,
  settings: AccountSettings,
  note: AuditNote,
): Promise<void> => {
  const audit = sign(note)
  await database.batch([
    sql('UPDATE accounts SET settings = ?, updated = ? WHERE id = ?', JSON.stringify(settings), audit.at, account),
    appendAudit(account, audit),
  ])
}
