import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { SluiceClient } from '../../widget/client/index.ts'
import { galleryPage, gallerySources } from '../gallery/page.ts'
import type { Inbox } from '../inbox/inbox.ts'
import { inboxRoutes } from '../inbox/routes.ts'
import { openMailbox } from '../mail/mailbox.ts'
import { mailRoutes } from '../mail/routes.ts'
import { readerRoutes } from '../reader/routes.ts'
import { studioRoutes } from '../studio/routes.ts'
import { page, seeOther, type Response, type Routes } from './response.ts'
import { changeBag, readBag, totalsOf } from './bag.ts'
import { banks, type Bank } from './bank.ts'
import { readBagCookie, bagCookie } from './cookie.ts'
import { files } from './files.ts'
import { linkRoutes } from './linkRoutes.ts'
import { openLinks } from './links.ts'
import { missingPage, receiptPage } from './pages/receipt.ts'
import { storePage, type StoreSettings } from './pages/store.ts'
import { openPayments, type Payment } from './payments.ts'
import { policyFor } from './policy.ts'
import { changedBagNotice, missingCardNotice, toNotice } from './notices.ts'

export type ShopSettings = {
  gateway: string
  secretKey: string
  publishableKey: string
  /** By default the built-in simulator. */
  bank?: Bank
  /** Folder with the gateway's emails. */
  mail: string
  /** Webhook inbox; optional. */
  inbox?: Inbox
}

const maxFormBytes = 16 * 1024
/** Events have 20 KiB at most; the inbox shows larger ones too. */
const maxBodyBytes: Readonly<Record<string, number>> = { 'POST /webhooks': 1024 * 1024 }

const headersFor = (gateway: string): Record<string, string> => ({
  'content-security-policy': policyFor(gateway),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
})

const readBody = async (request: IncomingMessage, maxBytes: number): Promise<string | undefined> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Matches tokens of the card form. */
const isToken = (token: string | null): token is string => /^[0-9A-Za-z-]{1,64}$/.test(token ?? '')

/** Redirects to the receipt, or back to the payment form with the reason. */
const toPage = ({ id, outcome }: Payment): Response =>
  outcome.result === 'approved' ? seeOther(`/orders/${id}`, bagCookie('new')) : seeOther(`/?payment=${id}`)

/** Pages that use test cards or mails of the local runtime. */
const testPages = ({ gateway, mail }: ShopSettings, sluice: SluiceClient, store: StoreSettings): Routes => ({
  ...mailRoutes(openMailbox(mail)),
  ...studioRoutes({ gateway, sluice }),
  'GET /gallery': ({ url }) => {
    const only = url.searchParams.getAll('only').flatMap((ids) => ids.split(','))
    const body = galleryPage(only, store)
    if (body === undefined) return page(missingPage(), 404)
    return page(body, 200, { 'content-security-policy': policyFor(gateway, gallerySources(gateway)) })
  },
})

const makeRoutes = (settings: ShopSettings): Routes => {
  const sluice = new SluiceClient({ baseUrl: settings.gateway, apiKey: settings.secretKey })
  const payments = openPayments(sluice)
  const { gateway, publishableKey, bank = banks.simulator } = settings
  const store = { gateway, publishableKey, bank }
  const orderRoutes = linkRoutes(openLinks(sluice), store)

  return {
    ...orderRoutes,
    ...(!bank.isLive && testPages(settings, sluice, store)),
    ...readerRoutes(gateway, bank),
    ...(settings.inbox && inboxRoutes(settings.inbox, bank)),
    'GET /': ({ url, bag }) => {
      const payment = payments.find(url.searchParams.get('payment') ?? '')
      return page(storePage(bag, store, payment && toNotice(payment)))
    },
    'POST /bag': ({ bag, form }) =>
      seeOther('/', bagCookie(changeBag(bag, form.get('product') ?? '', Number(form.get('change')) || 0))),
    'POST /pay': async ({ bag, form }) => {
      const token = form.get('token')
      if (!isToken(token)) return page(storePage(bag, store, missingCardNotice), 422)
      const shownTotal = Number(form.get('total'))
      if (!payments.has(token) && (bag.length === 0 || shownTotal !== totalsOf(bag).total))
        return page(storePage(bag, store, changedBagNotice), 409)
      return toPage(await payments.pay(token, bag))
    },
    'GET /orders': (request) => {
      const payment = payments.find(request.url.pathname.split('/')[2] ?? '')
      if (!payment) return orderRoutes['GET /orders'](request)
      return payment.outcome.result === 'approved'
        ? page(receiptPage(payment, payment.outcome, bank))
        : page(missingPage(), 404)
    },
  }
}

/** The requested URL; an invalid one becomes a path without a route. */
const requestUrl = ({ url = '/', headers: { host } }: IncomingMessage): URL => {
  const origin = `http://${host}`
  return URL.canParse(url, origin) ? new URL(url, origin) : new URL('/nowhere', 'http://shop.invalid')
}

/** The route of `/orders/123` is `/orders`. */
const routeName = (method: string, url: URL): string =>
  `${method === 'HEAD' ? 'GET' : method} /${url.pathname.split('/')[1]}`

/** Aborts when the client disconnects before the response is complete. */
const disconnectSignal = (response: ServerResponse): AbortSignal => {
  const controller = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) controller.abort()
  })
  return controller.signal
}

/** The demo shop. It has two API keys and the gateway's URL, and never sees card data. */
export const createShop = (settings: ShopSettings): Server => {
  const routes = makeRoutes(settings)
  const headers = headersFor(settings.gateway)

  const respond = async (request: IncomingMessage, hungUp: AbortSignal): Promise<Response> => {
    const url = requestUrl(request)
    const file = files[url.pathname]
    if (file) return { status: 200, headers: { 'content-type': file.type }, body: file.body }
    const name = routeName(request.method ?? 'GET', url)
    const route = routes[name]
    if (!route) return page(missingPage(), 404)
    // Rejects cross-site requests, so that other sites cannot submit forms for this visitor.
    if (request.method === 'POST' && request.headers['sec-fetch-site'] === 'cross-site') return { status: 403 }
    const body = await readBody(request, maxBodyBytes[name] ?? maxFormBytes)
    if (body === undefined) return { status: 413, headers: { connection: 'close' } }
    const bag = readBag(readBagCookie(request))
    return route({ url, bag, headers: request.headers, body, form: new URLSearchParams(body), hungUp })
  }

  const send = (response: ServerResponse, { status, headers: own, body }: Response): void => {
    response.writeHead(status, { ...headers, ...own })
    if (typeof body === 'function' && response.req.method !== 'HEAD') body(response)
    else response.end(typeof body === 'string' ? body : '')
  }

  return createServer((request, response) => {
    respond(request, disconnectSignal(response)).then(
      (reply) => send(response, reply),
      (error: unknown) => {
        console.error(error)
        send(response, { status: 500, body: 'Internal error' })
      },
    )
  })
}
