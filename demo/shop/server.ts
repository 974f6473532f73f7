import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { SluiceClient } from '../../widget/client/index.ts'
import { galleryPage, gallerySources } from '../gallery/page.ts'
import { openMailbox } from '../mail/mailbox.ts'
import { mailRoutes } from '../mail/routes.ts'
import { readerRoutes } from '../reader/routes.ts'
import { studioRoutes } from '../studio/routes.ts'
import { page, seeOther, type Answer, type Routes } from './answer.ts'
import { changeBag, readBag, totalsOf } from './bag.ts'
import { bagIn, keepBag } from './cookie.ts'
import { files } from './files.ts'
import { linkRoutes } from './linkRoutes.ts'
import { openLinks } from './links.ts'
import { missingPage, receiptPage } from './pages/receipt.ts'
import { storePage } from './pages/store.ts'
import { openBook, type Payment } from './payments.ts'
import { policyFor } from './policy.ts'
import { changedBag, emptyCard, noticeOf } from './words.ts'

export type ShopSettings = {
  gateway: string
  secretKey: string
  publishableKey: string
  /** The folder of the mails that the gateway sent. */
  mail: string
}

const mostOfABody = 16 * 1024

const headersFor = (gateway: string): Record<string, string> => ({
  'content-security-policy': policyFor(gateway),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
})

const bodyOf = async (request: IncomingMessage): Promise<string | undefined> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostOfABody) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** As the card form makes them. */
const isToken = (token: string | null): token is string => /^[0-9A-Za-z-]{1,64}$/.test(token ?? '')

/** Where a payment is shown: its receipt, or the till again with the reason. */
const pageOf = ({ id, outcome }: Payment): Answer =>
  outcome.result === 'approved' ? seeOther(`/orders/${id}`, keepBag('new')) : seeOther(`/?payment=${id}`)

const makeRoutes = (settings: ShopSettings): Routes => {
  const sluice = new SluiceClient({ baseUrl: settings.gateway, apiKey: settings.secretKey })
  const book = openBook(sluice)
  const store = { gateway: settings.gateway, publishableKey: settings.publishableKey }
  const ofLinks = linkRoutes(openLinks(sluice), store)

  return {
    ...ofLinks,
    ...mailRoutes(openMailbox(settings.mail)),
    ...studioRoutes({ gateway: settings.gateway, sluice }),
    ...readerRoutes(settings.gateway),
    'GET /': ({ url, bag }) => {
      const payment = book.find(url.searchParams.get('payment') ?? '')
      return page(storePage(bag, store, payment && noticeOf(payment)))
    },
    'POST /bag': ({ bag, form }) =>
      seeOther('/', keepBag(changeBag(bag, form.get('product') ?? '', Number(form.get('change')) || 0))),
    'POST /pay': async ({ bag, form }) => {
      const token = form.get('token')
      if (!isToken(token)) return page(storePage(bag, store, emptyCard), 422)
      const seenTotal = Number(form.get('total'))
      if (!book.knows(token) && (bag.length === 0 || seenTotal !== totalsOf(bag).total))
        return page(storePage(bag, store, changedBag), 409)
      return pageOf(await book.pay(token, bag))
    },
    'GET /orders': (request) => {
      const payment = book.find(request.url.pathname.split('/')[2] ?? '')
      if (!payment) return ofLinks['GET /orders'](request)
      return payment.outcome.result === 'approved'
        ? page(receiptPage(payment, payment.outcome))
        : page(missingPage(), 404)
    },
    'GET /gallery': ({ url }) => {
      const only = url.searchParams.getAll('only').flatMap((ids) => ids.split(','))
      const body = galleryPage(only, store)
      if (body === undefined) return page(missingPage(), 404)
      return page(body, 200, {
        'content-security-policy': policyFor(settings.gateway, gallerySources(settings.gateway)),
      })
    },
  }
}

/** What was asked for; an address that is none is one that the shop does not have. */
const addressOf = ({ url = '/', headers: { host } }: IncomingMessage): URL => {
  const origin = `http://${host}`
  return URL.canParse(url, origin) ? new URL(url, origin) : new URL('/nowhere', 'http://shop.invalid')
}

/** `/orders/123` is the route `/orders`. */
const routeOf = (method: string, url: URL): string =>
  `${method === 'HEAD' ? 'GET' : method} /${url.pathname.split('/')[1]}`

/** The demo shop. It knows its two keys and the gateway's address, and nothing of cards. */
export const createShop = (settings: ShopSettings): Server => {
  const routes = makeRoutes(settings)
  const headers = headersFor(settings.gateway)

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const url = addressOf(request)
    const file = files[url.pathname]
    if (file) return { status: 200, headers: { 'content-type': file.type }, body: file.body }
    const route = routes[routeOf(request.method ?? 'GET', url)]
    if (!route) return page(missingPage(), 404)
    // A browser says where a form was sent from: other pages do not shop in this visitor's name.
    if (request.method === 'POST' && request.headers['sec-fetch-site'] === 'cross-site') return { status: 403 }
    const body = await bodyOf(request)
    if (body === undefined) return { status: 413, headers: { connection: 'close' } }
    return route({ url, bag: readBag(bagIn(request)), form: new URLSearchParams(body) })
  }

  const send = (response: ServerResponse, { status, headers: own, body }: Answer) =>
    response.writeHead(status, { ...headers, ...own }).end(body)

  return createServer((request, response) => {
    answer(request).then(
      (reply) => send(response, reply),
      (error: unknown) => {
        console.error(error)
        send(response, { status: 500, body: 'Something broke in the shop.' })
      },
    )
  })
}
