import { page, seeOther, type Response, type Request } from './response.ts'
import { bagCookie } from './cookie.ts'
import type { Links } from './links.ts'
import { embeddedPage } from './pages/embedded.ts'
import { missingPage, receiptPage, unpaidPage } from './pages/receipt.ts'
import { storePage, type StoreSettings } from './pages/store.ts'
import { checkoutUnavailableNotice, unpaidNotices } from './notices.ts'

/** Orders paid on the hosted checkout: by redirect or in an iframe. The shopper returns to `/orders/{id}`. */
export const linkRoutes = (links: Links, store: StoreSettings) => {
  const createOrder = async ({ bag, url }: Request, framed: boolean) => {
    if (bag.length === 0) return seeOther('/')
    const order = await links.create(bag, { origin: url.origin, framed })
    if (!order) return page(storePage(bag, store, checkoutUnavailableNotice), 502)
    return seeOther(framed ? `/embedded/${order.id}` : order.checkout.url)
  }
  const findOrder = ({ url }: Request) => links.find(url.pathname.split('/')[2] ?? '')

  return {
    'POST /link': (request: Request) => createOrder(request, false),
    'POST /embedded': (request: Request) => createOrder(request, true),
    'GET /embedded': (request: Request) => {
      const order = findOrder(request)
      return order ? page(embeddedPage(order, store)) : page(missingPage(), 404)
    },
    'GET /orders': async (request: Request): Promise<Response> => {
      const order = findOrder(request)
      if (!order) return page(missingPage(), 404)
      const status = await links.status(order)
      if (status.result !== 'paid') return page(unpaidPage(order, unpaidNotices[status.result], store.bank))
      const { transaction, isNew } = status
      const receipt = receiptPage(order, { transaction, card: transaction.payment }, store.bank)
      return page(receipt, 200, isNew ? bagCookie('new') : {})
    },
  }
}
