import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { banks } from './bank.ts'
import { createShop } from './server.ts'

type GatewayRequest = { path: string | undefined; body: object; key: string | undefined }

/** Responses of the gateway, in order; `lost` closes the connection. */
let answers: ({ status: number; body: object } | 'lost')[]
let requests: GatewayRequest[]
/** Responses of the gateway to GET, by path. */
let reads: Record<string, { status: number; body: object }>
let gateway: Server
let shop: Server
let shopUrl: string

const approved = {
  requestId: 'r',
  transactionId: '12345678901234',
  authCode: '123456',
  approved: true,
  responseCode: '00',
  responseText: 'Approved',
  avs: { code: 'Y', text: 'Match.' },
  cvv: { code: 'M', text: 'CVV matches.' },
  amount: 24.08,
  errors: null,
}
const declined = {
  ...approved,
  approved: false,
  responseCode: '51',
  errors: [{ type: 'card_declined', message: { code: 'insufficient_funds', details: { retry: 'later' } } }],
}

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

beforeEach(async () => {
  answers = []
  requests = []
  reads = {}
  gateway = createServer(async (request, response) => {
    const read = reads[request.url ?? '']
    if (read) return response.writeHead(read.status).end(JSON.stringify(read.body))
    if (request.method === 'GET')
      return response.end(JSON.stringify({ payment: { network: 'visa', accountNumber: '************4242' } }))
    requests.push({
      path: request.url,
      body: JSON.parse(await textOf(request)) as GatewayRequest['body'],
      key: request.headers['idempotency-key'] as string | undefined,
    })
    const answer = answers.shift()
    if (!answer || answer === 'lost') return response.destroy()
    return response.writeHead(answer.status).end(JSON.stringify(answer.body))
  })
  shop = createShop({ gateway: await listen(gateway), secretKey: 'secret', publishableKey: 'pk"><script>', mail: '' })
  shopUrl = await listen(shop)
})

