import { page, seeOther, type Answer, type Request } from './response.ts'
import { keepBag } from './cookie.ts'
import type { Links } from './links.ts'
import { embeddedPage } from './pages/embedded.ts'
import { missingPage, receiptPage, unpaidPage } from './pages/receipt.ts'
import { storePage, type StoreSettings } from './pages/store.ts'
import { noCheckout, unpaid } from './notices.ts'

/** Orders that are paid on the gateway's page: the shopper is sent there, or has it in a frame, and comes back to `/orders/{id}`. */
export const linkRoutes = (links: Links, store: StoreSettings) => {
  const begin = async ({ bag, url }: Request, framed: boolean) => {
    if (bag.length === 0) return seeOther('/')
    const order = await links.make(bag, { origin: url.origin, framed })
    if (!order) return page(storePage(bag, store, noCheckout), 502)
    return seeOther(framed ? `/embedded/${order.id}` : order.checkout.url)
  }
  const named = ({ url }: Request) => links.find(url.pathname.split('/')[2] ?? '')

  return {
    'POST /link': (request: Request) => begin(request, false),
    'POST /embedded': (request: Request) => begin(request, true),
    'GET /embedded': (request: Request) => {
      const order = named(request)
      return order ? page(embeddedPage(order, store.gateway)) : page(missingPage(), 404)
    },
    'GET /orders': async (request: Request): Promise<Answer> => {
      const order = named(request)
      if (!order) return page(missingPage(), 404)
      const settled = await links.settle(order)
      if (settled.result !== 'paid') return page(unpaidPage(order, unpaid[settled.result]))
      const { transaction, isNews } = settled
      return page(receiptPage(order, { transaction, card: transaction.payment }), 200, isNews ? keepBag('new') : {})
    },
  }
}
