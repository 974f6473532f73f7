import { DatabaseError } from '../store/sql/failures.ts'
import { createStore } from '../store/sql/scope.ts'
import type { ActorScope, OwnerScope } from '../store/sql/scope.ts'
import { transactionFunctions } from '../store/transactions/transactionStore.ts'
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

interface KeptScope extends ActorScope {
  readonly needs: KeepOutcomesNeeds
}

/** The same rows with another time for repetitions of writes, in milliseconds. */
const withPatience = ({ database, owner }: KeptScope, writeMs: number): OwnerScope => ({
  database: database.withPatience(writeMs),
  owner,
})

type Write<T> = (scope: OwnerScope) => Promise<T>

const record = async <T>(scope: KeptScope, kept: KeptOutcome, write: Write<T>): Promise<T> => {
  try {
    return await write(withPatience(scope, Math.min(beforeKeepingMs, scope.needs.remainingMs())))
  } catch (thrown) {
    if (!(thrown instanceof DatabaseError)) throw thrown
    return writeKeeping(scope, kept, write)
  }
}

const keep = async ({ needs }: KeptScope, kept: KeptOutcome): Promise<boolean> => {
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

const writeKeeping = async <T>(scope: KeptScope, kept: KeptOutcome, write: Write<T>): Promise<T> => {
  const { keeper, remainingMs } = scope.needs
  const isKept = await keep(scope, kept)
  try {
    const result = await write(withPatience(scope, remainingMs()))
    // If this fails the keeper writes once more, without an effect.
    if (isKept) await keeper.drop(kept.outcome.id).catch(() => undefined)
    return result
  } catch (thrown) {
    // The keeper may have been away for a moment only.
    if (!isKept && thrown instanceof DatabaseError) await keep(scope, kept)
    throw thrown
  }
}

type Recording<F> = F extends (scope: OwnerScope, outcome: infer Outcome) => infer Result
  ? (scope: KeptScope, outcome: Outcome) => Result
  : never

const recordAuthorizationOutcome: Recording<typeof transactionFunctions.recordAuthorizationOutcome> = (
  scope,
  outcome,
) =>
  record(scope, { kind: 'authorization', outcome }, (each) =>
    transactionFunctions.recordAuthorizationOutcome(each, outcome),
  )

const recordModificationOutcome: Recording<typeof transactionFunctions.recordModificationOutcome> = (scope, outcome) =>
  record(scope, { kind: 'modification', outcome }, (each) =>
    transactionFunctions.recordModificationOutcome(each, outcome),
  )

const recordAcceptedOperation: Recording<typeof transactionFunctions.recordAcceptedOperation> = (scope, outcome) =>
  record(scope, { kind: 'accepted', outcome }, (each) => transactionFunctions.recordAcceptedOperation(each, outcome))

const keptStore = createStore({
  ...transactionFunctions,
  recordAuthorizationOutcome,
  recordModificationOutcome,
  recordAcceptedOperation,
})

/**
 * The transactions of an account, whose outcomes are not lost while the database is away. Each is written for a second, then kept by the
 * account's keeper, then written for as long as the request may live. What happens first counts: request and keeper write the same statements
 * under the same ids.
 *
 * Its functions throw the error of the database if the outcome is not recorded yet. It is, later, if it was kept.
 */
export const keptTransactions = (
  { database, owner, key = null }: ActorScope,
  needs: KeepOutcomesNeeds,
): TransactionStore => keptStore({ database, owner, key, needs })
