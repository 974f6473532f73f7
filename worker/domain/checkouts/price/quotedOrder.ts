import { unknownCountry } from '#contract/addresses/addressRules'
import { toCountryCode } from '#contract/addresses/alpha3'
import { normalizeState } from '#contract/addresses/normalize'
import type { CheckoutRow } from '../../../store/checkouts/checkoutColumns.ts'
import type { Clock } from '../../clock.ts'
import type { AddressNeeds } from '../pay/addresses.ts'
import type { FingerprintNeeds } from '../pay/nonce.ts'
import { priceOrder } from './priceOrder.ts'
import type { Choices, Pricing } from './priceOrder.ts'
import { quoteOf } from './quote.ts'
import type { TaxAddress } from './tax.ts'

/** A priced order, and the quote with which the shopper can pay it. */
export interface QuotedOrder {
  readonly pricing: Pricing
  readonly quote: string
}

export type QuoteNeeds = AddressNeeds & FingerprintNeeds & { readonly clock: Clock }

/** Country and state as the order has them: codes, where the country has codes. */
const toTaxAddress = async (
  { country, state }: Partial<TaxAddress>,
  { addressRules }: AddressNeeds,
): Promise<TaxAddress> => {
  const code = toCountryCode(country ?? '') ?? ''
  const rules = (code && (await addressRules(code))) || unknownCountry
  return { country: code, state: normalizeState(rules, state ?? '') ?? '' }
}

/** The order that choices make of a checkout at this moment. Null if its order is fixed. */
export const quoteOrder = async (
  checkout: Pick<CheckoutRow, 'id' | 'offer' | 'currency'>,
  choices: Choices,
  address: Partial<TaxAddress>,
  services: QuoteNeeds,
): Promise<QuotedOrder | null> => {
  if (checkout.offer.choices === undefined) return null
  const pricing = priceOrder(checkout, choices, await toTaxAddress(address, services), services.clock.now())
  return { pricing, quote: await quoteOf(checkout.id, pricing.order, services) }
}
