import { connectionOf } from '#contract/connections/builtInConnection'
import type { Secret } from '#contract/schema/secret'
import { capturedOnApproval } from '#contract/transactions/transitions'
import type { AccountContext, Capabilities, Instrument, Outcome, Processor } from '../../../processors/processor.ts'
import type { Account } from '../../accounts/account.ts'
import { connectionById } from '../../connections/connection.ts'
import type { Connection, CurrentRoutingNeeds } from '../../connections/connection.ts'
import { definedOnly } from '../../definedOnly.ts'
import type { Warning } from '../../warning.ts'
import { callProcessor } from '../callProcessor.ts'
import type { CallProcessorNeeds } from '../callProcessor.ts'
import type { PendingTransaction, PendingWithInstrument } from './createPending.ts'
import { declineAfterApproval, declineBeforeProcessor } from './gatewayRules.ts'
import { declinedByGateway, declinedByRule, toVerdict } from '../verdict.ts'
import type { Verdict } from '../verdict.ts'

export interface DecideNeeds extends CallProcessorNeeds, CurrentRoutingNeeds {
  readonly account: Pick<Account, 'mode' | 'settings'>
  readonly accountContext: AccountContext
  /** Whether a number is one of the documented test cards. */
  readonly isTestCard: (number: Secret) => boolean
  readonly processor: Pick<Processor, 'authorize' | 'credit'>
  readonly warn: (warning: Warning) => void
}

/** The decision about a transaction, before it is recorded. `outcome` is null if the processor was not called. */
export interface Decision {
  readonly verdict: Verdict
  readonly outcome: Outcome | null
  readonly latency: number
}

/** A decision of the gateway without the processor. */
export const decidedLocally = (verdict: Verdict): Decision => ({ verdict, outcome: null, latency: 0 })

/** Applies the rules of the gateway and the account, and calls the processor if none of them declines. */
export const decide = async (pending: PendingWithInstrument, needs: DecideNeeds): Promise<Decision> => {
  const { account, clock, isTestCard, warn } = needs
  const { amount, open, credential, duplicateOf, velocityCheck } = pending
  const declined = declineBeforeProcessor(
    { instrument: open.instrument, currency: amount.currency, credential },
    account.settings,
    clock.now(),
  )
  if (declined !== null) return decidedLocally(declinedByGateway(declined))
  if (duplicateOf !== null) return decidedLocally(declinedByGateway('G01', { transactionId: String(duplicateOf) }))
  if (velocityCheck !== null && velocityCheck.rule !== null) {
    warn(velocityCheck.rule)
    return decidedLocally(declinedByGateway('G06'))
  }

  const { instrument } = open
  const connection = await connectionOfPayment(pending, needs)
  if (account.mode === 'test' && !mayLeaveInTestMode(instrument, connection))
    return decidedLocally(declinedByGateway('14', { reason: 'not_a_test_card', connection: connection.id }))
  // The simulator sends it nowhere, but the number may be a real card that was typed into a test page.
  if (account.mode === 'test' && instrument.kind === 'card' && !isTestCard(instrument.pan))
    warn('card_outside_test_list')

  const { outcome, latency } = await (pending.type === 'payment'
    ? sendAuthorization(pending, connection, needs)
    : sendCredit(pending, needs))
  const rule =
    outcome.result === 'approved'
      ? declineAfterApproval(outcome, account.settings, pending.columns.wallet !== null)
      : null
  const verdict = toVerdict(outcome, pending.type === 'payment' ? 'authorized' : 'refunded')
  return { verdict: rule === null ? verdict : declinedByRule(rule), outcome, latency }
}

/**
 * Whether an approval is captured immediately: the method has no hold, or the options request it. A verification, with an amount
 * of 0, never is.
 */
export const isCapturedImmediately = ({ amount, columns: { method }, options }: PendingTransaction): boolean =>
  amount.minor > 0n && (options.capture === 'now' || capturedOnApproval.includes(method))

/** The connection of a payment. @throws if this gateway no longer has its processor */
const connectionOfPayment = async ({ ref }: PendingTransaction, needs: CurrentRoutingNeeds): Promise<Connection> => {
  const connection = await connectionById(connectionOf(ref), needs)
  if (connection === null) throw new Error('The connection of a payment is unknown.')
  return connection
}

/** Whether an instrument may be sent to a processor’s sandbox: of cards only its documented test cards. */
const mayLeaveInTestMode = (instrument: Instrument, { testCards }: Connection): boolean => {
  if (testCards === null) return true
  if (instrument.kind === 'card') return testCards.includes(instrument.pan.reveal())
  return instrument.kind === 'networkToken' ? testCards.includes(instrument.dpan.reveal()) : true
}

const sendAuthorization = (pending: PendingWithInstrument, { can }: Connection, needs: DecideNeeds) => {
  const { amount, tip, ref, columns, open, credential, address, order, reader } = pending
  const { networkTransactionId, initialReference, initiatedBy, initial, reason, installment } = credential
  if (initiatedBy === 'merchant') warnWithoutInitial(credential, can, needs)
  return callProcessor(
    ({ deadline, signal }) =>
      needs.processor.authorize(
        {
          op: ref.op,
          account: needs.accountContext,
          amount,
          deadline,
          signal,
          instrument: open.instrument,
          ...definedOnly('preferredNetwork', columns.preferredNetwork),
          ...definedOnly('terminal', reader),
          ...(order !== undefined && { order }),
          ...(tip > 0n && { tip: { ...amount, minor: tip } }),
          credential: {
            initiatedBy,
            initial,
            reason,
            ...(installment === undefined ? {} : { installment }),
            ...definedOnly('networkTransactionId', networkTransactionId),
            ...definedOnly('initialReference', initialReference),
          },
          // The holder's address in the instrument overrides that of the order.
          avs: { ...address, ...open.avs },
          allowPartial: pending.options.allowPartial && can.partialApproval,
          capture: isCapturedImmediately(pending) ? 'now' : 'later',
        },
        ref,
      ),
    ref,
    needs,
  )
}

/** A charge that does not name the first payment of its series is sent, but networks may decline it. */
const warnWithoutInitial = (
  { networkTransactionId, initialReference }: PendingTransaction['credential'],
  { namesInitialBy }: Capabilities,
  { warn }: Pick<DecideNeeds, 'warn'>,
): void => {
  const isNamed = {
    networkId: networkTransactionId !== null,
    theirs: initialReference !== undefined,
    either: networkTransactionId !== null || initialReference !== undefined,
  }[namesInitialBy]
  if (!isNamed) warn(namesInitialBy === 'networkId' ? 'no_network_transaction_id' : 'no_initial_reference')
}

const sendCredit = ({ amount, ref, columns, open, order, reader }: PendingWithInstrument, needs: DecideNeeds) =>
  callProcessor(
    ({ deadline, signal }) =>
      needs.processor.credit(
        {
          op: ref.op,
          account: needs.accountContext,
          amount,
          deadline,
          signal,
          unreferenced: true,
          instrument: open.instrument,
          ...definedOnly('preferredNetwork', columns.preferredNetwork),
          ...definedOnly('terminal', reader),
          ...(order !== undefined && { order }),
        },
        ref,
      ),
    ref,
    needs,
  )
