import { refuse } from '#contract/refusal'
import type { Authorize } from '#contract/transactions'
import type { Outcome, Ref } from '../../processors/processor.ts'
import type { Services } from '../../services.ts'
import { decimalPlaces, money } from '../money.ts'
import type { Money } from '../money.ts'
import { transactionAnswer } from './answer.ts'
import type { TransactionAnswer } from './answer.ts'
import { ask } from './ask.ts'
import type { Answered } from './ask.ts'
import { declineAfter, declineBefore } from './gatewayRules.ts'
import { openAuthorize } from './open.ts'
import type { Opened } from './open.ts'
import { tryReversal } from './reverse.ts'
import { declinedByGateway, declinedByRule, unknownOutcome, verdictOf } from './states.ts'
import type { Verdict } from './states.ts'
import { withFreshId } from './withFreshId.ts'

/**
 * Records the intent, asks the processor, records the answer: in that order, so that a crash never hides a charge. What a crash leaves
 * pending is found by the sweep and reversed.
 *
 * Refusals: amount_precision_invalid, not_implemented and those of `openAuthorize`.
 */
export const authorize = async (request: Authorize, services: Services): Promise<TransactionAnswer> => {
  const asked = amountAsked(request, services)
  const opened = await openAuthorize(request, asked, services)
  const { verdict, outcome, latency } = await settle(opened, await judge(opened, request, services), services)
  return transactionAnswer({
    id: opened.id,
    method: 'creditCard',
    amount: verdict.approved ?? asked,
    responseCode: verdict.responseCode,
    authCode: verdict.approved === null ? null : authCodeOf(outcome),
    latency,
    avs: letter(outcome, 'avs'),
    cvv: letter(outcome, 'cvv'),
    metadata: request.order?.metadata ?? null,
  })
}

/** The contract checks digits against the currency that was sent; here it may be the account's own. */
const amountAsked = ({ amount }: Authorize, { account }: Services): Money => {
  const currency = amount.currency ?? account.settings.defaultCurrency
  const places = decimalPlaces(currency)
  if ((amount.value.split('.')[1]?.length ?? 0) > places)
    throw refuse('amount_precision_invalid', { field: 'amount.value', details: { places } })
  return money(amount.value, currency)
}

/** What became of the payment, before it is written down. `outcome` is null where the processor was not asked. */
interface Judged {
  readonly verdict: Verdict
  readonly outcome: Outcome | null
  readonly latency: number
}

const judge = async (opened: Opened, { order }: Authorize, services: Services): Promise<Judged> => {
  const { account, processor, clock } = services
  const { asked, card, ref } = opened
  const refused = declineBefore({ ...card, currency: asked.currency }, account.settings, clock.now())
  if (refused !== null) return { verdict: declinedByGateway(refused), outcome: null, latency: 0 }

  // It never leaves the simulator; but somebody may be typing real cards into a test page.
  if (account.mode === 'test' && !services.isTestCard(card.number)) services.warn('card_outside_test_list')

  const { outcome, latency }: Answered = await ask(
    ({ deadline, signal }) =>
      processor.authorize(
        {
          op: ref.op,
          account: services.accountContext,
          amount: asked,
          deadline,
          signal,
          instrument: {
            kind: 'card',
            pan: card.number,
            expiry: card.expiry,
            entry: card.entry,
            ...(card.cvv === null ? {} : { cvv: card.cvv }),
            ...(card.nameOnCard === null ? {} : { name: card.nameOnCard }),
          },
          credential: { initiatedBy: 'customer', initial: 'first', reason: 'unscheduled' },
          avs: {
            ...present('postal', card.postalCode ?? order?.billTo?.postalCode),
            ...present('line1', order?.billTo?.line1),
            ...present('country', order?.billTo?.country),
          },
          allowPartial: true,
          capture: 'later',
        },
        ref,
      ),
    ref,
    services,
  )
  const undone = outcome.result === 'approved' ? declineAfter(outcome, account.settings) : null
  return { verdict: undone === null ? verdictOf(outcome) : declinedByRule(undone), outcome, latency }
}

const present = <K extends string>(name: K, value: string | null | undefined): { [N in K]?: string } =>
  (value == null || value === '' ? {} : { [name]: value }) as { [N in K]?: string }

const authCodeOf = (outcome: Outcome | null): string | null =>
  outcome?.result === 'approved' ? (outcome.authCode ?? null) : null

const letter = (outcome: Outcome | null, check: 'avs' | 'cvv'): string | null =>
  outcome?.result === 'approved' || outcome?.result === 'declined' ? (outcome[check] ?? null) : null

const sevenDays = 7 * 86_400_000

/** Writes the verdict down, and begins its reversal where it has one. Answers what holds from now on. */
const settle = async (opened: Opened, judged: Judged, services: Services): Promise<Judged> => {
  const { verdict, outcome, latency } = judged
  const { transactions, operations, clock, limits } = services
  const now = clock.now()
  const ref: Ref = outcome?.ref ?? opened.ref
  const approval = outcome?.result === 'approved' && verdict.approved !== null ? outcome : null
  const written = await withFreshId(services, (reversalId) =>
    transactions.settleAuthorize({
      id: opened.id,
      transactionStatus: verdict.transaction,
      operationStatus: verdict.operation,
      amount: Number((verdict.approved ?? opened.asked).minor),
      approved: Number(verdict.approved?.minor ?? 0n),
      responseCode: verdict.responseCode,
      authCode: verdict.approved === null ? null : authCodeOf(outcome),
      latency,
      avs: letter(outcome, 'avs'),
      cvv: letter(outcome, 'cvv'),
      processorRef: JSON.stringify(ref),
      networkTransactionId: approval?.networkTransactionId ?? null,
      expires: approval === null ? null : (approval.expiresAt ?? now + sevenDays),
      at: now,
      reversal: verdict.reverse ? { id: reversalId, due: now + limits.reversalLeaseMs } : null,
    }),
  )
  if (!written) {
    // The sweep took the payment for abandoned and undoes it. An approval that came after all is undone once more, and never shown.
    if (outcome?.result === 'approved') await operations.reverseAgain(opened.id, now)
    return { verdict: unknownOutcome, outcome: null, latency }
  }
  if (verdict.reverse) await tryReversal({ undoes: opened.id, ref, attempts: 0 }, services)
  return judged
}
