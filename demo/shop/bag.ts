import { catalog, findProduct, type Product } from './catalog.ts'

export type BagLine = { product: Product; quantity: number }
export type Bag = readonly BagLine[]

/** Amounts in cents. */
export type Totals = { subtotal: number; shipping: number; tax: number; total: number }

const mostOfOne = 9
const shippingCents = 450
/** Indiana's sales tax, on goods and on shipping. */
const taxPercent = 7

/** What a new visitor finds in the bag, so that there is something to pay for. */
const firstBag = 'tide-mug:1'

/** Reads a bag as `writeBag` printed it. Anything that is not a product of ours is left out; no text is a first visit. */
export const readBag = (text: string | undefined): Bag => {
  const quantities = new Map((text ?? firstBag).split('.').map((line) => line.split(':') as [string, string]))
  return catalog.flatMap((product) => {
    const quantity = /^\d{1,3}$/.test(quantities.get(product.id) ?? '') ? Number(quantities.get(product.id)) : 0
    return quantity > 0 ? [{ product, quantity: Math.min(quantity, mostOfOne) }] : []
  })
}

/** A bag as text that fits in a cookie: `tide-mug:2.plum-bowl:1`. */
export const writeBag = (bag: Bag): string => bag.map(({ product, quantity }) => `${product.id}:${quantity}`).join('.')

/** The bag with more, or less, of a product, never below none of it. A product that we do not sell changes nothing. */
export const changeBag = (bag: Bag, id: string, change: number): Bag => {
  const product = findProduct(id)
  if (!product) return bag
  const held = bag.find((line) => line.product === product)?.quantity ?? 0
  const others = bag.filter((line) => line.product !== product)
  return readBag(writeBag([...others, { product, quantity: held + change }]))
}

export const totalsOf = (bag: Bag): Totals => {
  const subtotal = bag.reduce((sum, { product, quantity }) => sum + product.cents * quantity, 0)
  const shipping = bag.length > 0 ? shippingCents : 0
  const tax = Math.round(((subtotal + shipping) * taxPercent) / 100)
  return { subtotal, shipping, tax, total: subtotal + shipping + tax }
}
