import { findClaimedKey } from '../sql/idempotency.ts'
import { createStore } from '../sql/scope.ts'
import { markNeedsAttention } from './attention.ts'
import { recordAuthorizationOutcome } from './authorizationOutcomes.ts'
import { insertCancellation } from './cancellations.ts'
import { insertPendingTransaction } from './createPending.ts'
import { expirePayment, findLapsed } from './expiry.ts'
import { recordCreditOutcome } from './creditOutcomes.ts'
import {
  findModificationContext,
  recordAcceptedOperation,
  recordModificationOutcome,
  recordUnknownModification,
} from './modificationOutcomes.ts'
import { insertPendingModification } from './modifications.ts'
import {
  claimDueOperations,
  deferRelease,
  deferReversal,
  insertReversalOfPending,
  recordRelease,
  recordReversal,
  recordSendingAgain,
  repeatReversal,
} from './operations.ts'
import { attachCard } from './presentedCards.ts'
import { searchTransactions } from './search.ts'
import { findOperation, resolveOperation } from './resolutions.ts'
import { scanHolds, scanOperations } from './scans.ts'
import { findSignature } from './signatures.ts'
import { findEarlierPayments } from './velocity.ts'
import { findTransaction } from './transactions.ts'

export const transactionFunctions = {
  insertPending: insertPendingTransaction,
  findEarlier: findEarlierPayments,
  attachCard,
  recordAuthorizationOutcome,
  insertPendingModification,
  insertCancellation,
  recordModificationOutcome,
  recordUnknownModification,
  recordAcceptedOperation,
  recordCreditOutcome,
  find: findTransaction,
  findClaimedKey,
  search: searchTransactions,
  findSignature,
}

/** The transactions of one account and mode. */
export const transactionStore = createStore(transactionFunctions)

export type TransactionStore = ReturnType<typeof transactionStore>

/** The verdicts of persons about operations of one account and mode. */
export const resolutionStore = createStore({ find: findOperation, resolve: resolveOperation })

export type ResolutionStore = ReturnType<typeof resolutionStore>

/** The scans of a whole shard by ids. */
export const scanStore = createStore({ scanHolds, scanOperations })

export type ScanStore = ReturnType<typeof scanStore>

/** Operations and authorizations of one account and mode that background work processes. */
export const transactionSweepStore = createStore({
  claimDue: claimDueOperations,
  insertReversalOfPending,
  recordRelease,
  recordSendingAgain,
  deferRelease,
  findContext: findModificationContext,
  findLapsed,
  expire: expirePayment,
})

export type TransactionSweepStore = ReturnType<typeof transactionSweepStore>

/** Reversals on one shard. */
export const operationStore = createStore({ recordReversal, deferReversal, repeatReversal, markNeedsAttention })

export type OperationStore = ReturnType<typeof operationStore>