afterEach(async () => {
  for (const server of [shop, gateway]) {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
})

const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(shopUrl + path, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual', headers })
const pay = (token: string, total = '2408') => post('/pay', { token, total })
/** The order in the address of a receipt. */
const orderIn = (response: Response) => response.headers.get('location')?.split('/orders/')[1]
const pageAfter = async (response: Response) =>
  (await fetch(new URL(response.headers.get('location') ?? '', shopUrl))).text()

const partial = { status: 200, body: { ...approved, responseCode: '10', amount: 1.23 } }
const text = (charge: string) => `This card covers $1.23 of $24.08. Pay with another card; ${charge}.`

describe('card payment', () => {
  test('an approved payment redirects to its receipt', async () => {
    answers = [{ status: 200, body: approved }]
    const response = await pay('token-1')
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toMatch(/^\/orders\/[0-9a-f]{32}$/)
    const receipt = await pageAfter(response)
    for (const part of ['Order confirmed', '$24.08', 'Visa •••• 4242', '12345678901234', 'CVV matches (M)'])
      expect(receipt).toContain(part)
  })

  test('a payment sells the bag for its total, with the id of the order as idempotency key', async () => {
    answers = [{ status: 200, body: approved }]
    const order = orderIn(await pay('token-1'))
    expect(requests).toEqual([
      {
        path: '/v1/transactions/sale',
        key: order,
        body: expect.objectContaining({ amount: { value: 24.08, currency: 840 } }),
      },
    ])
  })

  test('a token submitted several times is charged once', async () => {
    answers = [{ status: 200, body: approved }]
    const [first, second] = await Promise.all([pay('token-1'), pay('token-1')])
    const third = await pay('token-1')
    expect(requests).toHaveLength(1)
    expect(second?.headers.get('location')).toBe(first?.headers.get('location'))
    expect(third.headers.get('location')).toBe(first?.headers.get('location'))
  })

  test('a declined payment shows the reason and the card form', async () => {
    answers = [{ status: 200, body: declined }]
    const paymentPage = await pageAfter(await pay('token-1'))
    expect(paymentPage).toContain('Insufficient funds. Try again later, or pay with another card.')
    expect(paymentPage).toContain('<sluice-card')
  })

  test('a partial approval is voided and shows the covered amount', async () => {
    answers = [partial, { status: 200, body: { ...approved, transactionId: '12345678901235' } }]
    expect(await pageAfter(await pay('token-1'))).toContain(text('the charge on this one was canceled'))
    expect(requests[1]).toMatchObject({
      path: '/v1/transactions/void',
      body: { transactionId: approved.transactionId },
    })
    await pay('token-1')
    expect(requests).toHaveLength(2)
  })

  test.each([
    ['returns 409', { status: 409, body: { requestId: 'r', errors: [{ type: 'invalid_state', message: {} }] } }],
    ['returns a decline', { status: 200, body: declined }],
  ])('a partial approval whose void %s shows that the shop owes a refund', async (_, voided) => {
    const errorLog = vi.spyOn(console, 'error').mockReturnValue()
    answers = [partial, voided]
    expect(await pageAfter(await pay('token-1'))).toContain(text('contact us to refund the charge on this one'))
    errorLog.mockRestore()
  })

  test('a lost response is retried with the same idempotency key', async () => {
    answers = ['lost', { status: 200, body: approved }]
    const order = orderIn(await pay('token-1'))
    expect(requests.map(({ key }) => key)).toEqual([order, order])
  })

  test('an unknown outcome shows “Payment status unknown”, and a second submit shows the receipt', async () => {
    answers = ['lost', 'lost', 'lost', { status: 200, body: approved }]
    expect(await pageAfter(await pay('token-1'))).toContain('Payment status unknown')
    const order = orderIn(await pay('token-1'))
    expect(requests.map(({ key }) => key)).toEqual([order, order, order, order])
  })

  test('a payment rejected with 429 shows that nothing was charged', async () => {
    answers = Array.from({ length: 3 }, () => ({ status: 429, body: {} }))
    expect(await pageAfter(await pay('token-1'))).toContain('You have not been charged.')
  })

  test('a payment rejected with token_used shows an unknown outcome', async () => {
    const used = { status: 400, body: { requestId: 'r', errors: [{ type: 'token_used', message: {} }] } }
    answers = ['lost', used, used]
    expect(await pageAfter(await pay('token-1'))).toContain('Payment status unknown')
  })

  test('a payment rejected with token_expired asks for the card again', async () => {
    answers = [{ status: 400, body: { requestId: 'r', errors: [{ type: 'token_expired', message: {} }] } }]
    expect(await pageAfter(await pay('token-1'))).toContain('have expired')
  })

  test.each([
    ['without a token', { total: '2408' }, 422],
    ['with a malformed token', { token: 'a token\n', total: '2408' }, 422],
    ['with an outdated total', { token: 'token-1', total: '1' }, 409],
  ])('a payment %s sends nothing to the gateway', async (_, form, status) => {
    expect((await post('/pay', form)).status).toBe(status)
    expect(requests).toEqual([])
  })

  test('a cross-site form returns 403', async () => {
    expect((await post('/pay', { token: 't', total: '2408' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect(requests).toEqual([])
  })
})

describe('hosted checkout', () => {
  const checkout = { status: 200, body: { id: '00c', url: 'http://localhost:8787/checkout/00c', errors: null } }
  const begin = async (
    path = '/link',
  ): Promise<{ response: Response; order: string; request: Record<string, unknown> }> => {
    answers = [checkout]
    const response = await post(path, {})
    const request = requests.at(-1)?.body as Record<string, unknown>
    return { response, order: String(request?.['thankYouUrl']), request }
  }
  const paid = {
    '/v1/dynamiccheckout/00c': { status: 200, body: { status: 'completed', transactionId: '12345678901234' } },
    '/v1/transactions/12345678901234': {
      status: 200,
      body: { ...approved, payment: { network: 'ach', accountNumber: '*****6789' } },
    },
  }

  test('paying with a link creates a checkout for the bag and redirects to it', async () => {
    const { response, request } = await begin()
    expect([response.status, response.headers.get('location')]).toEqual([303, checkout.body.url])
    expect(request).toMatchObject({
      items: [
        { name: 'Tide mug', description: 'Stoneware, 350 ml, glazed by hand', price: 18, quantity: 1 },
        { name: 'Shipping', price: 4.5 },
      ],
      tax: 1.58,
      total: 24.08,
      collectShipping: true,
      thankYouUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/orders\/[0-9a-f]{32}$/),
    })
  })

  test('an order is paid only when the gateway confirms it, not by the return URL', async () => {
    const { order } = await begin()
    reads['/v1/dynamiccheckout/00c'] = { status: 200, body: { status: 'open', transactionId: null } }
    const back = `${order}?transactionId=12345678901234&status=completed&checkoutId=00c`
    const unpaid = await (await fetch(back)).text()
    expect(unpaid).toContain('Not paid yet')
    expect(unpaid).toContain(checkout.body.url)

    reads = { ...paid }
    const first = await fetch(back)
    const receipt = await first.text()
    for (const part of ['Order confirmed', '$24.08', 'Bank account •••• 6789', '12345678901234'])
      expect(receipt).toContain(part)
    expect(first.headers.get('set-cookie')).toContain('Max-Age=0')
    // A second view of the receipt must not reset a new bag.
    expect((await fetch(order)).headers.get('set-cookie')).toBeNull()
  })

  test('an order whose status cannot be read shows an unknown outcome', async () => {
    const errorLog = vi.spyOn(console, 'error').mockReturnValue()
    const { order } = await begin()
    reads['/v1/dynamiccheckout/00c'] = { status: 403, body: {} }
    expect(await (await fetch(order)).text()).toContain('We could not reach the gateway')
    errorLog.mockRestore()
  })

  test('a rejected checkout returns 502 with the card form', async () => {
    const errorLog = vi.spyOn(console, 'error').mockReturnValue()
    answers = [{ status: 400, body: { requestId: 'r', errors: [] } }]
    const response = await post('/link', {})
    expect(response.status).toBe(502)
    expect(await response.text()).toContain('The checkout could not be created.')
    errorLog.mockRestore()
  })

  test('an embedded checkout is shown in an iframe', async () => {
    const { response, request } = await begin('/embedded')
    expect(request).toMatchObject({ iframe: true })
    // Live mode takes only https there.
    expect(request).not.toHaveProperty('thankYouUrl')
    expect(await pageAfter(response)).toContain(`<sluice-checkout src="${checkout.body.url}">`)
  })
})

describe('live mode', () => {
  test('each page of a shop with live keys is marked, and pages for test mode return 404', async () => {
    const settings = { gateway: 'http://localhost:8787', secretKey: 'secret', publishableKey: 'pk', mail: '' }
    const live = createShop({ ...settings, bank: banks.nmiLive })
    const url = await listen(live)
    const store = await (await fetch(url)).text()
    for (const present of ['Live mode with a simulated processor', 'action="/embedded"'])
      expect(store).toContain(present)
    for (const absent of ['/studio', 'action="/link"']) expect(store).not.toContain(absent)
    for (const path of ['/studio', '/gallery', '/state', '/mail']) expect((await fetch(url + path)).status).toBe(404)
    const reader = await (await fetch(`${url}/reader`)).text()
    expect(reader).toContain('data-mode="live"')
    expect(reader).toContain('Live mode with a simulated processor')
    live.closeAllConnections()
    live.close()
  })

  test('a shop with test keys has no mark', async () => {
    for (const path of ['', '/reader']) expect(await (await fetch(shopUrl + path)).text()).not.toContain('Live mode')
    expect(await (await fetch(`${shopUrl}/reader`)).text()).toContain('data-mode="test"')
  })
})

describe('shop pages', () => {
  test('the content security policy allows only scripts of the shop and the gateway', async () => {
    const policy = (await fetch(shopUrl)).headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/script-src 'self' http:\/\/127\.0\.0\.1:\d+;/)
    expect(policy).not.toContain('unsafe')
  })

  test('shop pages escape values', async () => {
    expect(await (await fetch(shopUrl)).text()).toContain('publishable-key="pk&quot;&gt;&lt;script&gt;"')
  })

  test('shop pages never contain the secret key', async () => {
    expect(await (await fetch(shopUrl)).text()).not.toContain('secret')
  })

  test.each(['/nowhere', '/orders', '/orders/1', '/embedded/1', '/mail/1', '/mail/../secret', '/toString'])(
    'GET %s returns 404',
    async (path) => {
      expect((await fetch(shopUrl + path)).status).toBe(404)
    },
  )

  test('a form above 16 KiB returns 413', async () => {
    expect((await post('/bag', { product: 'x'.repeat(20_000) })).status).toBe(413)
  })
})
