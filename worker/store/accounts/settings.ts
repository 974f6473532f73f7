import type { AccountSettings } from '#contract/accounts'
import type { AuditEntry } from '../sql/audit.ts'
import { appendAudit } from '../sql/audit.ts'
import type { Database } from '../sql/database.ts'
import { sql } from '../sql/database.ts'

/** Writes the settings as they are from now on, and who changed them, in one batch. */
export const writeSettings = async (
  database: Database,
  account: string,
  settings: AccountSettings,
  audit: AuditEntry,
): Promise<void> => {
  await database.batch([
    sql('UPDATE accounts SET settings = ?, updated = ? WHERE id = ?', JSON.stringify(settings), audit.at, account),
    appendAudit(account, audit),
  ])
}
