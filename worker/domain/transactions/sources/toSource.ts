import type { Payment, Source as SourceName } from '#contract/transactions/payment'
import { presentSources } from '#contract/transactions/payment'
import { apiError } from '#contract/errors/apiError'
import { cardSource, toPresentedCard } from './card.ts'
import { cashSource } from './cash.ts'
import { checkSource } from './check.ts'
import type { CheckSourceNeeds } from './check.ts'
import { encryptedCardSource } from './encryptedCard.ts'
import type { OpenEncryptedCardNeeds } from './encryptedCard.ts'
import type { Source } from './source.ts'
import { storedSource } from './stored.ts'
import type { StoredSourceNeeds } from './stored.ts'
import { terminalSource } from './terminal.ts'
import { tokenSource } from './token.ts'
import type { TokenSourceNeeds } from './token.ts'
import { walletPaymentSource } from './walletPayment.ts'
import type { OpenWalletPayloadNeeds } from './walletPayment.ts'

export type SourceNeeds = OpenEncryptedCardNeeds &
  CheckSourceNeeds &
  StoredSourceNeeds &
  TokenSourceNeeds &
  OpenWalletPayloadNeeds

type Factory = (payment: Payment, needs: SourceNeeds) => Source | Promise<Source>

const factories: Readonly<Record<SourceName, Factory>> = {
  token: ({ token }, needs) => tokenSource(token!, needs),
  stored: ({ stored }, needs) => storedSource(stored!, needs),
  terminal: ({ terminal }) => terminalSource(terminal!.id),
  creditCard: ({ creditCard }, needs) => cardSource(toPresentedCard(creditCard!, 'manual'), needs),
  check: ({ check }, needs) => checkSource(check!, needs),
  cash: () => cashSource,
  creditCardEncrypted: ({ creditCardEncrypted }, needs) => encryptedCardSource(creditCardEncrypted!, needs),
  digitalPayPayment: ({ digitalPayPayment }, needs) => walletPaymentSource(digitalPayPayment!, needs),
}

/**
 * The source of a payment. The contract has checked that it contains exactly one.
 *
 * Errors: token_not_found, format_invalid, encrypted_card_expired.
 */
export const toSource = async (payment: Payment, needs: SourceNeeds): Promise<Source> => {
  const [name] = presentSources(payment)
  if (name === undefined) throw apiError('payment_method_required', { field: 'payment' })
  return factories[name](payment, needs)
}
