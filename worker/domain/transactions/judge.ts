import { takenAtOnce } from '#contract/transitions'
import type { Outcome } from '../../processors/processor.ts'
import type { PaymentServices } from '../../services.ts'
import { ask } from './ask.ts'
import { declineAfter, declineBefore } from './gatewayRules.ts'
import type { Opened, OpenedRow } from './open.ts'
import { present } from './sources/present.ts'
import { declinedByGateway, declinedByRule, verdictOf } from './states.ts'
import type { Verdict } from './states.ts'

/** What became of the transaction, before it is written down. `outcome` is null where the processor was not asked. */
export interface Judged {
  readonly verdict: Verdict
  readonly outcome: Outcome | null
  readonly latency: number
}

/** What the gateway decided by itself. */
export const unasked = (verdict: Verdict): Judged => ({ verdict, outcome: null, latency: 0 })

/** Asks the processor what becomes of a transaction, where the gateway itself has nothing against it. */
export const judge = async (opened: Opened, services: PaymentServices): Promise<Judged> => {
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
    ? askForPayment(opened, services)
    : askForCredit(opened, services))
  const undone = outcome.result === 'approved' ? declineAfter(outcome, account.settings) : null
  const verdict = verdictOf(outcome, opened.type === 'payment' ? 'authorized' : 'refunded')
  return { verdict: undone === null ? verdict : declinedByRule(undone), outcome, latency }
}

/** No hold exists on what is taken at once; a verification, with an amount of 0, takes nothing. */
export const isTakenAtOnce = ({ asked, columns: { method }, terms }: OpenedRow): boolean =>
  asked.minor > 0n && (terms.capture === 'now' || takenAtOnce.includes(method))

const askForPayment = (opened: Opened, services: PaymentServices) => {
  const { asked, tip, ref, columns, open, credential, address, reader } = opened
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
          ...present('reader', reader),
          ...(tip > 0n && { tip: { ...asked, minor: tip } }),
          credential: {
            initiatedBy,
            initial,
            reason,
            ...(installment === undefined ? {} : { installment }),
            ...present('networkTransactionId', networkTransactionId),
          },
          // What the instrument says of its holder beats the order.
          avs: { ...address, ...open.avs },
          allowPartial: opened.terms.allowPartial,
          capture: isTakenAtOnce(opened) ? 'now' : 'later',
        },
        ref,
      ),
    ref,
    services,
  )
}

const askForCredit = ({ asked, ref, columns, open, reader }: Opened, services: PaymentServices) =>
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
          ...present('reader', reader),
        },
        ref,
      ),
    ref,
    services,
  )
