import { all, sql } from './database.ts'
import type { Statement } from './database.ts'
import type { OwnerScope } from './scope.ts'

/** A condition on a table with the columns account and mode. All rows of an account and mode share one clock. */
export const isOwned = ({ owner: { account, mode } }: Pick<OwnerScope, 'owner'>): Statement =>
  sql('account = ? AND mode = ?', account, mode)

/** A claim of due rows. Times are milliseconds since 1970, by the account's clock. */
export interface Claim {
  readonly nowMs: number
  /** Nobody else claims the rows until then. */
  readonly leaseUntil: number
  readonly limit: number
}

/** A condition: the column `due` is not in the future. */
export const isDue = (scope: Pick<OwnerScope, 'owner'>, nowMs: number): Statement =>
  all(isOwned(scope), sql('due <= ?', nowMs))
