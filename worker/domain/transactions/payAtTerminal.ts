import type { PaymentTerminal } from '#contract/payment'
import { refuse } from '#contract/refusal'
import type { AccountServices } from '../../app/compose.ts'
import { promptsOf } from '../terminals/prompts.ts'
import type { TransactionAnswer } from './answer.ts'
import type { PendingTransaction } from './createPending.ts'
import { operationAnswer } from './operationAnswer.ts'

/**
 * A transaction whose card is presented at a reader. The reader's own object asks for the card, and the processor, and writes down what
 * came of it; here somebody only waits for that, and may hang up. The answer is printed from the row, as a repetition's is.
 *
 * Refusal: processor_timeout, where the reader's object was not to be reached: the transaction can be read, and the sweep ends it.
 */
export const payAtTerminal = async (
  opened: PendingTransaction,
  given: PaymentTerminal,
  services: AccountServices,
): Promise<TransactionAnswer> => {
  const { readers, transactions, account } = services
  const { terminal } = opened.columns
  if (terminal === null) throw new Error('What is presented at a reader names one.')
  const prompts = promptsOf(given, terminal.configuration, {
    type: opened.type,
    currency: opened.asked.currency,
    tipAtSale: account.settings.tipAtSale,
  })
  await readers.pay(terminal, { opened, prompts })
  const found = await transactions.find(opened.id)
  const operation = found?.operations.find(({ id }) => id === opened.id)
  if (!found || !operation || (operation.status === 'pending' && operation.responseCode === null))
    throw refuse('processor_timeout', { details: { transactionId: String(opened.id) } })
  return operationAnswer(operation, found.transaction)
}
