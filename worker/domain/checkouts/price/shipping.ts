import type { OfferedChoices } from '#contract/checkouts/offer'
import type { ShippingOption } from '#contract/checkouts/order'

/** The ways of shipping to a country, in the order of the offer. Before the country is known, those to every country. */
export const availableOptions = (
  { shippingOptions }: Pick<OfferedChoices, 'shippingOptions'>,
  country: string,
): ShippingOption[] =>
  shippingOptions
    .filter(({ countries }) => countries === null || countries.includes(country))
    .map(({ id, label, amount, estimate }) => ({ id, label, amount, estimate }))

/** Whether the ways of shipping differ by country. */
export const dependsOnCountry = ({ shippingOptions }: Pick<OfferedChoices, 'shippingOptions'>): boolean =>
  shippingOptions.some(({ countries }) => countries !== null)
