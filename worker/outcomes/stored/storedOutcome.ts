import type { OperationState, OperationType, TransactionState } from '#contract/transactions/transactions'
import type { AttentionReason } from '#contract/transactions/attention'
import type { Ref } from '../../processors/processor.ts'
import type { Owner } from '../../store/sql/owner.ts'
import type { AuthorizationOutcome } from '../../store/transactions/authorizationOutcomes.ts'
import type { AcceptedOperation, ModificationOutcome } from '../../store/transactions/modificationOutcomes.ts'

/** An outcome of a processor that waits for the database, by the statements that record it. */
export type KeptOutcome =
  | { readonly kind: 'authorization'; readonly outcome: AuthorizationOutcome }
  | { readonly kind: 'modification'; readonly outcome: ModificationOutcome }
  | { readonly kind: 'accepted'; readonly outcome: AcceptedOperation }

/**
 * The form that keepers store and receive. It has types of its own, so that renames in the stores do not change stored data. References of
 * processors are a stable format already. There is no card and no person in it.
 */
export type StoredOutcome = {
  readonly version: 1
  readonly account: string
  readonly mode: Owner['mode']
} & (
  | { readonly kind: 'authorization'; readonly outcome: StoredAuthorization }
  | { readonly kind: 'modification'; readonly outcome: StoredModification }
  | { readonly kind: 'accepted'; readonly outcome: StoredAcceptance }
)

interface StoredAuthorization {
  readonly id: number
  readonly transactionStatus: TransactionState
  readonly operationStatus: OperationState
  readonly amount: number
  readonly approved: number
  readonly tip: number
  readonly responseCode: string | null
  readonly details: Readonly<Record<string, unknown>> | null
  readonly authCode: string | null
  readonly latency: number
  readonly avs: string | null
  readonly cvv: string | null
  readonly processorRef: Ref
  readonly networkTransactionId: string | null
  readonly expires: number | null
  readonly due: number | null
  readonly at: number
  readonly moved: boolean
  readonly captureId: number | null
  readonly reversal: { readonly id: number; readonly due: number } | null
  readonly storeNetworkId: boolean
  readonly velocitySample: AuthorizationOutcome['velocitySample']
  readonly deleteSignature: boolean
  readonly isBackground: boolean
}

interface StoredModification {
  readonly id: number
  readonly type: OperationType
  readonly status: OperationState
  readonly amount: number
  readonly responseCode: string
  readonly authCode: string | null
  readonly latency: number
  readonly processorRef: Ref
  readonly at: number
  readonly releaseId: number
  readonly releaseDue: number
  readonly due: number | null
}

interface StoredAcceptance {
  readonly id: number
  readonly latency: number
  readonly responseCode: string
  readonly processorRef: Ref
  readonly due: number
  readonly attention: AttentionReason | null
  readonly at: number
}

/** Encodes and decodes: stored and store's outcomes have the same members. */
const copyAuthorization = (
  one: StoredAuthorization & AuthorizationOutcome,
): StoredAuthorization & AuthorizationOutcome => ({
  id: one.id,
  transactionStatus: one.transactionStatus,
  operationStatus: one.operationStatus,
  amount: one.amount,
  approved: one.approved,
  tip: one.tip,
  responseCode: one.responseCode,
  details: one.details,
  authCode: one.authCode,
  latency: one.latency,
  avs: one.avs,
  cvv: one.cvv,
  processorRef: one.processorRef,
  networkTransactionId: one.networkTransactionId,
  expires: one.expires,
  due: one.due,
  at: one.at,
  moved: one.moved,
  captureId: one.captureId,
  reversal: one.reversal && { id: one.reversal.id, due: one.reversal.due },
  storeNetworkId: one.storeNetworkId,
  velocitySample: one.velocitySample,
  deleteSignature: one.deleteSignature,
  isBackground: one.isBackground,
})

const copyModification = (one: StoredModification & ModificationOutcome): StoredModification & ModificationOutcome => ({
  id: one.id,
  type: one.type,
  status: one.status,
  amount: one.amount,
  responseCode: one.responseCode,
  authCode: one.authCode,
  latency: one.latency,
  processorRef: one.processorRef,
  at: one.at,
  releaseId: one.releaseId,
  releaseDue: one.releaseDue,
  due: one.due,
})

const copyAcceptance = (one: StoredAcceptance & AcceptedOperation): StoredAcceptance & AcceptedOperation => ({
  id: one.id,
  latency: one.latency,
  responseCode: one.responseCode,
  processorRef: one.processorRef,
  due: one.due,
  attention: one.attention,
  at: one.at,
})

const copyOutcome = (kept: KeptOutcome): KeptOutcome => {
  switch (kept.kind) {
    case 'authorization':
      return { kind: kept.kind, outcome: copyAuthorization(kept.outcome) }
    case 'modification':
      return { kind: kept.kind, outcome: copyModification(kept.outcome) }
    case 'accepted':
      return { kind: kept.kind, outcome: copyAcceptance(kept.outcome) }
  }
}

export const encodeOutcome = (kept: KeptOutcome, { account, mode }: Owner): StoredOutcome => ({
  version: 1,
  account,
  mode,
  ...copyOutcome(kept),
})

export const decodeOutcome = (stored: StoredOutcome): { readonly kept: KeptOutcome; readonly owner: Owner } => ({
  kept: copyOutcome(stored),
  owner: { account: stored.account, mode: stored.mode },
})
