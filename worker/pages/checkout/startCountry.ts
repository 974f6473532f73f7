import { type AddressRules, unknownCountry } from '#contract/addresses/addressRules'
import { toCountryCode } from '#contract/addresses/alpha3'
import type { CheckoutView } from '#contract/checkouts/view'
import { currencies } from '#contract/money/currencies'
import { readAddressRules } from './addressRules.ts'

/** The country that a checkout's address begins with, and its rules. */
export interface StartCountry {
  /** ISO 3166-1 alpha-2, or empty. */
  readonly country: string
  readonly rules: AddressRules
}

/**
 * The merchant's prefilled country; else where Cloudflare sees the shopper; else the country of the currency, which the codes of national
 * currencies begin with (USD, JPY).
 */
export const startCountryCode = (
  { prefill, currency }: Pick<CheckoutView, 'prefill' | 'currency'>,
  request: Request,
): string => {
  const seen = (request.cf as { country?: string } | undefined)?.country ?? ''
  const ofCurrency = currencies.get(currency)?.code.slice(0, 2) ?? ''
  return toCountryCode(prefill.address.country) ?? toCountryCode(seen) ?? toCountryCode(ofCurrency) ?? ''
}

/** The start of the address of a checkout; null if the checkout asks for none. */
export const startCountry = async (
  view: CheckoutView,
  request: Request,
  assets: Fetcher,
): Promise<StartCountry | null> => {
  if (!view.form.shipping && !view.form.billing) return null
  const country = startCountryCode(view, request)
  return { country, rules: (await readAddressRules(country, assets)) ?? unknownCountry }
}
