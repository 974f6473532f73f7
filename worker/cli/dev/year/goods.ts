import { catalog } from '../../../../demo/shop/catalog.ts'
import type { SeededRandom } from './random.ts'

interface Goods {
  readonly name: string
  readonly cents: number
}

const goods: readonly (readonly [Goods, weight: number])[] = [
  ...catalog.map(({ name, cents }) => [{ name, cents }, 14] as const),
  [{ name: 'Espresso cup', cents: 1400 }, 12],
  [{ name: 'Dinner plate', cents: 2800 }, 10],
  [{ name: 'Side plate', cents: 1950 }, 8],
  [{ name: 'Salt cellar', cents: 1650 }, 6],
  [{ name: 'Bud vase', cents: 2200 }, 8],
  [{ name: 'Butter dish', cents: 4200 }, 4],
  [{ name: 'Serving platter', cents: 6800 }, 4],
  [{ name: 'Teapot', cents: 7900 }, 3],
  [{ name: 'Floor vase', cents: 14_500 }, 1],
  [{ name: 'Dinner set for four', cents: 18_800 }, 2],
  [{ name: 'Throwing class', cents: 6500 }, 5],
]

export interface Basket {
  readonly lines: readonly (Goods & { readonly quantity: number })[]
  readonly tax: number
  readonly shipping: number
  /** In cents. */
  readonly total: number
}

const freeShippingFrom = 7500
const shippingCents = 650
const taxRate = 0.07

/** @param isShipped false at a counter */
export const fillBasket = (random: SeededRandom, isShipped: boolean): Basket => {
  const kinds = random.weighted([
    [1, 58],
    [2, 28],
    [3, 11],
    [4, 3],
  ])
  const chosen = new Set(Array.from({ length: kinds }, () => random.weighted(goods)))
  const lines = [...chosen].map(({ name, cents }) => ({
    name,
    cents,
    quantity: cents > 6000 ? 1 : random.weighted([[1, 62] as const, [2, 26] as const, [4, 9] as const, [6, 3]]),
  }))
  const subtotal = lines.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0)
  const shipping = isShipped && subtotal < freeShippingFrom ? shippingCents : 0
  const tax = Math.round(subtotal * taxRate)
  return { lines, tax, shipping, total: subtotal + tax + shipping }
}
