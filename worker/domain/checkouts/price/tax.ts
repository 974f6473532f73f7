import type { OfferedChoices } from '#contract/checkouts/offer'
import { percentOf } from './amounts.ts'

/** Where an order is taxed: country code, and the state's code if the country has codes. */
export interface TaxAddress {
  readonly country: string
  readonly state: string
}

const isFor = ({ country, state }: OfferedChoices['taxRates'][number], address: TaxAddress): boolean =>
  (country === null || country === address.country) &&
  (state === null || state.toUpperCase() === address.state.toUpperCase())

/** The tax of an order in hundredths: the first rate for the address, of the discounted subtotal and, if the rate includes it, of shipping. */
export const taxOf = (
  { taxRates }: Pick<OfferedChoices, 'taxRates'>,
  address: TaxAddress,
  amounts: { readonly discounted: bigint; readonly shipping: bigint; readonly smallest: bigint },
): bigint => {
  const found = taxRates.find((rate) => isFor(rate, address))
  if (found === undefined) return 0n
  const taxed = amounts.discounted + (found.includesShipping ? amounts.shipping : 0n)
  return taxed > 0n ? percentOf(taxed, found.rate, amounts.smallest) : 0n
}

/** Whether the tax depends on the address. */
export const taxNeedsAddress = ({ taxRates }: Pick<OfferedChoices, 'taxRates'>): boolean =>
  taxRates.some(({ country }) => country !== null)
