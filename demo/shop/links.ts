import { randomBytes } from 'node:crypto'
import { SluiceError, type SluiceClient, type Transaction } from '../../widget/client/index.ts'
import { totalsOf, type Bag, type Totals } from './bag.ts'
import { customer } from './customer.ts'
import { toUnits } from './money.ts'

/** A bag that is paid on the gateway's own page. */
export type Order = {
  /** 128 random bits: whoever knows it may read the receipt. */
  id: string
  bag: Bag
  totals: Totals
  /** The gateway's name and address of the page where it is paid. */
  checkout: { id: string; url: string }
}

/** How an order stands, as the gateway told the shop, not the shopper's browser. */
export type Settled =
  /** `isNews`: the shop did not know before. */
  | { result: 'paid'; transaction: Transaction; isNews: boolean }
  | { result: 'unpaid' }
  /** The gateway did not say. */
  | { result: 'unheard' }

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
 * Bags that are paid on the gateway's own page, by a link or in a frame; in memory, as the shop's other book. The shopper comes back with the
 * transaction's number in the address, which anybody can type: what counts is what the gateway answers to the shop.
 */
export const openLinks = (sluice: SluiceClient) => {
  const orders = new Map<string, Order>()
  const paid = new Map<string, Transaction>()

  return {
    /**
     * Makes a checkout for a bag; undefined where the gateway does not.
     *
     * @param origin of the shop, to come back to
     * @param framed whether it is to stand in a frame of the shop's
     */
    make: async (bag: Bag, { origin, framed }: { origin: string; framed: boolean }): Promise<Order | undefined> => {
      const [id, totals] = [randomBytes(16).toString('hex'), totalsOf(bag)]
      try {
        const { id: checkout, url } = await sluice.createCheckout(
          { ...requestFor(bag, totals), thankYouUrl: `${origin}/orders/${id}`, iframe: framed },
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
    /** Asks the gateway whether an order is paid. */
    settle: async (order: Order): Promise<Settled> => {
      const known = paid.get(order.id)
      if (known) return { result: 'paid', transaction: known, isNews: false }
      try {
        const { status, transactionId } = await sluice.getCheckout(order.checkout.id)
        if (status !== 'completed' || transactionId === null) return { result: 'unpaid' }
        const transaction = await sluice.getTransaction(transactionId)
        paid.set(order.id, transaction)
        return { result: 'paid', transaction, isNews: true }
      } catch (error) {
        if (!(error instanceof SluiceError)) throw error
        console.error(error)
        return { result: 'unheard' }
      }
    },
  }
}

export type Links = ReturnType<typeof openLinks>
