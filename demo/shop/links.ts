import { randomBytes } from 'node:crypto'
import { SluiceError, type SluiceClient, type Transaction } from '../../widget/client/index.ts'
import { totalsOf, type Bag, type Totals } from './bag.ts'
import { customer } from './customer.ts'
import { toUnits } from './money.ts'

/** An order that is paid on the hosted checkout. */
export type Order = {
  /** 128 random bits: the id alone gives access to the receipt. */
  id: string
  bag: Bag
  totals: Totals
  /** Id and URL of the hosted checkout. */
  checkout: { id: string; url: string }
}

/** An order's payment status, read from the gateway and never from the shopper's browser. */
export type OrderStatus =
  /** `isNew`: first time that the shop reads it as paid. */
  | { result: 'paid'; transaction: Transaction; isNew: boolean }
  | { result: 'unpaid' }
  /** The gateway could not be reached. */
  | { result: 'unknown' }

const { email, address } = customer

const requestFor = (bag: Bag, totals: Totals) => ({
  items: [
    ...bag.map(({ product, quantity }) => ({
      name: product.name,
      description: product.about,
      price: toUnits(product.cents),
      quantity,
    })),
    { name: 'Shipping', description: 'Two to four days', price: toUnits(totals.shipping) },
  ],
  tax: toUnits(totals.tax),
  total: toUnits(totals.total),
  collectShipping: true,
  allowAch: true,
  customerInfo: {
    name: address.name,
    email,
    address: address.line1,
    city: address.city,
    state: address.state,
    zip: address.postalCode,
    country: address.country,
  },
})

/**
 * Orders paid on the hosted checkout, by redirect or in an iframe; in memory. The shopper returns with the transaction id in the URL, which
 * can be forged, so the shop reads the status from the gateway.
 */
export const openLinks = (sluice: SluiceClient) => {
  const orders = new Map<string, Order>()
  const paid = new Map<string, Transaction>()

  return {
    /**
     * Creates a checkout for a bag; undefined if the gateway rejects it.
     *
     * @param origin of the shop, for the return URL
     * @param framed whether the checkout is shown in an iframe
     */
    create: async (bag: Bag, { origin, framed }: { origin: string; framed: boolean }): Promise<Order | undefined> => {
      const [id, totals] = [randomBytes(16).toString('hex'), totalsOf(bag)]
      try {
        const { id: checkout, url } = await sluice.createCheckout(
          // A checkout in a frame never navigates: the shop’s page links to the order.
          { ...requestFor(bag, totals), ...(framed ? { iframe: true } : { thankYouUrl: `${origin}/orders/${id}` }) },
          { idempotencyKey: id },
        )
        const order = { id, bag, totals, checkout: { id: checkout, url } }
        orders.set(id, order)
        return order
      } catch (error) {
        if (!(error instanceof SluiceError)) throw error
        console.error(error)
        return undefined
      }
    },
    find: (id: string): Order | undefined => orders.get(id),
    /** Reads from the gateway whether an order is paid. */
    status: async (order: Order): Promise<OrderStatus> => {
      const transaction = paid.get(order.id)
      if (transaction) return { result: 'paid', transaction, isNew: false }
      try {
        const { status, transactionId } = await sluice.getCheckout(order.checkout.id)
        if (status !== 'completed' || transactionId === null) return { result: 'unpaid' }
        const completed = await sluice.getTransaction(transactionId)
        paid.set(order.id, completed)
        return { result: 'paid', transaction: completed, isNew: true }
      } catch (error) {
        if (!(error instanceof SluiceError)) throw error
        console.error(error)
        return { result: 'unknown' }
      }
    },
  }
}

export type Links = ReturnType<typeof openLinks>
