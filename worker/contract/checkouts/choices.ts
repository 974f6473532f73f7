import * as v from 'valibot'
import { toCountryCode } from '../addresses/alpha3.ts'
import { fault } from '../errors/fault.ts'
import { formatted, instant, amountValue, extension, nullable, patterned, text } from '../schema/fields.ts'
import { decimal, int32 } from '../schema/numbers.ts'
import { object } from '../schema/objects.ts'

/** The largest quantity that a shopper can choose. */
export const maxQuantity = 999
export const maxDiscounts = 20
export const maxShippingOptions = 10
export const maxTaxRates = 200

/** A country code as the page and the order have it: two letters. */
const countryCode = () => formatted('ISO 3166-1 alpha-2 or alpha-3 code', (code) => toCountryCode(code) !== null)

const toAlpha2 = (code: string): string => toCountryCode(code)!

const country = () => v.pipe(countryCode(), v.transform(toAlpha2))

/** Limits of an item's quantity. */
export const adjustableQuantity = () =>
  object({ minimum: v.optional(int32(0, maxQuantity), 1), maximum: int32(1, maxQuantity) })

/** Codes are compared without case, and typed by shoppers: no white space, no control characters. */
const discount = () =>
  object({
    code: patterned(/^[^\s\p{C}]*$/u, 1, 40),
    amountOff: v.optional(amountValue()),
    percentOff: v.optional(decimal({ min: '1', max: '99', places: 2 })),
    expires: nullable(instant()),
    minimum: v.optional(amountValue()),
  })

const shippingOption = () =>
  object({
    id: patterned(/^[0-9A-Za-z_-]*$/, 1, 40),
    label: text(1, 100),
    amount: decimal({ min: '0', max: '999999999.99', places: 2 }),
    estimate: v.optional(text(1, 100)),
    countries: v.optional(
      v.pipe(
        v.array(countryCode()),
        v.minLength(1),
        v.maxLength(250),
        v.transform((codes) => codes.map(toAlpha2)),
      ),
    ),
  })

const taxRate = () =>
  object({
    rate: decimal({ min: '0', max: '100', places: 4 }),
    country: v.optional(country()),
    state: v.optional(text(1, 50)),
    includesShipping: v.optional(v.boolean()),
  })

const list = <S extends v.GenericSchema>(entry: S, max: number) =>
  nullable(extension(v.pipe(v.array(entry), v.maxLength(max))))

/** The members of a checkout with which the shopper's choices change what is paid. */
export const choiceMembers = () => ({
  discounts: list(discount(), maxDiscounts),
  shippingOptions: list(shippingOption(), maxShippingOptions),
  taxRates: list(taxRate(), maxTaxRates),
})

export type DiscountRequest = v.InferOutput<ReturnType<typeof discount>>
export type ShippingOptionRequest = v.InferOutput<ReturnType<typeof shippingOption>>
export type TaxRateRequest = v.InferOutput<ReturnType<typeof taxRate>>

/** How codes are compared. */
export const comparableCode = (code: string): string => code.normalize('NFKC').toUpperCase()

/** A fault of a member, at its path. */
export interface MemberFault {
  readonly path: readonly [string, ...(string | number)[]]
  readonly message: string
}

/** The members that faults of choices are about. */
export interface ChoiceRequest {
  readonly total?: string | undefined
  readonly tax?: string | undefined
  readonly shipping?: string | undefined
  readonly discount?: string | undefined
  readonly collectShipping?: boolean | undefined
  readonly subscription?: unknown
  readonly items?:
    | readonly {
        readonly quantity: number
        readonly adjustableQuantity?: { readonly minimum: number; readonly maximum: number } | null | undefined
      }[]
    | undefined
  readonly discounts?: readonly DiscountRequest[] | null | undefined
  readonly shippingOptions?: readonly ShippingOptionRequest[] | null | undefined
  readonly taxRates?: readonly TaxRateRequest[] | null | undefined
}

const isGiven = (amount: string | undefined): boolean => amount !== undefined && Number(amount) !== 0

