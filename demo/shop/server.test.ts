import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createShop } from './server.ts'

type Seen = { path: string | undefined; body: object; key: string | undefined }

/** Answers of a gateway, in order; `lost` is a connection that breaks. */
let answers: ({ status: number; body: object } | 'lost')[]
let asked: Seen[]
/** What the gateway answers to GET, by path. */
let reads: Record<string, { status: number; body: object }>
let gateway: Server
let shop: Server
let shopUrl: string

const approved = {
  requestId: 'r',
  transactionId: '12345678901234',
  authCode: '123456',
  responseCode: '00',
  responseText: 'Approved',
  avs: { code: 'Y', text: 'Match.' },
  cvv: { code: 'M', text: 'CVV matches.' },
  amount: 24.08,
  errors: null,
}
const declined = {
  ...approved,
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
  asked = []
  reads = {}
  gateway = createServer(async (request, response) => {
    const read = reads[request.url ?? '']
    if (read) return response.writeHead(read.status).end(JSON.stringify(read.body))
    if (request.method === 'GET')
      return response.end(JSON.stringify({ payment: { network: 'visa', accountNumber: '************4242' } }))
    asked.push({
      path: request.url,
      body: JSON.parse(await textOf(request)) as Seen['body'],
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
const pageAfter = async (response: Response) =>
  (await fetch(new URL(response.headers.get('location') ?? '', shopUrl))).text()

const partial = { status: 200, body: { ...approved, responseCode: '10', amount: 1.23 } }
const text = (hold: string) => `This card covers $1.23 of $24.08. Pay with another card; ${hold}.`

describe('paying', () => {
  test('shows a receipt, by GET so that reloading pays nothing', async () => {
    answers = [{ status: 200, body: approved }]
    const response = await pay('token-1')
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toMatch(/^\/orders\/[0-9a-f]{32}$/)
    const receipt = await pageAfter(response)
    for (const part of ['Payment approved', '$24.08', 'Visa ************4242', '12345678901234', 'CVV matches (M)'])
      expect(receipt).toContain(part)
  })

  test('asks for the bag’s total, with the token as idempotency key', async () => {
    answers = [{ status: 200, body: approved }]
    await pay('token-1')
    expect(asked).toEqual([
      {
        path: '/v1/transactions/authorize',
        key: 'token-1',
        body: expect.objectContaining({ amount: { value: 24.08, currency: 840 } }),
      },
    ])
  })

  test('pays once for one token, at the same time and later', async () => {
    answers = [{ status: 200, body: approved }]
    const [first, second] = await Promise.all([pay('token-1'), pay('token-1')])
    const third = await pay('token-1')
    expect(asked).toHaveLength(1)
    expect(second?.headers.get('location')).toBe(first?.headers.get('location'))
    expect(third.headers.get('location')).toBe(first?.headers.get('location'))
  })

  test('tells why a card was declined and offers the form again', async () => {
    answers = [{ status: 200, body: declined }]
    const till = await pageAfter(await pay('token-1'))
    expect(till).toContain('Insufficient funds. Try again later, or pay with another card.')
    expect(till).toContain('<sluice-card')
  })

  test('takes no partial approval: says how little it covers, and gives it back', async () => {
    answers = [partial, { status: 200, body: { ...approved, transactionId: '12345678901235' } }]
    expect(await pageAfter(await pay('token-1'))).toContain(text('nothing is held on this one any more'))
    expect(asked[1]).toMatchObject({ path: '/v1/transactions/void', body: { transactionId: approved.transactionId } })
    await pay('token-1')
    expect(asked).toHaveLength(2)
  })

  test.each([
    ['is refused', { status: 409, body: { requestId: 'r', errors: [{ type: 'invalid_state', message: {} }] } }],
    ['is declined', { status: 200, body: declined }],
  ])('does not claim to have given back a partial approval when that %s', async (_, voided) => {
    const complaints = vi.spyOn(console, 'error').mockReturnValue()
    answers = [partial, voided]
    expect(await pageAfter(await pay('token-1'))).toContain(text('the hold on this one ends by itself'))
    complaints.mockRestore()
  })

  test('asks again under the same key when the answer is lost', async () => {
    answers = ['lost', { status: 200, body: approved }]
    expect(await pageAfter(await pay('token-1'))).toContain('Payment approved')
    expect(asked.map(({ key }) => key)).toEqual(['token-1', 'token-1'])
  })

  test('never calls an unheard answer a failure, and hears it at the next try', async () => {
    answers = ['lost', 'lost', 'lost', { status: 200, body: approved }]
    expect(await pageAfter(await pay('token-1'))).toContain('We could not hear whether the payment went through.')
    expect(await pageAfter(await pay('token-1'))).toContain('Payment approved')
  })

  test('says that nothing happened when the gateway is too busy to listen', async () => {
    answers = Array.from({ length: 3 }, () => ({ status: 429, body: {} }))
    expect(await pageAfter(await pay('token-1'))).toContain('You have not been charged.')
  })

  test('takes a used token for an answer that it missed, not for a refusal', async () => {
    const used = { status: 400, body: { requestId: 'r', errors: [{ type: 'token_used', message: {} }] } }
    answers = ['lost', used, used]
    expect(await pageAfter(await pay('token-1'))).toContain('We could not hear whether the payment went through.')
  })

  test('asks for the card again when the token is too old', async () => {
    answers = [{ status: 400, body: { requestId: 'r', errors: [{ type: 'token_expired', message: {} }] } }]
    expect(await pageAfter(await pay('token-1'))).toContain('entered too long ago')
  })

  test.each([
    ['without a token', { total: '2408' }, 422],
    ['with what is no token', { token: 'a token\n', total: '2408' }, 422],
    ['for another total than was shown', { token: 'token-1', total: '1' }, 409],
  ])('asks nothing of the gateway %s', async (_, form, status) => {
    expect((await post('/pay', form)).status).toBe(status)
    expect(asked).toEqual([])
  })

  test('refuses a form that another site sent', async () => {
    expect((await post('/pay', { token: 't', total: '2408' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect(asked).toEqual([])
  })
})

describe('paying with a link', () => {
  const made = { status: 200, body: { id: '00c', url: 'http://localhost:8787/checkout/00c', errors: null } }
  const begin = async (
    path = '/link',
  ): Promise<{ response: Response; order: string; request: Record<string, unknown> }> => {
    answers = [made]
    const response = await post(path, {})
    const request = asked.at(-1)?.body as Record<string, unknown>
    return { response, order: String(request?.['thankYouUrl']), request }
  }
  const paid = {
    '/v1/dynamiccheckout/00c': { status: 200, body: { status: 'completed', transactionId: '12345678901234' } },
    '/v1/transactions/12345678901234': {
      status: 200,
      body: { ...approved, payment: { network: 'ach', accountNumber: '*****6789' } },
    },
  }

  test('makes a checkout of the bag and sends the shopper there', async () => {
    const { response, request } = await begin()
    expect([response.status, response.headers.get('location')]).toEqual([303, made.body.url])
    expect(request).toMatchObject({
      items: [
        { name: 'Tide mug', description: 'Stoneware, 350 ml, glazed by hand', price: 18, quantity: 1 },
        { name: 'Shipping', price: 4.5 },
      ],
      tax: 1.58,
      total: 24.08,
      collectShipping: true,
      iframe: false,
      thankYouUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/orders\/[0-9a-f]{32}$/),
    })
  })

  test('believes the gateway, and not the address that the shopper comes back by', async () => {
    const { order } = await begin()
    reads['/v1/dynamiccheckout/00c'] = { status: 200, body: { status: 'open', transactionId: null } }
    const back = `${order}?transactionId=12345678901234&status=completed&checkoutId=00c`
    const unpaid = await (await fetch(back)).text()
    expect(unpaid).toContain('Not paid yet')
    expect(unpaid).toContain(made.body.url)

    reads = { ...paid }
    const first = await fetch(back)
    const receipt = await first.text()
    for (const part of ['Payment approved', '$24.08', 'Bank account *****6789', '12345678901234'])
      expect(receipt).toContain(part)
    expect(first.headers.get('set-cookie')).toContain('Max-Age=0')
    // Whoever looks at a receipt again has another bag by now.
    expect((await fetch(order)).headers.get('set-cookie')).toBeNull()
  })

  test('says so where the gateway does not tell whether it was paid', async () => {
    const complaints = vi.spyOn(console, 'error').mockReturnValue()
    const { order } = await begin()
    reads['/v1/dynamiccheckout/00c'] = { status: 403, body: {} }
    expect(await (await fetch(order)).text()).toContain('We could not hear from the gateway')
    complaints.mockRestore()
  })

  test('offers the card form where there is no checkout', async () => {
    const complaints = vi.spyOn(console, 'error').mockReturnValue()
    answers = [{ status: 400, body: { requestId: 'r', errors: [] } }]
    const response = await post('/link', {})
    expect(response.status).toBe(502)
    expect(await response.text()).toContain('The gateway could not make a page to pay on.')
    complaints.mockRestore()
  })

  test('shows a checkout in a frame of its own page', async () => {
    const { response, request } = await begin('/embedded')
    expect(request).toMatchObject({ iframe: true })
    expect(await pageAfter(response)).toContain(`<sluice-checkout src="${made.body.url}">`)
  })
})

describe('the pages', () => {
  test('allow scripts of the shop and the gateway alone, and nothing inline', async () => {
    const policy = (await fetch(shopUrl)).headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/script-src 'self' http:\/\/127\.0\.0\.1:\d+;/)
    expect(policy).not.toContain('unsafe')
  })

  test('escape what they print', async () => {
    expect(await (await fetch(shopUrl)).text()).toContain('publishable-key="pk&quot;&gt;&lt;script&gt;"')
  })

  test('never show the secret key', async () => {
    expect(await (await fetch(shopUrl)).text()).not.toContain('secret')
  })

  test.each(['/nowhere', '/orders', '/orders/1', '/embedded/1', '/mail/1', '/mail/../secret', '/toString'])(
    'answer %s with 404',
    async (path) => {
      expect((await fetch(shopUrl + path)).status).toBe(404)
    },
  )

  test('refuse a body that no form of theirs can have', async () => {
    expect((await post('/bag', { product: 'x'.repeat(20_000) })).status).toBe(413)
  })
})
