import { takenAtOnce } from '#contract/transitions'
import type { Outcome } from '../../processors/processor.ts'
import type { AccountServices } from '../../app/compose.ts'
import { callProcessor } from './callProcessor.ts'
import { declineAfter, declineBefore } from './gatewayRules.ts'
import type { PendingWithInstrument, PendingTransaction } from './createPending.ts'
import { definedOnly } from '../definedOnly.ts'
import { declinedByGateway, declinedByRule, verdictOf } from './states.ts'
import type { Verdict } from './states.ts'

/** What became of the transaction, before it is written down. `outcome` is null where the processor was not asked. */
export interface Decision {
  readonly verdict: Verdict
  readonly outcome: Outcome | null
  readonly latency: number
}

/** What the gateway decided by itself. */
export const decidedLocally = (verdict: Verdict): Decision => ({ verdict, outcome: null, latency: 0 })

/** Asks the processor what becomes of a transaction, where the gateway itself has nothing against it. */
export const decide = async (opened: PendingWithInstrument, services: AccountServices): Promise<Decision> => {
  const { account, clock } = services
  const { asked, open, credential, duplicateOf, suspicion } = opened
  const refused = declineBefore(
    { instrument: open.instrument, currency: asked.currency, credential },
    account.settings,
    clock.now(),
  )
  if (refused !== null) return decidedLocally(declinedByGateway(refused))
  if (duplicateOf !== null) return decidedLocally(declinedByGateway('G01', { transactionId: String(duplicateOf) }))
  if (suspicion !== null && suspicion.rule !== null) {
    services.warn(suspicion.rule)
    return decidedLocally(declinedByGateway('G06'))
  }

  // It never leaves the simulator; but somebody may be typing real cards into a test page.
  const { instrument } = open
  if (account.mode === 'test' && instrument.kind === 'card' && !services.isTestCard(instrument.pan))
    services.warn('card_outside_test_list')

  const { outcome, latency } = await (opened.type === 'payment'
    ? sendAuthorization(opened, services)
    : sendCredit(opened, services))
  const undone = outcome.result === 'approved' ? declineAfter(outcome, account.settings) : null
  const verdict = verdictOf(outcome, opened.type === 'payment' ? 'authorized' : 'refunded')
  return { verdict: undone === null ? verdict : declinedByRule(undone), outcome, latency }
}

/** No hold exists on what is taken at once; a verification, with an amount of 0, takes nothing. */
export const isTakenAtOnce = ({ asked, columns: { method }, options }: PendingTransaction): boolean =>
  asked.minor > 0n && (options.capture === 'now' || takenAtOnce.includes(method))

const sendAuthorization = (opened: PendingWithInstrument, services: AccountServices) => {
  const { asked, tip, ref, columns, open, credential, address, reader } = opened
  const { networkTransactionId, initiatedBy, initial, reason, installment } = credential
  return callProcessor(
    ({ deadline, signal }) =>
      services.processor.authorize(
        {
          op: ref.op,
          account: services.accountContext,
          amount: asked,
          deadline,
          signal,
          instrument: open.instrument,
          ...definedOnly('preferredNetwork', columns.preferredNetwork),
          ...definedOnly('reader', reader),
          ...(tip > 0n && { tip: { ...asked, minor: tip } }),
          credential: {
            initiatedBy,
            initial,
            reason,
            ...(installment === undefined ? {} : { installment }),
            ...definedOnly('networkTransactionId', networkTransactionId),
          },
          // What the instrument says of its holder beats the order.
          avs: { ...address, ...open.avs },
          allowPartial: opened.options.allowPartial,
          capture: isTakenAtOnce(opened) ? 'now' : 'later',
        },
        ref,
      ),
    ref,
    services,
  )
}

const sendCredit = ({ asked, ref, columns, open, reader }: PendingWithInstrument, services: AccountServices) =>
  callProcessor(
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
          ...definedOnly('preferredNetwork', columns.preferredNetwork),
          ...definedOnly('reader', reader),
        },
        ref,
      ),
    ref,
    services,
  )
