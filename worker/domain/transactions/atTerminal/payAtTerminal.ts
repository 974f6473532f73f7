import type { Prompts } from '#contract/terminals/device'
import type { PaymentTerminal } from '#contract/transactions/payment'
import { apiError } from '#contract/errors/apiError'
import type { PendingInstrument } from '../../../store/transactions/createPending.ts'
import type { TransactionStore } from '../../../store/transactions/transactionStore.ts'
import type { Account } from '../../accounts/account.ts'
import { resolvePrompts } from '../../terminals/prompts.ts'
import type { TransactionResponse } from '../responses/transactionResponse.ts'
import type { PendingTransaction } from '../initiate/createPending.ts'
import { toResponseOrTimeout } from '../responses/operationResponse.ts'

type Terminal = NonNullable<PendingInstrument['terminal']>

export interface PayAtTerminalNeeds {
  readonly account: Pick<Account, 'settings'>
  readonly terminalsClient: {
    /**
     * Starts a payment at a terminal. Returns when its outcome is recorded, or after the longest time that a session can take.
     */
    pay(terminal: Terminal, payment: { readonly opened: PendingTransaction; readonly prompts: Prompts }): Promise<void>
  }
  readonly transactions: Pick<TransactionStore, 'find'>
}

/**
 * Pays with a card that is presented at a terminal. The terminal's Durable Object waits for the card, calls the processor and
 * records the outcome. This call only waits, so its client may disconnect. The response is read from the row, as that of a
 * repeated request is.
 *
 * Error: processor_timeout, if the object could not be reached. The transaction can be read, and a sweep finishes it.
 */
export const payAtTerminal = async (
  pending: PendingTransaction,
  requested: PaymentTerminal,
  { terminalsClient, transactions, account }: PayAtTerminalNeeds,
): Promise<TransactionResponse> => {
  const { terminal } = pending.columns
  if (terminal === null) throw new Error('The payment has no terminal.')
  const prompts = resolvePrompts(requested, terminal.configuration, {
    type: pending.type,
    currency: pending.amount.currency,
    tipAtSale: account.settings.tipAtSale,
  })
  await terminalsClient.pay(terminal, { opened: pending, prompts })
  const found = await transactions.find(pending.id)
  const operation = found?.operations.find(({ id }) => id === pending.id)
  if (!found || !operation || (operation.status === 'pending' && operation.responseCode === null))
    throw apiError('processor_timeout', { details: { transactionId: String(pending.id) } })
  return toResponseOrTimeout(operation, found.transaction)
}
