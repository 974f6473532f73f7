import { catalog, findProduct, type Product } from './catalog.ts'

export type BagLine = { product: Product; quantity: number }
export type Bag = readonly BagLine[]

/** Amounts in cents. */
export type Totals = { subtotal: number; shipping: number; tax: number; total: number }

const maxQuantity = 9
const shippingCents = 450
/** Indiana's sales tax, on goods and on shipping. */
const taxPercent = 7

/** The bag of a new visitor, so that there is something to pay for. */
const firstBag = 'tide-mug:1'

/** Parses the output of `writeBag`. Unknown products are dropped; undefined is a first visit. */
export const readBag = (text: string | undefined): Bag => {
  const quantities = new Map((text ?? firstBag).split('.').map((line) => line.split(':') as [string, string]))
  return catalog.flatMap((product) => {
    const quantity = /^\d{1,3}$/.test(quantities.get(product.id) ?? '') ? Number(quantities.get(product.id)) : 0
    return quantity > 0 ? [{ product, quantity: Math.min(quantity, maxQuantity) }] : []
  })
}

/** A bag as a cookie value: `tide-mug:2.plum-bowl:1`. */
export const writeBag = (bag: Bag): string => bag.map(({ product, quantity }) => `${product.id}:${quantity}`).join('.')

/** Adds to or subtracts from the quantity of a product, down to 0. Unknown products change nothing. */
export const changeBag = (bag: Bag, id: string, change: number): Bag => {
  const product = findProduct(id)
  if (!product) return bag
  const current = bag.find((line) => line.product === product)?.quantity ?? 0
  const others = bag.filter((line) => line.product !== product)
  return readBag(writeBag([...others, { product, quantity: current + change }]))
}

export const totalsOf = (bag: Bag): Totals => {
  const subtotal = bag.reduce((sum, { product, quantity }) => sum + product.cents * quantity, 0)
  const shipping = bag.length > 0 ? shippingCents : 0
  const tax = Math.round(((subtotal + shipping) * taxPercent) / 100)
  return { subtotal, shipping, tax, total: subtotal + shipping + tax }
}
