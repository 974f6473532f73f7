import { pendingStages } from '#contract/disputes/disputeStages'
import { apiError } from '#contract/errors/apiError'
import type { DisputeRow } from '../../store/disputes/disputeColumns.ts'
import type { AcceptanceStore, DisputeStore } from '../../store/disputes/disputeStore.ts'
import type { AuditNote } from '../../store/sql/audit.ts'
import type { Account } from '../accounts/account.ts'
import { notSupported } from '../connections/supportedRoutes.ts'
import { notFound } from '../notFound.ts'
import { requestAcceptance } from '../transactions/callProcessor.ts'
import type { RequestAcceptanceNeeds } from '../transactions/callProcessor.ts'
import { recordDispute } from './record.ts'
import type { RecordDisputeNeeds } from './record.ts'
import { toDispute } from './toApi.ts'

type Needs = Omit<RecordDisputeNeeds, 'disputes'> &
  RequestAcceptanceNeeds & {
    readonly account: Pick<Account, 'id'>
    readonly acceptances: AcceptanceStore
    readonly disputes: Pick<DisputeStore, 'find' | 'findCase'>
  }

/**
 * Gives up a dispute or warning, at the processor and then here, with an audit entry. Safe to repeat: an accepted dispute stays as it is.
 *
 * Errors: not_found (404); invalid_state (409), for a dispute that is decided; not_supported_by_processor (409); unavailable (503) if the
 * processor does not respond.
 */
export const acceptDispute = async (id: string, needs: Needs) => {
  const { acceptances, account, clock, disputes, limits, processor } = needs
  const dispute = await disputes.find(id)
  if (dispute === null) throw notFound('dispute')
  if (dispute.stage === 'accepted') return { dispute: toDispute(dispute), errors: null }
  if (!pendingStages.includes(dispute.stage)) throw wrongStage(dispute)
  const { caseId, connection } = dispute
  const acceptance = await requestAcceptance({ account: account.id, connection }, caseId, { processor, limits })
  if (acceptance === 'notSupported') throw notSupported(connection, 'acceptDispute')
  if (acceptance === 'unknown') throw apiError('unavailable')
  if (acceptance === 'tooLate') throw wrongStage(dispute)
  const at = clock.now()
  const note: AuditNote = {
    at,
    action: 'dispute.accepted',
    detail: { dispute: id, transactionId: String(dispute.transactionId) },
  }
  const recorded = await recordDispute(
    {
      connection,
      caseId,
      operation: dispute.operationId,
      stage: 'accepted',
      // The processor's clock may be ahead, and an acceptance follows what was accepted.
      at: Math.max(at, dispute.stages.at(-1)!.at),
    },
    {
      ...needs,
      disputes: {
        findCase: (of) => disputes.findCase(of),
        write: (change) => acceptances.write(change, note),
      },
    },
  )
  const after = recorded.dispute ?? dispute
  // A decision was reported in the meantime.
  if (after.stage !== 'accepted') throw wrongStage(after)
  return { dispute: toDispute(after), errors: null }
}

const wrongStage = ({ stage }: Pick<DisputeRow, 'stage'>) =>
  apiError('invalid_state', { details: { state: stage, allowed: [] } })
