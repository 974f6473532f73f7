import type { Payment, Source as SourceName } from '#contract/payment'
import { sourcesGiven } from '#contract/payment'
import { refuse } from '#contract/refusal'
import type { AccountServices } from '../../../app/compose.ts'
import { cardSource, encryptedCardSource, presentedCard } from './card.ts'
import { cashSource } from './cash.ts'
import { checkSource } from './check.ts'
import type { Source } from './source.ts'
import { storedSource } from './stored.ts'
import { terminalSource } from './terminal.ts'
import { tokenSource } from './token.ts'
import { walletPaymentSource } from './walletPayment.ts'

type Maker = (payment: Payment, services: AccountServices) => Source | Promise<Source>

const makers: Readonly<Record<SourceName, Maker>> = {
  token: ({ token }, services) => tokenSource(token!, services),
  stored: ({ stored }, services) => storedSource(stored!, services),
  terminal: ({ terminal }) => terminalSource(terminal!.id),
  creditCard: ({ creditCard }, services) => cardSource(presentedCard(creditCard!, 'manual'), services),
  check: ({ check }, services) => checkSource(check!, services),
  cash: () => cashSource,
  creditCardEncrypted: ({ creditCardEncrypted }, services) => encryptedCardSource(creditCardEncrypted!, services),
  digitalPayPayment: ({ digitalPayPayment }, services) => walletPaymentSource(digitalPayPayment!, services),
}

/**
 * The one source that a payment names; the contract has seen that it is one.
 *
 * Refusals: token_not_found, format_invalid.
 */
export const sourceOf = async (payment: Payment, services: AccountServices): Promise<Source> => {
  const [name] = sourcesGiven(payment)
  if (name === undefined) throw refuse('payment_method_required', { field: 'payment' })
  return makers[name](payment, services)
}
