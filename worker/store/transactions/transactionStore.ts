import { bindScope } from '../sql/scope.ts'
import type { OwnerScope, ShardScope } from '../sql/scope.ts'
import type { SweepScope } from '../sql/sweepScope.ts'
import { recordAuthorizationOutcome } from './authorizationOutcomes.ts'
import { recordAbort } from './cancellations.ts'
import { insertPendingTransaction } from './createPending.ts'
import { expire, findLapsed } from './expiry.ts'
import {
  findModificationContext,
  recordModificationOutcome,
  recordUnknownModification,
} from './modificationOutcomes.ts'
import { createPendingModification } from './modifications.ts'
import {
  abandon,
  claimDue,
  releaseDeferred,
  releaseDone,
  reversalDeferred,
  reversalDone,
  reverseAgain,
} from './operations.ts'
import { presentCard } from './presentedCards.ts'
import { searchTransactions } from './search.ts'
import { findSignature } from './signatures.ts'
import { findTransaction } from './transactions.ts'

/** The transactions of one account and mode. */
export const transactionStore = (scope: OwnerScope) =>
  bindScope(scope, {
    insertPending: insertPendingTransaction,
    presentCard,
    recordAuthorizationOutcome,
    createPendingModification,
    recordAbort,
    recordModificationOutcome,
    recordUnknownModification,
    find: findTransaction,
    search: searchTransactions,
    findSignature,
  })

export type TransactionStore = ReturnType<typeof transactionStore>

/** Operations and authorizations that one sweep processes. */
export const transactionSweepStore = (scope: SweepScope) =>
  bindScope(scope, {
    claimDue,
    abandon,
    releaseDone,
    releaseDeferred,
    context: findModificationContext,
    findLapsed,
    expire,
  })

export type TransactionSweepStore = ReturnType<typeof transactionSweepStore>

/** Reversals under way on one shard. */
export const operationStore = (scope: ShardScope) =>
  bindScope(scope, {
    reversalDone,
    reversalDeferred,
    reverseAgain,
  })

export type OperationStore = ReturnType<typeof operationStore>
