import { refuse } from '#contract/refusal'
import { takenAtOnce } from '#contract/transitions'
import type { Outcome, Ref } from '../../processors/processor.ts'
import type { PaymentServices } from '../../services.ts'
import type { Money } from '../money.ts'
import { transactionAnswer } from './answer.ts'
import type { TransactionAnswer } from './answer.ts'
import { ask } from './ask.ts'
import { evidenceOf } from './cardTesting.ts'
import { declineAfter, declineBefore } from './gatewayRules.ts'
import { openTransaction } from './open.ts'
import type { NewPayment, Opened } from './open.ts'
import { termsOfClients } from './terms.ts'
import type { Terms } from './terms.ts'
import { replay } from './replay.ts'
import { tryReversal } from './reverse.ts'
import { present } from './sources/present.ts'
import { declinedByGateway, declinedByRule, unknownOutcome, verdictOf } from './states.ts'
import type { Verdict } from './states.ts'
import { withFreshId } from './withFreshId.ts'

/**
 * The first operation of a transaction: an authorize, or a credit that refers to no payment.
 *
 * Records the intent, asks the processor, records the answer: in that order, so that a crash never hides a charge. What a crash leaves
 * pending is found by the sweep and reversed.
 */
export const firstOperation = async (
  type: 'payment' | 'credit',
  request: NewPayment,
  asked: Money,
  services: PaymentServices,
  terms: Terms = termsOfClients,
): Promise<TransactionAnswer> => {
  const opened = await openTransaction(type, request, asked, services, terms)
  if ('claimed' in opened) return replay(opened.claimed, services)
  const { verdict, outcome, latency } = await settle(opened, await judge(opened, request, services), services)
  // Money that may have been paid out is no answer, although it is being taken back.
  if (type === 'credit' && verdict.operation === 'pending')
    throw refuse('processor_timeout', { details: { transactionId: String(opened.id) } })
  return transactionAnswer({
    id: opened.id,
    method: opened.columns.method,
    amount: verdict.approved ?? asked,
    responseCode: verdict.responseCode,
    authCode: verdict.approved === null ? null : authCodeOf(outcome),
    latency,
    avs: letter(outcome, 'avs'),
    cvv: letter(outcome, 'cvv'),
    details: verdict.details ?? null,
    metadata: request.order?.metadata ?? null,
  })
}

/** What became of the transaction, before it is written down. `outcome` is null where the processor was not asked. */
interface Judged {
  readonly verdict: Verdict
  readonly outcome: Outcome | null
  readonly latency: number
}

const unasked = (verdict: Verdict): Judged => ({ verdict, outcome: null, latency: 0 })

const judge = async (opened: Opened, request: NewPayment, services: PaymentServices): Promise<Judged> => {
  const { account, clock } = services
  const { asked, open, credential, duplicateOf, suspicion } = opened
  const refused = declineBefore(
    { instrument: open.instrument, currency: asked.currency, credential },
    account.settings,
    clock.now(),
  )
  if (refused !== null) return unasked(declinedByGateway(refused))
  if (duplicateOf !== null) return unasked(declinedByGateway('G01', { transactionId: String(duplicateOf) }))
  if (suspicion !== null && suspicion.rule !== null) {
    services.warn(suspicion.rule)
    return unasked(declinedByGateway('G06'))
  }

  // It never leaves the simulator; but somebody may be typing real cards into a test page.
  const { instrument } = open
  if (account.mode === 'test' && instrument.kind === 'card' && !services.isTestCard(instrument.pan))
    services.warn('card_outside_test_list')

  const { outcome, latency } = await (opened.type === 'payment'
    ? askForPayment(opened, request, services)
    : askForCredit(opened, services))
  const undone = outcome.result === 'approved' ? declineAfter(outcome, account.settings) : null
  const verdict = verdictOf(outcome, opened.type === 'payment' ? 'authorized' : 'refunded')
  return { verdict: undone === null ? verdict : declinedByRule(undone), outcome, latency }
}

/** No hold exists on what is taken at once; a verification, with an amount of 0, takes nothing. */
const isTakenAtOnce = ({ asked, columns: { method }, terms }: Opened): boolean =>
  asked.minor > 0n && (terms.capture === 'now' || takenAtOnce.includes(method))

