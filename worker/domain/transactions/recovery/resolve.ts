import { apiError } from '#contract/errors/apiError'
import type { ApiError } from '#contract/errors/apiError'
import type { ResolvedOutcome } from '#contract/transactions/attention'
import { parseTransactionId } from '#contract/transactions/transactionKey'
import type { Resolve } from '#contract/transactions/transactions'
import type { FoundOperation, Resolution } from '../../../store/transactions/resolutions.ts'
import type { ResolutionStore, TransactionStore } from '../../../store/transactions/transactionStore.ts'
import { notFound } from '../../notFound.ts'
import type { TimeLimits } from '../../timeLimits.ts'
import { getTransaction } from '../get.ts'
import { authorizationLifetimeMs } from '../initiate/authorizationLifetime.ts'
import { retryOnIdCollision } from '../retryOnIdCollision.ts'
import type { TransactionIdNeeds } from '../retryOnIdCollision.ts'

interface Needs extends TransactionIdNeeds {
  readonly limits: Pick<TimeLimits, 'reversalLeaseMs'>
  readonly resolutions: ResolutionStore
  readonly transactions: Pick<TransactionStore, 'find'>
}

/**
 * Ends an operation that needs attention by the verdict of a person who looked it up at the processor. Nothing is sent. An operation whose
 * outcome was contradicted has ended already: the verdict is noted, and its amounts stay. Exactly one of the
 * verdict and an outcome of the processor is recorded: while an attempt may be running, the verdict is rejected.
 *
 * Errors: not_found (404), reference_not_found for an operation of another payment, attention_not_needed and operation_in_progress (409).
 */
export const resolveTransaction = async (id: string, { operation: named, outcome, note }: Resolve, needs: Needs) => {
  const { resolutions, clock, limits } = needs
  const found = await resolutions.find(parseTransactionId(id), parseTransactionId(named))
  if (found === null) throw await missingOperation(id, needs)
  const at = clock.now()
  const { operation } = found
  const isResolved =
    operation.attention !== null &&
    (await retryOnIdCollision(needs, (freshId) =>
      resolutions.resolve(
        { operation, resolution: toResolution(found, outcome, freshId, at), leaseMs: limits.reversalLeaseMs, at },
        {
          at,
          action: 'transaction.resolved',
          detail: {
            transactionId: String(operation.transactionId),
            operation: named,
            type: operation.type,
            outcome,
            note,
          },
        },
      ),
    ))
  if (!isResolved) throw await unresolvedError(id, named, needs)
  return { ...(await getTransaction(id, needs)), errors: null }
}

const missingOperation = async (id: string, { transactions }: Needs): Promise<ApiError> => {
  const payment = await transactions.find(parseTransactionId(id))
  return payment === null ? notFound('transaction') : apiError('reference_not_found', { field: 'operation' })
}

/** The error of a verdict that was not recorded, from the operation as it is now. */
const unresolvedError = async (id: string, named: string, { resolutions }: Needs): Promise<ApiError> => {
  const now = await resolutions.find(parseTransactionId(id), parseTransactionId(named))
  return apiError(now?.operation.attention == null ? 'attention_not_needed' : 'operation_in_progress')
}

const happenedCode = '00'
/** An approved verification: an amount of 0. */
const verifiedCode = '85'
/** It never reached the issuer. */
const notSentCode = '92'

const toResolution = (found: FoundOperation, outcome: ResolvedOutcome, freshId: number, at: number): Resolution => {
  const { operation, first } = found
  // Its amounts stand, and the verdict is in the audit.
  if (operation.status !== 'pending') return { of: 'acknowledged', status: operation.status }
  const happened = outcome === 'happened'
  if (operation.type === 'reversal') {
    // Only the reversal of a pending operation decides what its payment is.
    if (operation.undoes === null || first.status !== 'pending')
      return { of: 'release', status: happened ? 'approved' : 'failed' }
    return happened ? { of: 'undone', first: first.id } : toApproval(found, freshId)
  }
  if (operation.id === first.id)
    return happened ? toApproval(found, freshId) : { of: 'failure', first: first.id, responseCode: notSentCode }
  if (operation.processorRef === null) throw new Error('The operation has no processor reference.')
  return {
    of: 'modification',
    outcome: {
      id: operation.id,
      type: operation.type,
      status: happened ? 'approved' : 'failed',
      amount: operation.amount,
      responseCode: happened ? happenedCode : notSentCode,
      authCode: null,
      latency: operation.latency,
      processorRef: operation.processorRef,
      at,
      releaseId: freshId,
      releaseDue: at,
      due: operation.due,
    },
  }
}

const toApproval = ({ first }: FoundOperation, captureId: number): Resolution => ({
  of: 'approval',
  approval: {
    first,
    responseCode: first.amount === 0 ? verifiedCode : happenedCode,
    // The networks count from the authorization, however late somebody looks it up.
    expires: first.created + authorizationLifetimeMs(first),
    captureId,
  },
})
