import type { Ref } from '../../processors/processor.ts'
import type { Account } from '../accounts/account.ts'
import type { Clock } from '../clock.ts'

export interface NewRefNeeds {
  readonly account: Pick<Account, 'id'>
  readonly clock: Clock
  /** Without the account's test clock. */
  readonly realClock: Clock
  /** Offset of the account's test clock from real time, in milliseconds. */
  readonly clockOffsetMs: number
}

/** The references of a new operation. The insert adds the connection, and for a modification the root: its batch reads the payment. */
export const newRef = (id: number, { account, clock, realClock }: NewRefNeeds): Ref => ({
  account: account.id,
  op: String(id),
  root: String(id),
  created: clock.now(),
  realTime: realClock.now(),
})
