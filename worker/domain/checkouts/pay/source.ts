import { acceptedNetwork } from '#contract/card/acceptedNetworks'
import { canChargeOver, type KnownNetwork } from '#contract/card/networks'
import type { PayRequest } from '#contract/checkouts/pay'
import type { CheckoutForm } from '#contract/checkouts/form'
import { apiError } from '#contract/errors/apiError'
import { isRoutingNumber } from '#contract/transactions/routingNumber'
import type { Secret } from '#contract/schema/secret'
import type { FoundCheckout } from '../../../store/checkouts/findCheckout.ts'
import type { InstrumentColumns } from '../../../store/transactions/columns.ts'
import type { Account } from '../../accounts/account.ts'
import type { Clock } from '../../clock.ts'
import { checkCard } from '../../tokens/tokenizeCard.ts'
import { cardIdentifiers } from '../../tokens/cardIdentifiers.ts'
import { cardSource, toPresentedCard } from '../../transactions/sources/card.ts'
import { checkSource } from '../../transactions/sources/check.ts'
import { storedSource } from '../../transactions/sources/stored.ts'
import type { Source } from '../../transactions/sources/source.ts'
import { savedMethods } from '../page/savedMethods.ts'

type PagePayment = PayRequest['payment']

type Needs = Parameters<typeof cardSource>[1] &
  Parameters<typeof cardIdentifiers>[1] &
  Parameters<typeof checkSource>[1] &
  Parameters<typeof storedSource>[1] & { readonly account: Account; readonly clock: Clock }

export type PaymentSourceNeeds = Needs

/**
 * The payment source of an attempt. A new card is checked like a card that a browser tokenizes: the browser's address counts for card-testing
 * limits. The payment belongs to the customer that the merchant named.
 *
 * Errors: card_number_invalid, expiry_past, network_not_accepted; required (the security code, or the name of a bank account's holder); enum_invalid (a network that
 * the card does not have); routing_number_invalid, wallet_not_found; payment_method_required (a bank account, if the checkout accepts none).
 */
export const paymentSource = async (
  { creditCard, preferredNetwork, check, wallet, verificationValue }: PagePayment,
  found: FoundCheckout,
  form: CheckoutForm,
  services: Needs,
): Promise<Source> => {
  const { customer } = found.checkout
  if (creditCard !== undefined) {
    const accepted = found.checkout.offer.appearance.acceptedNetworks ?? null
    return newCardSource(creditCard, { preferred: preferredNetwork ?? null, accepted }, customer, services)
  }
  if (check !== undefined) {
    if (!form.methods.includes('bank')) throw apiError('payment_method_required', { field: 'payment' })
    return newBankAccountSource(check, customer, services)
  }
  const saved = savedMethods(found).find((candidate) => candidate.wallet === wallet)
  if (saved === undefined) throw apiError('wallet_not_found', { field: 'payment.wallet' })
  const asksForCode = services.account.settings.storedCvvRequired
  if (asksForCode && saved.network !== 'ach' && verificationValue === undefined)
    throw apiError('required', { field: 'payment.verificationValue' })
  // A page that was opened before the setting changed may send a code.
  return savedMethodSource(saved.wallet, (asksForCode && verificationValue) || null, services)
}

/** A source from the request, with more columns. */
const withColumns = (source: Source, more: Partial<InstrumentColumns>): Source => {
  if (source.from.kind !== 'given') throw new Error('A saved source has no columns of its own.')
  return { ...source, from: { kind: 'given', columns: { ...source.from.columns, ...more } } }
}

const newCardSource = async (
  card: NonNullable<PagePayment['creditCard']>,
  networks: { readonly preferred: KnownNetwork | null; readonly accepted: readonly KnownNetwork[] | null },
  customer: string | null,
  services: Needs,
): Promise<Source> => {
  const field = 'payment.creditCard'
  checkCard(card, field, services.clock.now())
  if (card.verificationValue == null) throw apiError('required', { field: `${field}.verificationValue` })
  const [source, { network, source: browser }] = await Promise.all([
    cardSource(toPresentedCard({ ...card, transactionId: null }, 'ecom'), services),
    cardIdentifiers(card.accountNumber, services),
  ])
  const { preferred, accepted } = networks
  if (preferred !== null && !canChargeOver(network, preferred))
    throw apiError('enum_invalid', { field: 'payment.preferredNetwork' })
  const over = accepted && acceptedNetwork(accepted, card.accountNumber.reveal(), preferred)
  if (accepted !== null && over === null) throw apiError('network_not_accepted', { field: `${field}.accountNumber` })
  // A co-badged card whose own network is not accepted is charged over its other one.
  const preferredNetwork = preferred ?? (over === network ? null : over)
  return withColumns(source, { source: browser, preferredNetwork, customer })
}

const newBankAccountSource = async (
  check: NonNullable<PagePayment['check']>,
  customer: string | null,
  services: Needs,
): Promise<Source> => {
  // A debit requires the name of the account holder.
  if (!check.name?.trim()) throw apiError('required', { field: 'payment.check.name' })
  if (!isRoutingNumber(check.routingNumber))
    throw apiError('routing_number_invalid', { field: 'payment.check.routingNumber' })
  return withColumns(await checkSource(check, services), { customer })
}

/** A saved card is charged on the shopper's initiative. The security code proves possession of the card. */
const savedMethodSource = (wallet: string, cvv: Secret | null, services: Needs): Source => {
  const source = storedSource({ customer: null, wallet, initiatedBy: 'customer', initial: 'subsequent' }, services)
  return {
    ...source,
    open: async (opened) => {
      const { instrument, avs } = await source.open(opened)
      return { instrument: instrument.kind === 'card' && cvv !== null ? { ...instrument, cvv } : instrument, avs }
    },
  }
}
