import { type AddressRules, type CountryLine, unknownCountry } from '#contract/addresses/addressRules'
import { toCountryCode } from '#contract/addresses/alpha3'
import { normalizePostalCode, normalizeState } from '#contract/addresses/normalize'
import type { CheckoutForm } from '#contract/checkouts/form'
import type { PayRequest } from '#contract/checkouts/pay'
import type { ErrorDetail } from '#contract/errors/apiError'

type Answers = PayRequest['answers']
type PageAddress = NonNullable<Answers['shipTo']>

export interface AddressNeeds {
  /** The address rules of a country; null if there is no such country. */
  readonly addressRules: (country: string) => Promise<AddressRules | null>
}

/** The maximum length of line2, to which the district is joined. */
const maxLine2 = 100

/** Present members without outer spaces. */
const trimmed = (address: PageAddress): Record<string, string> =>
  Object.fromEntries(Object.entries(address).map(([member, text]) => [member, text.trim()]))

/** An error of a member, without its path. */
type Fault = Omit<ErrorDetail, 'field'> & { readonly member: string }

const faults = (
  { name, ...address }: Record<string, string>,
  country: string | null,
  rules: AddressRules,
  { isRequired, named }: { isRequired: boolean; named: boolean },
): Fault[] => {
  const { state = '', postalCode = '', line2 = '', district = '' } = address
  const required: readonly (CountryLine | 'country')[] = isRequired ? [...rules.required, 'country'] : []
  const missing = required.filter((member) => !address[member])
  const limit = maxLine2 - line2.length - 2
  return [
    ...(isRequired && named && !name ? [{ type: 'required', member: 'name' } as const] : []),
    ...missing.map((member) => ({ type: 'required', member }) as const),
    ...(address['country'] && country === null
      ? [{ type: 'format_invalid', member: 'country', details: { format: 'ISO 3166-1 alpha-2 code' } } as const]
      : []),
    ...(state && normalizeState(rules, state) === null
      ? [{ type: 'enum_invalid', member: 'state', details: { allowed: rules.states!.map(([code]) => code) } } as const]
      : []),
    ...(postalCode && normalizePostalCode(rules, postalCode) === null
      ? [
          {
            type: 'format_invalid',
            member: 'postalCode',
            details: { format: `postal code of ${country}, such as ${rules.postalCode!.examples.join(' or ')}` },
          } as const,
        ]
      : []),
    ...(line2 && district.length > limit
      ? [{ type: 'length_invalid', member: 'district', details: { max: Math.max(0, limit) } } as const]
      : []),
  ]
}

/** The address as the order has it. */
const toOrderAddress = (
  { district, ...address }: Record<string, string>,
  country: string | null,
  rules: AddressRules,
): PageAddress => {
  const { state, postalCode, line2 } = address
  return {
    ...address,
    ...(country && { country }),
    ...(state && { state: normalizeState(rules, state) ?? state }),
    ...(postalCode && { postalCode: normalizePostalCode(rules, postalCode) ?? postalCode }),
    ...(district && { line2: [line2, district].filter(Boolean).join(', ') }),
  }
}

/**
 * Validates the addresses that a checkout asks for by the rules of their countries, and writes them as the country does: codes of states for
 * their names, and separators in postal codes.
 *
 * A checkout without shipping asks for a billing address that may stay empty, unless the tax depends on it. With shipping, a different billing address is as complete
 * as the shipping address, except for the name, which the payment method has.
 */
export const normalizeAddresses = async (
  form: Pick<CheckoutForm, 'shipping' | 'billingRequired'>,
  { shipTo, billTo }: Answers,
  { addressRules }: AddressNeeds,
): Promise<{ readonly errors: readonly ErrorDetail[]; readonly answers: Pick<Answers, 'shipTo' | 'billTo'> }> => {
  const normalize = async (path: 'shipTo' | 'billTo', given: PageAddress, isRequired: boolean) => {
    const address = trimmed(given)
    const country = toCountryCode(address['country'] ?? '')
    const rules = (country && (await addressRules(country))) || unknownCountry
    return {
      errors: faults(address, country, rules, { isRequired, named: path === 'shipTo' }).map(({ member, ...error }) =>
        Object.assign(error, { field: `answers.${path}.${member}` }),
      ),
      answers: { [path]: toOrderAddress(address, country, rules) },
    }
  }
  const isFilled = Object.values(billTo ?? {}).some((text) => text.trim())
  const results = [
    ...(form.shipping ? [await normalize('shipTo', shipTo ?? {}, true)] : []),
    ...(isFilled || form.billingRequired
      ? [await normalize('billTo', billTo ?? {}, form.shipping || form.billingRequired)]
      : []),
  ]
  return {
    errors: results.flatMap(({ errors }) => errors),
    answers: Object.assign({ shipTo: undefined, billTo: undefined }, ...results.map(({ answers }) => answers)),
  }
}