const askForPayment = (opened: Opened, { order }: NewPayment, services: PaymentServices) => {
  const { asked, ref, columns, open, credential } = opened
  const { networkTransactionId, initiatedBy, initial, reason, installment } = credential
  return ask(
    ({ deadline, signal }) =>
      services.processor.authorize(
        {
          op: ref.op,
          account: services.accountContext,
          amount: asked,
          deadline,
          signal,
          instrument: open.instrument,
          ...present('preferredNetwork', columns.preferredNetwork),
          credential: {
            initiatedBy,
            initial,
            reason,
            ...(installment === undefined ? {} : { installment }),
            ...present('networkTransactionId', networkTransactionId),
          },
          avs: {
            ...present('postal', order?.billTo?.postalCode),
            ...present('line1', order?.billTo?.line1),
            ...present('country', order?.billTo?.country),
            // What the instrument says of its holder beats the order.
            ...open.avs,
          },
          allowPartial: opened.terms.allowPartial,
          capture: isTakenAtOnce(opened) ? 'now' : 'later',
        },
        ref,
      ),
    ref,
    services,
  )
}

const askForCredit = ({ asked, ref, columns, open }: Opened, services: PaymentServices) =>
  ask(
    ({ deadline, signal }) =>
      services.processor.credit(
        {
          op: ref.op,
          account: services.accountContext,
          amount: asked,
          deadline,
          signal,
          unreferenced: true,
          instrument: open.instrument,
          ...present('preferredNetwork', columns.preferredNetwork),
        },
        ref,
      ),
    ref,
    services,
  )

const authCodeOf = (outcome: Outcome | null): string | null =>
  outcome?.result === 'approved' ? (outcome.authCode ?? null) : null

const letter = (outcome: Outcome | null, check: 'avs' | 'cvv'): string | null =>
  outcome?.result === 'approved' || outcome?.result === 'declined' ? (outcome[check] ?? null) : null

const sevenDays = 7 * 86_400_000

/** Writes the verdict down, and begins its reversal where it has one. Answers what holds from now on. */
const settle = async (opened: Opened, judged: Judged, services: PaymentServices): Promise<Judged> => {
  const { verdict, outcome, latency } = judged
  const { transactions, operations, clock, limits } = services
  const now = clock.now()
  const ref: Ref = outcome?.ref ?? opened.ref
  const approval = outcome?.result === 'approved' && verdict.approved !== null ? outcome : null
  const moved = approval !== null && (opened.type === 'credit' || isTakenAtOnce(opened))
  const held = approval !== null && !moved
  const written = await withFreshId(services, (freshId) =>
    transactions.settleFirst({
      id: opened.id,
      transactionStatus: verdict.transaction,
      operationStatus: verdict.operation,
      amount: Number((verdict.approved ?? opened.asked).minor),
      approved: opened.type === 'payment' ? Number(verdict.approved?.minor ?? 0n) : 0,
      tip: Number(approval?.tip?.minor ?? 0n),
      responseCode: verdict.responseCode,
      details: verdict.details === undefined ? null : JSON.stringify(verdict.details),
      authCode: verdict.approved === null ? null : authCodeOf(outcome),
      latency,
      avs: letter(outcome, 'avs'),
      cvv: letter(outcome, 'cvv'),
      processorRef: JSON.stringify(ref),
      networkTransactionId: approval?.networkTransactionId ?? null,
      // A verification of an account, with an amount of 0, holds nothing that could lapse.
      expires: held && approval.approved.minor > 0n ? (approval.expiresAt ?? now + sevenDays) : null,
      at: now,
      moved,
      captureId: moved && opened.type === 'payment' ? freshId : null,
      reversal: verdict.reverse ? { id: freshId, due: now + limits.reversalLeaseMs } : null,
      keepSeries: approval !== null && opened.columns.wallet !== null,
      evidence: opened.suspicion === null ? 'full' : evidenceOf(verdict, outcome !== null, opened.suspicion.known),
      freeKey: outcome?.result === 'notSent',
    }),
  )
  if (!written) {
    // The sweep took the payment for abandoned and undoes it. An approval that came after all is undone once more, and never shown.
    if (outcome?.result === 'approved') await operations.reverseAgain(opened.id, now)
    return { verdict: unknownOutcome, outcome: null, latency: 0 }
  }
  if (verdict.reverse) await tryReversal({ undoes: opened.id, ref, attempts: 0 }, services)
  return judged
}
