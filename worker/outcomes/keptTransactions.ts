import type { Database } from '../store/sql/database.ts'
import { DatabaseError } from '../store/sql/failures.ts'
import type { OwnerScope } from '../store/sql/scope.ts'
import { transactionStore } from '../store/transactions/transactionStore.ts'
import type { TransactionStore } from '../store/transactions/transactionStore.ts'
import type { KeeperClient } from './keeperClient.ts'
import type { KeptOutcome } from './stored/storedOutcome.ts'

/** How long an outcome is written before it is kept: longer than most failures last, shorter than a worker's remaining life. */
const beforeKeepingMs = 1_000

export interface KeepOutcomesNeeds {
  readonly keeper: Pick<KeeperClient, 'keep' | 'drop'>
  /** How much longer the request may write, in milliseconds. */
  readonly remainingMs: () => number
}

/** Whether the outcome is known. The sweep reverses an unknown one, so it needs no keeper. */
const isKnown = ({ kind, outcome }: KeptOutcome): boolean =>
  kind !== 'authorization' || outcome.operationStatus !== 'pending' || outcome.due !== null

/**
 * The transactions of an account, whose outcomes are not lost while the database is away. Each is written for a second, then kept by the
 * account's keeper, then written for as long as the request may live. What happens first counts: request and keeper write the same statements
 * under the same ids.
 *
 * Its functions throw the error of the database if the outcome is not recorded yet. It is, later, if it was kept.
 */
export const keptTransactions = (scope: OwnerScope, needs: KeepOutcomesNeeds): TransactionStore => {
  const store = transactionStore(scope)
  const withPatience = (database: Database): TransactionStore => transactionStore({ ...scope, database })

  const record = async <T>(kept: KeptOutcome, write: (store: TransactionStore) => Promise<T>): Promise<T> => {
    try {
      return await write(withPatience(scope.database.withPatience(Math.min(beforeKeepingMs, needs.remainingMs()))))
    } catch (thrown) {
      if (!(thrown instanceof DatabaseError)) throw thrown
      return writeKeeping(kept, write)
    }
  }

  const keep = async (kept: KeptOutcome): Promise<boolean> => {
    if (!isKnown(kept)) return false
    try {
      await needs.keeper.keep(kept)
      return true
    } catch (thrown) {
      const exception = thrown instanceof Error ? thrown.name : null
      console.error(JSON.stringify({ outcomes: 'not kept', operation: String(kept.outcome.id), exception }))
      return false
    }
  }

  const writeKeeping = async <T>(kept: KeptOutcome, write: (store: TransactionStore) => Promise<T>): Promise<T> => {
    const isKept = await keep(kept)
    try {
      const result = await write(withPatience(scope.database.withPatience(needs.remainingMs())))
      // If this fails the keeper writes once more, without an effect.
      if (isKept) await needs.keeper.drop(kept.outcome.id).catch(() => undefined)
      return result
    } catch (thrown) {
      // The keeper may have been away for a moment only.
      if (!isKept && thrown instanceof DatabaseError) await keep(kept)
      throw thrown
    }
  }

  // The functions of a store are getters of its prototype.
  return Object.create(store, {
    recordAuthorizationOutcome: {
      value: ((outcome) =>
        record({ kind: 'authorization', outcome }, (each) =>
          each.recordAuthorizationOutcome(outcome),
        )) satisfies TransactionStore['recordAuthorizationOutcome'],
    },
    recordModificationOutcome: {
      value: ((outcome) =>
        record({ kind: 'modification', outcome }, (each) =>
          each.recordModificationOutcome(outcome),
        )) satisfies TransactionStore['recordModificationOutcome'],
    },
    recordAcceptedOperation: {
      value: ((outcome) =>
        record({ kind: 'accepted', outcome }, (each) =>
          each.recordAcceptedOperation(outcome),
        )) satisfies TransactionStore['recordAcceptedOperation'],
    },
  }) as TransactionStore
}
