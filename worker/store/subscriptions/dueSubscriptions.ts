import type { AccountSettings } from '#contract/accounts/accounts'
import { settingsColumn, settingsOfMode } from '../accounts/settingsColumn.ts'
import type { StoredAccountKey } from '../accounts/vaultKeys.ts'
import { connectionsColumn, selectConnections } from '../connections/connectionColumns.ts'
import type { ConnectionRow } from '../connections/connectionColumns.ts'
import { all, sql } from '../sql/database.ts'
import type { Statement } from '../sql/database.ts'
import { defineColumns, json, nullable } from '../sql/row.ts'
import { isDue } from '../sql/sweepScope.ts'
import type { SweepScope } from '../sql/sweepScope.ts'
import { billingStateColumns, decodeBillingState } from './billingState.ts'
import type { BillingState } from './billingState.ts'

const accountColumns = defineColumns({
  settings: settingsColumn,
  /** Null until the worker creates it at first use. */
  vaultKey: nullable(json<StoredAccountKey>()),
  connections: connectionsColumn,
})

/** A due subscription, with the data for the services of its account. */
export interface DueSubscription extends BillingState {
  readonly settings: AccountSettings
  readonly vaultKey: StoredAccountKey | null
  readonly connections: readonly ConnectionRow[]
}

/** A condition: the subscription is due, no sweep has leased it, and its account is not suspended. */
export const isBillable = (scope: SweepScope, nowMs: number): Statement =>
  all(
    isDue(scope, nowMs),
    sql('leased IS NULL OR leased <= ?', nowMs),
    sql('account NOT IN (SELECT id FROM accounts WHERE suspended <> 0)'),
  )

/**
 * One round trip: leases due subscriptions until `leaseUntil`: concurrent sweeps share the work, and the lease of a crashed sweep expires.
 * Subscriptions of suspended accounts wait.
 */
export const claimDueSubscriptions = async (
  scope: SweepScope,
  nowMs: number,
  leaseUntil: number,
  limit: number,
): Promise<DueSubscription[]> => {
  const billable = isBillable(scope, nowMs)
  const rows = await scope.database.rows(
    sql(
      `UPDATE subscriptions SET leased = ?, version = version + 1
       WHERE id IN (SELECT id FROM subscriptions WHERE ${billable.sql} ORDER BY due LIMIT ?)
       RETURNING ${billingStateColumns},
         (SELECT ${settingsOfMode('subscriptions.mode')} FROM accounts WHERE accounts.id = subscriptions.account) AS settings,
         (SELECT json_object('wrappedKey', wrappedKey, 'rootVersion', rootVersion) FROM accountKeys
          WHERE accountKeys.account = subscriptions.account AND accountKeys.mode = subscriptions.mode) AS vaultKey,
         ${selectConnections('subscriptions')}`,
      leaseUntil,
      ...billable.values,
      limit,
    ),
  )
  return rows.map((row) => Object.assign(decodeBillingState(row), accountColumns.decode(row)))
}
