import type { Ref } from '../../processors/processor.ts'
import type { Account } from '../accounts/account.ts'
import type { Clock } from '../clock.ts'

export interface NewRefNeeds {
  readonly account: Pick<Account, 'id'>
  readonly clock: Clock
  /** Offset of the account's test clock from real time, in milliseconds. */
  readonly clockOffsetMs: number
}

/**
 * The references of a new operation. Its row has the same time, so that it stores no member twice (`compactRef` in
 * worker/store/transactions/columns.ts). The insert adds the connection, and for a modification the root: its batch reads the payment.
 */
export const newRef = (
  id: number,
  { account, clock, clockOffsetMs }: NewRefNeeds,
): Ref & { readonly created: number } => {
  const created = clock.now()
  return { account: account.id, op: String(id), root: String(id), created, realTime: created - clockOffsetMs }
}
