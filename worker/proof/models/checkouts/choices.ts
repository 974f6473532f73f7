import * as fc from 'fast-check'

/** A checkout whose shopper chooses, and a second computation of its prices. Amounts are cents. */

const mug = { price: 1996, minimum: 1, maximum: 3 }
const lid = { price: 254, minimum: 0, maximum: 4 }

/** The request body. The code SOON expires at `expires`. */
export const choicesBody = (expires: string): object => ({
  items: [
    { name: 'Mug', price: 19.96, quantity: 2, adjustableQuantity: { maximum: mug.maximum } },
    { name: 'Lid', price: 2.54, adjustableQuantity: { minimum: 0, maximum: lid.maximum } },
  ],
  collectShipping: true,
  discounts: [
    { code: 'EIGHTH', percentOff: 12.5 },
    { code: 'FIVE', amountOff: 5, minimum: 45 },
    { code: 'SOON', amountOff: 3, expires },
    { code: 'HUGE', amountOff: 900 },
  ],
  shippingOptions: [
    { id: 'post', label: 'Post', amount: 4.95, countries: ['US', 'GB'] },
    { id: 'courier', label: 'Courier', amount: 12.5, countries: ['US'] },
    { id: 'pickup', label: 'Pickup', amount: 0, countries: ['GB'] },
  ],
  taxRates: [
    { country: 'US', state: 'ME', rate: 5.5 },
    { country: 'US', rate: 8.875, includesShipping: true },
    { country: 'GB', rate: 20 },
  ],
})

const shippingAmounts = { post: 495, courier: 1250, pickup: 0 }
type ShippingOption = keyof typeof shippingAmounts

interface Place {
  readonly country: string
  readonly state: string
  readonly postalCode: string
  readonly options: readonly ShippingOption[]
  /** Percent. */
  readonly tax: number
  readonly taxesShipping: boolean
}

const places = {
  maine: {
    country: 'US',
    state: 'ME',
    postalCode: '04101',
    options: ['post', 'courier'],
    tax: 5.5,
    taxesShipping: false,
  },
  newYork: {
    country: 'US',
    state: 'NY',
    postalCode: '10001',
    options: ['post', 'courier'],
    tax: 8.875,
    taxesShipping: true,
  },
  london: {
    country: 'GB',
    state: '',
    postalCode: 'SW1A 1AA',
    options: ['post', 'pickup'],
    tax: 20,
    taxesShipping: false,
  },
  paris: { country: 'FR', state: '', postalCode: '75001', options: [], tax: 0, taxesShipping: false },
} as const satisfies Readonly<Record<string, Place>>

/** What a shopper chooses. Some of it is not offered. */
export interface Choices {
  readonly mugs: number
  readonly lids: number
  readonly code: '' | 'EIGHTH' | 'FIVE' | 'SOON' | 'HUGE' | 'UNKNOWN'
  readonly shippingOption: '' | ShippingOption | 'rocket'
  readonly place: keyof typeof places
}

const offered = {
  mugs: fc.integer({ min: mug.minimum, max: mug.maximum }),
  lids: fc.integer({ min: lid.minimum, max: lid.maximum }),
  code: fc.constantFrom<Choices['code']>('', 'EIGHTH', 'EIGHTH', 'FIVE', 'FIVE', 'SOON', 'SOON', 'HUGE'),
  shippingOption: fc.constantFrom<Choices['shippingOption']>('', 'post', 'courier', 'courier', 'pickup'),
  place: fc.constantFrom<Choices['place']>('maine', 'newYork', 'london'),
}

const notOffered = fc.constantFrom<Partial<Choices>>(
  { mugs: mug.minimum - 1 },
  { mugs: mug.maximum + 1 },
  { lids: lid.maximum + 1 },
  { code: 'UNKNOWN' },
  { shippingOption: 'rocket' },
  { place: 'paris' },
)

/** One changed choice. */
export const changedChoice: fc.Arbitrary<Partial<Choices>> = fc.oneof(
  notOffered,
  ...Object.entries(offered).map(([name, arbitrary]: [string, fc.Arbitrary<unknown>]) =>
    arbitrary.map((value): Partial<Choices> => ({ [name]: value })),
  ),
)

export const choices: fc.Arbitrary<Choices> = fc
  .tuple(
    fc.record(offered, { noNullPrototype: true }),
    fc.oneof({ weight: 7, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: notOffered }),
  )
  .map(([all, changed]): Choices => Object.assign({}, all, changed))

export const firstChoices: Choices = { mugs: 2, lids: 1, code: '', shippingOption: '', place: 'maine' }

/** The members of a request. Codes are compared without case. */
export const toOrder = ({ mugs, lids, code, shippingOption }: Choices) => ({
  quantities: [mugs, lids],
  code: code.toLowerCase(),
  shippingOption,
})

/** Where to ship it, for the prices. */
export const toRegion = ({ place }: Choices) => ({ country: places[place].country, state: places[place].state })

export const toAddress = ({ place }: Choices) => {
  const { country, state, postalCode } = places[place]
  return { name: 'Ada Lovelace', line1: '1 Main St', city: 'Town', state, postalCode, country }
}

/** The expected price of choices. */
export interface Price {
  readonly total: number
  /** Whether something was chosen that the offer does not have. */
  readonly isInvalid: boolean
  readonly codeRefused: boolean
  readonly noShipping: boolean
  /** What the page shows. */
  readonly amount: string
  readonly code: string | null
  readonly shippingOption: string | null
  /** Equal for equal orders. */
  readonly order: string
}

/** Rounded half up. A percentage has at most three decimals. */
const percentOf = (amount: number, percent: number): number => Math.round((amount * (percent * 1000)) / 100_000)

const isWithin = (quantity: number, { minimum, maximum }: typeof mug): boolean =>
  quantity >= minimum && quantity <= maximum

/** @param isSoonValid whether the code SOON has not expired */
export const priceOf = ({ mugs, lids, code, shippingOption: wanted, place }: Choices, isSoonValid: boolean): Price => {
  const { options, tax: rate, taxesShipping }: Place = places[place]
  const subtotal = mugs * mug.price + lids * lid.price
  const shippingOption = options.find((id) => id === wanted) ?? options[0] ?? null
  const shipping = shippingOption === null ? 0 : shippingAmounts[shippingOption]
  const withDiscount = (discount: number) => {
    const tax = percentOf(subtotal - discount + (taxesShipping ? shipping : 0), rate)
    return { discount, tax, total: subtotal - discount + tax + shipping }
  }
  const discounts: Readonly<Record<Choices['code'], number | null>> = {
    '': 0,
    EIGHTH: percentOf(subtotal, 12.5),
    FIVE: subtotal >= 4500 ? 500 : null,
    SOON: isSoonValid ? Math.min(300, subtotal) : null,
    HUGE: subtotal,
    UNKNOWN: null,
  }
  const discount = discounts[code]
  // Something must remain to be paid.
  const codeRefused = discount === null || (code !== '' && withDiscount(discount).total === 0)
  const figures = withDiscount(codeRefused ? 0 : discount)
  const applied = codeRefused || code === '' ? null : code
  return {
    total: figures.total,
    isInvalid: !isWithin(mugs, mug) || !isWithin(lids, lid) || wanted === 'rocket',
    codeRefused,
    noShipping: options.length === 0,
    amount: `$${(figures.total / 100).toFixed(2)}`,
    code: applied,
    shippingOption,
    order: JSON.stringify({ mugs, lids, ...figures, shippingOption, code: applied }),
  }
}
