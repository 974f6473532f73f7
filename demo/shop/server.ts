import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { SluiceClient } from '../../widget/client/index.ts'
import { galleryPage, gallerySources } from '../gallery/page.ts'
import type { Inbox } from '../inbox/inbox.ts'
import { inboxRoutes } from '../inbox/routes.ts'
import { openMailbox } from '../mail/mailbox.ts'
import { mailRoutes } from '../mail/routes.ts'
import { readerRoutes } from '../reader/routes.ts'
import { studioRoutes } from '../studio/routes.ts'
import { page, seeOther, type Answer, type Routes } from './response.ts'
import { changeBag, readBag, totalsOf } from './bag.ts'
import { bagIn, keepBag } from './cookie.ts'
import { files } from './files.ts'
import { linkRoutes } from './linkRoutes.ts'
import { openLinks } from './links.ts'
import { missingPage, receiptPage } from './pages/receipt.ts'
import { storePage } from './pages/store.ts'
import { openBook, type Payment } from './payments.ts'
import { policyFor } from './policy.ts'
import { changedBag, emptyCard, noticeOf } from './notices.ts'

export type ShopSettings = {
  gateway: string
  secretKey: string
  publishableKey: string
  /** The folder of the mails that the gateway sent. */
  mail: string
  /** Where the gateway tells it what happens; without one it hears what it asks for, and nothing else. */
  inbox?: Inbox
}

const mostOfAForm = 16 * 1024
/** An event has 20 KiB at most; what is larger is to be seen as well. */
const mostOfABody: Readonly<Record<string, number>> = { 'POST /webhooks': 1024 * 1024 }

const headersFor = (gateway: string): Record<string, string> => ({
  'content-security-policy': policyFor(gateway),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
})

const bodyOf = async (request: IncomingMessage, most: number): Promise<string | undefined> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) return undefined
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
    ...(settings.inbox && inboxRoutes(settings.inbox)),
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

/** Aborts when the connection is closed before all was answered. */
const hangingUpOn = (response: ServerResponse): AbortSignal => {
  const hangingUp = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) hangingUp.abort()
  })
  return hangingUp.signal
}

/** The demo shop. It knows its two keys and the gateway's address, and nothing of cards. */
export const createShop = (settings: ShopSettings): Server => {
  const routes = makeRoutes(settings)
  const headers = headersFor(settings.gateway)

  const answer = async (request: IncomingMessage, hungUp: AbortSignal): Promise<Answer> => {
    const url = addressOf(request)
    const file = files[url.pathname]
    if (file) return { status: 200, headers: { 'content-type': file.type }, body: file.body }
    const name = routeOf(request.method ?? 'GET', url)
    const route = routes[name]
    if (!route) return page(missingPage(), 404)
    // A browser says where a form was sent from: other pages do not shop in this visitor's name.
    if (request.method === 'POST' && request.headers['sec-fetch-site'] === 'cross-site') return { status: 403 }
    const body = await bodyOf(request, mostOfABody[name] ?? mostOfAForm)
    if (body === undefined) return { status: 413, headers: { connection: 'close' } }
    const bag = readBag(bagIn(request))
    return route({ url, bag, headers: request.headers, body, form: new URLSearchParams(body), hungUp })
  }

  const send = (response: ServerResponse, { status, headers: own, body }: Answer): void => {
    response.writeHead(status, { ...headers, ...own })
    if (typeof body === 'function' && response.req.method !== 'HEAD') body(response)
    else response.end(typeof body === 'string' ? body : '')
  }

  return createServer((request, response) => {
    answer(request, hangingUpOn(response)).then(
      (reply) => send(response, reply),
      (error: unknown) => {
        console.error(error)
        send(response, { status: 500, body: 'Something broke in the shop.' })
      },
    )
  })
}
