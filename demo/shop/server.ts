import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { SluiceClient } from '../../widget/client/index.ts'
import { galleryPage, gallerySources } from '../gallery/page.ts'
import { changeBag, readBag, totalsOf, writeBag, type Bag } from './bag.ts'
import { missingPage, receiptPage } from './pages/receipt.ts'
import { storePage } from './pages/store.ts'
import { openBook, type Payment } from './payments.ts'
import { changedBag, emptyCard, noticeOf } from './words.ts'

export type ShopSettings = { gateway: string; secretKey: string; publishableKey: string }

type Answer = { status: number; headers?: Record<string, string>; body?: string }
type Request = { url: URL; bag: Bag; form: URLSearchParams }

const mostOfABody = 16 * 1024
const cookieName = 'kiln-and-tide-bag'

/** The files that are served as they are. */
const files: Record<string, { type: string; body: string }> = Object.fromEntries(
  Object.entries({
    'public/shop.css': 'text/css',
    'public/copy.js': 'text/javascript',
    'public/icon.svg': 'image/svg+xml',
    '../gallery/public/gallery.css': 'text/css',
    '../gallery/public/gallery.js': 'text/javascript',
  }).map(([path, type]) => [
    path.slice(path.lastIndexOf('/')),
    { type: `${type}; charset=utf-8`, body: readFileSync(new URL(path, import.meta.url), 'utf8') },
  ]),
)

/** The gateway's script and frames are all that comes from elsewhere. */
const policyFor = (gateway: string, frames = gateway): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${gateway}`,
    `frame-src ${frames}`,
    "style-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const headersFor = (gateway: string): Record<string, string> => ({
  'content-security-policy': policyFor(gateway),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
})

const page = (body: string, status = 200, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body,
})

/** After a POST: the browser asks for the next page with GET, so that reloading it repeats nothing. */
const seeOther = (location: string, bag?: Bag | 'new'): Answer => ({
  status: 303,
  headers: { location, ...(bag && { 'set-cookie': bagCookie(bag) }) },
})

const bagCookie = (bag: Bag | 'new'): string =>
  `${cookieName}=${bag === 'new' ? '; Max-Age=0' : writeBag(bag)}; Path=/; HttpOnly; SameSite=Lax`

const cookieOf = (request: IncomingMessage): string | undefined =>
  request.headers.cookie
    ?.split(/; */)
    .find((pair) => pair.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1)

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
  outcome.result === 'approved' ? seeOther(`/orders/${id}`, 'new') : seeOther(`/?payment=${id}`)

const makeRoutes = (settings: ShopSettings): Record<string, (request: Request) => Answer | Promise<Answer>> => {
  const book = openBook(new SluiceClient({ baseUrl: settings.gateway, apiKey: settings.secretKey }))
  const store = { gateway: settings.gateway, publishableKey: settings.publishableKey }

  return {
    'GET /': ({ url, bag }) => {
      const payment = book.find(url.searchParams.get('payment') ?? '')
      return page(storePage(bag, store, payment && noticeOf(payment)))
    },
    'POST /bag': ({ bag, form }) =>
      seeOther('/', changeBag(bag, form.get('product') ?? '', Number(form.get('change')) || 0)),
    'POST /pay': async ({ bag, form }) => {
      const token = form.get('token')
      if (!isToken(token)) return page(storePage(bag, store, emptyCard), 422)
      const seenTotal = Number(form.get('total'))
      if (!book.knows(token) && (bag.length === 0 || seenTotal !== totalsOf(bag).total))
        return page(storePage(bag, store, changedBag), 409)
      return pageOf(await book.pay(token, bag))
    },
    'GET /orders': ({ url }) => {
      const payment = book.find(url.pathname.split('/')[2] ?? '')
      return payment?.outcome.result === 'approved'
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

/** `/orders/123` is the route `/orders`. */
const routeOf = (method: string, url: URL): string =>
  `${method === 'HEAD' ? 'GET' : method} /${url.pathname.split('/')[1]}`

/** The demo shop. It knows its two keys and the gateway's address, and nothing of cards. */
export const createShop = (settings: ShopSettings): Server => {
  const routes = makeRoutes(settings)
  const headers = headersFor(settings.gateway)

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const url = new URL(request.url ?? '/', 'http://shop.invalid')
    const file = files[url.pathname]
    if (file) return { status: 200, headers: { 'content-type': file.type }, body: file.body }
    const route = routes[routeOf(request.method ?? 'GET', url)]
    if (!route) return page(missingPage(), 404)
    // A browser says where a form was sent from: other pages do not shop in this visitor's name.
    if (request.method === 'POST' && request.headers['sec-fetch-site'] === 'cross-site') return { status: 403 }
    const body = await bodyOf(request)
    if (body === undefined) return { status: 413, headers: { connection: 'close' } }
    return route({ url, bag: readBag(cookieOf(request)), form: new URLSearchParams(body) })
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