const repeated = (texts: readonly string[]): number[] =>
  texts.flatMap((one, index) => (texts.indexOf(one) < index ? [index] : []))

const absentBeside = (member: string): string => fault('format_invalid', { format: `absent, beside ${member}` })

const itemFaults = ({ items = [] }: ChoiceRequest): MemberFault[] =>
  items.flatMap(({ quantity, adjustableQuantity: limits }, index): MemberFault[] => {
    if (limits == null) return []
    const { minimum: min, maximum: max } = limits
    if (min > max)
      return [
        {
          path: ['items', index, 'adjustableQuantity', 'maximum'],
          message: fault('out_of_range', { min, max: maxQuantity }),
        },
      ]
    return quantity < min || quantity > max
      ? [{ path: ['items', index, 'quantity'], message: fault('out_of_range', { min, max }) }]
      : []
  })

const discountFaults = ({ discounts }: ChoiceRequest): MemberFault[] => [
  ...(discounts ?? []).flatMap(({ amountOff, percentOff }, index): MemberFault[] => {
    if (amountOff === undefined && percentOff === undefined)
      return [{ path: ['discounts', index, 'amountOff'], message: fault('required') }]
    return amountOff !== undefined && percentOff !== undefined
      ? [{ path: ['discounts', index, 'percentOff'], message: absentBeside('amountOff') }]
      : []
  }),
  ...repeated((discounts ?? []).map(({ code }) => comparableCode(code))).map((index): MemberFault => ({
    path: ['discounts', index, 'code'],
    message: fault('format_invalid', { format: 'code of no other discount' }),
  })),
]

const shippingFaults = ({ shippingOptions, collectShipping }: ChoiceRequest): MemberFault[] => [
  ...(shippingOptions?.length && collectShipping !== true
    ? [{ path: ['collectShipping'] as const, message: fault('required') }]
    : []),
  ...repeated((shippingOptions ?? []).map(({ id }) => id)).map((index): MemberFault => ({
    path: ['shippingOptions', index, 'id'],
    message: fault('format_invalid', { format: 'id of no other option' }),
  })),
]

const taxFaults = ({ taxRates }: ChoiceRequest): MemberFault[] =>
  (taxRates ?? []).flatMap(({ country: given, state }, index): MemberFault[] =>
    state !== undefined && given === undefined
      ? [{ path: ['taxRates', index, 'country'], message: fault('required') }]
      : [],
  )

/** Fixed members that a choice would make wrong. */
const fixedFaults = (request: ChoiceRequest): MemberFault[] => {
  const { items = [], tax, shipping, discount: fixedDiscount, total, subscription } = request
  const has = {
    'items.adjustableQuantity': items.some(({ adjustableQuantity: limits }) => limits != null),
    discounts: Boolean(request.discounts?.length),
    shippingOptions: Boolean(request.shippingOptions?.length),
    taxRates: Boolean(request.taxRates?.length),
  }
  type Choice = keyof typeof has
  const all = Object.keys(has) as Choice[]
  const conflicts: readonly (readonly [member: string, isPresent: boolean, beside: readonly Choice[]])[] = [
    ['tax', isGiven(tax), all],
    ['shipping', isGiven(shipping), ['shippingOptions']],
    ['discount', isGiven(fixedDiscount), ['discounts']],
    ['total', total !== undefined, ['shippingOptions', 'taxRates']],
    ['subscription', subscription != null, all],
  ]
  return conflicts.flatMap(([member, isPresent, beside]): MemberFault[] => {
    const choice = isPresent ? beside.find((name) => has[name]) : undefined
    return choice === undefined ? [] : [{ path: [member], message: absentBeside(choice) }]
  })
}

/** Faults of choices that contradict each other, or fixed members. */
export const choiceFaults = (request: ChoiceRequest): MemberFault[] => [
  ...itemFaults(request),
  ...discountFaults(request),
  ...shippingFaults(request),
  ...taxFaults(request),
  ...fixedFaults(request),
]
