/** Amounts in one unit, such as hundredths or a currency's minor units. */
export interface AmountParts {
  readonly total?: bigint | undefined
  readonly subtotal?: bigint | undefined
  readonly tax?: bigint | undefined
  readonly surcharge?: bigint | undefined
  readonly shipping?: bigint | undefined
  readonly discount?: bigint | undefined
  /** No items are the same as an absent list. */
  readonly items?: readonly { readonly price: bigint; readonly quantity: number }[] | undefined
}

export interface Sums {
  /** As given, else of the items, else what the total leaves. Null without any of the three. */
  readonly subtotal: bigint | null
  /** As given, else computed. Null without total, subtotal and items. */
  readonly total: bigint | null
  /** The given members that differ from the sum of others that are given. */
  readonly mismatches: readonly { readonly member: 'subtotal' | 'total'; readonly computed: bigint }[]
}

const itemsTotal = (items: AmountParts['items'] = []): bigint | undefined =>
  items.length === 0 ? undefined : items.reduce((sum, { price, quantity }) => sum + price * BigInt(quantity), 0n)

const compare = (
  member: 'subtotal' | 'total',
  given: bigint | undefined,
  computed: bigint | undefined,
): Sums['mismatches'] =>
  given === undefined || computed === undefined || given === computed ? [] : [{ member, computed }]

/**
 * Adds up the parts of an amount: subtotal = sum of price x quantity of the items, total = subtotal + tax + surcharge + shipping - discount.
 * Absent parts are 0. What is given must agree with what is given; without items and subtotal, any total does.
 */
export const addUp = ({
  total,
  subtotal,
  tax = 0n,
  surcharge = 0n,
  shipping = 0n,
  discount = 0n,
  items,
}: AmountParts): Sums => {
  const adjustments = tax + surcharge + shipping - discount
  const ofItems = itemsTotal(items)
  const net = subtotal ?? ofItems
  const computed = net === undefined ? undefined : net + adjustments
  return {
    subtotal: net ?? (total === undefined ? null : total - adjustments),
    total: total ?? computed ?? null,
    mismatches: [...compare('subtotal', subtotal, ofItems), ...compare('total', total, computed)],
  }
}
