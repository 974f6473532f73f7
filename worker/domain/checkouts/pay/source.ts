import { mayRunOver } from '#contract/card/networks'
import type { Pay } from '#contract/checkouts/pay'
import type { CheckoutForm } from '#contract/checkouts/form'
import { refuse } from '#contract/errors/apiError'
import { routingNumberIsValid } from '#contract/transactions/routingNumber'
import type { Secret } from '#contract/schema/secret'
import type { FoundCheckout } from '../../../store/checkouts/checkouts.ts'
import type { InstrumentColumns } from '../../../store/transactions/columns.ts'
import type { Clock } from '../../clock.ts'
import { checkCard } from '../../tokens/tokenizeCard.ts'
import { cardIdentifiers } from '../../tokens/cardIdentifiers.ts'
import { cardSource, presentedCard } from '../../transactions/sources/card.ts'
import { checkSource } from '../../transactions/sources/check.ts'
import { storedSource } from '../../transactions/sources/stored.ts'
import type { Source } from '../../transactions/sources/source.ts'
import { savedMethods } from '../page/savedMethods.ts'

type PagePayment = Pay['payment']

type Needs = Parameters<typeof cardSource>[1] &
  Parameters<typeof cardIdentifiers>[1] &
  Parameters<typeof checkSource>[1] &
  Parameters<typeof storedSource>[1] & { readonly clock: Clock }

export type PaymentSourceNeeds = Needs

/**
 * What a try pays with. A card is looked at as one that a browser made a token of: which browser it comes from counts for card testing. The
 * payment is the customer's whom the merchant named.
 *
 * Refusals: card_number_invalid, expiry_past, required (a security code, whose a bank account is), enum_invalid (a network that the card
 * cannot run over), routing_number_invalid, wallet_not_found, payment_method_required (a bank account where none is taken).
 */
export const paymentSource = async (
  { creditCard, preferredNetwork, check, wallet, verificationValue }: PagePayment,
  found: FoundCheckout,
  form: CheckoutForm,
  services: Needs,
): Promise<Source> => {
  const { customer } = found.checkout
  if (creditCard !== undefined) return newCardSource(creditCard, preferredNetwork ?? null, customer, services)
  if (check !== undefined) {
    if (!form.methods.includes('bank')) throw refuse('payment_method_required', { field: 'payment' })
    return newBankAccountSource(check, customer, services)
  }
  const saved = savedMethods(found).find((method) => method.wallet === wallet)
  if (saved === undefined) throw refuse('wallet_not_found', { field: 'payment.wallet' })
  if (saved.network !== 'ach' && verificationValue === undefined)
    throw refuse('required', { field: 'payment.verificationValue' })
  return savedMethodSource(saved.wallet, verificationValue ?? null, services)
}

/** A source that came in the request, with more said of it. */
const withColumns = (source: Source, more: Partial<InstrumentColumns>): Source => {
  if (source.from.kind !== 'given') throw new Error('What came in the request is given.')
  return { ...source, from: { kind: 'given', columns: { ...source.from.columns, ...more } } }
}

const newCardSource = async (
  card: NonNullable<PagePayment['creditCard']>,
  preferredNetwork: NonNullable<PagePayment['preferredNetwork']> | null,
  customer: string | null,
  services: Needs,
): Promise<Source> => {
  const place = 'payment.creditCard'
  checkCard(card, place, services.clock.now())
  if (card.verificationValue == null) throw refuse('required', { field: `${place}.verificationValue` })
  const [source, { network, source: browser }] = await Promise.all([
    cardSource(presentedCard({ ...card, transactionId: null }, 'ecom'), services),
    cardIdentifiers(card.accountNumber, services),
  ])
  if (preferredNetwork !== null && !mayRunOver(network, preferredNetwork))
    throw refuse('enum_invalid', { field: 'payment.preferredNetwork' })
  return withColumns(source, { source: browser, preferredNetwork, customer })
}

const newBankAccountSource = async (
  check: NonNullable<PagePayment['check']>,
  customer: string | null,
  services: Needs,
): Promise<Source> => {
  // A debit needs the name of whoever allows it.
  if (!check.name?.trim()) throw refuse('required', { field: 'payment.check.name' })
  if (!routingNumberIsValid(check.routingNumber))
    throw refuse('routing_number_invalid', { field: 'payment.check.routingNumber' })
  return withColumns(await checkSource(check, services), { customer })
}

/** A stored card is charged as its holder wishes, who shows by the security code to have it at hand. */
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
