import { afterAll, describe, expect, test } from 'vitest'
import { rateLimitsWithBinding } from '#contract/rateLimits'
import { address, checkoutApiFixture, formatErrors } from '../../../testing/fixtures/checkoutApiFixture.ts'
import { gatewayOrigin } from '../../../testing/requestDefaults.ts'
import { resetTestClocks } from '../../../testing/resetTestClocks.ts'

afterAll(resetTestClocks)

const shop = await checkoutApiFixture()
const { make, shopper, read, transaction, payments } = shop

/** A checkout with every choice. */
const offered = {
  items: [
    { name: 'Cup', price: 10, quantity: 2, adjustableQuantity: { minimum: 0, maximum: 5 } },
    { name: 'Bowl', price: 30 },
  ],
  collectShipping: true,
  discounts: [
    { code: 'Spring-10', percentOff: 10 },
    { code: 'Big', amountOff: 5, minimum: 100 },
    { code: 'Old', amountOff: 5, expires: '2020-01-01' },
    { code: 'Huge', amountOff: 500, minimum: 60 },
  ],
  shippingOptions: [
    { id: 'post', label: 'Post', amount: 5, estimate: '3 days' },
    { id: 'courier', label: 'Courier', amount: 15, countries: ['US'] },
  ],
  taxRates: [
    { country: 'US', state: 'ND', rate: 10, includesShipping: true },
    { country: 'US', rate: 7 },
  ],
}
const answers = { shipTo: address }

/** What a payment sends for an order that the gateway priced. */
const toPay = ({ items, code, options, quote }: Awaited<ReturnType<typeof shopper.order>>['json']['order']) => ({
  quantities: items.map(({ quantity }) => quantity),
  code: code ?? '',
  shippingOption: options.find(({ selected }) => selected)?.id ?? '',
  quote,
})

const nonceOf = async (id: string) => (await shopper.open(id)).data!.nonce

/** Prices choices for the address of the shopper. */
const priced = async (id: string, choices: object = {}) => {
  const { json } = await shopper.order(id, { country: 'US', state: 'North Dakota', ...choices })
  return json.order
}

const paid = async (id: string, choices: object) => {
  const order = toPay(await priced(id, choices))
  const { json } = await shopper.pay(id, await nonceOf(id), { order, answers })
  expect(json).toMatchObject({ status: 'completed', errors: null })
  return transaction(json.transactionId)
}

const attempt = async (id: string, order: object | undefined, more: object = {}) =>
  shopper.pay(id, await nonceOf(id), { ...(order && { order }), answers, ...more })

describe('pricing of choices', () => {
  test('choices are priced by the server, with formatted figures and the text of the pay button', async () => {
    const id = await make(offered)
    const { status, json } = await shopper.order(id, {
      quantities: [3, 1],
      code: 'spring-10',
      shippingOption: 'courier',
      country: 'US',
      state: 'ND',
    })
    expect([status, json.errors]).toEqual([200, null])
    // 30 + 30 - 6 = 54; tax 10 % of 54 + 15 = 6.90.
    expect(json.order).toMatchObject({
      items: [
        { quantity: 3, amount: '$30.00' },
        { quantity: 1, amount: '$30.00' },
      ],
      amount: '$75.90',
      announcement: 'Total: $75.90',
      button: 'Pay $75.90',
      code: 'Spring-10',
      codeError: null,
      options: [
        { id: 'post', amount: '$5.00', selected: false },
        { id: 'courier', amount: '$15.00', selected: true },
      ],
      noShipping: false,
    })
    expect(json.order.sums.map(({ label, amount }) => `${label} ${amount}`)).toEqual([
      'Subtotal $60.00',
      'Tax $6.90',
      'Shipping $15.00',
      'Discount -$6.00',
      'Total $75.90',
    ])
  })

  test.each([
    ['nothing', 'This code is not valid.'],
    ['old', 'This code has expired.'],
    ['BIG', 'This code needs an order of $100.00 or more.'],
  ])('the code %s is refused with a sentence, and the figures stay', async (code, sentence) => {
    const id = await make(offered)
    const order = await priced(id, { code })
    expect(order).toMatchObject({ code: null, codeError: sentence, amount: (await priced(id)).amount })
  })

  test('a code that would leave nothing to pay is refused', async () => {
    const id = await make({ total: 60, discounts: [{ code: 'all', amountOff: 60 }] })
    expect(await priced(id, { code: 'all' })).toMatchObject({
      code: null,
      codeError: 'This code is worth more than the order.',
      amount: '$60.00',
    })
  })

  test('texts and amounts are in the language of the page', async () => {
    const { json } = await shopper.order(await make(offered), { locale: 'de', country: 'US' })
    expect(json.order.amount.replace(/\s/g, ' ')).toBe('58,50 $')
  })

  test('pricing writes nothing', async () => {
    const id = await make(offered)
    const before = await shop.rows()
    await priced(id, { code: 'spring-10' })
    expect(await shop.rows()).toEqual(before)
  })

  test('the page of a checkout has no discount code, amount or expiry', async () => {
    const { html, data } = await shopper.open(await make(offered))
    expect(html).toContain('Add a promo code')
    expect(html + JSON.stringify(data)).not.toMatch(/Spring|Huge|percentOff|2020/i)
  })

  test('a checkout without choices has no order', async () => {
    const { status, json } = await shopper.order(await make())
    expect([status, formatErrors({ json })]).toEqual([404, ['- not_found']])
    expect((await shopper.open(await make())).data!.order).toBeNull()
  })

  test('the order of a paid checkout returns 409 checkout_closed', async () => {
    const id = await make({ total: 5, discounts: [{ code: 'x', amountOff: 1 }] })
    const { data } = await shopper.open(id)
    await shopper.pay(id, data!.nonce, { order: { quote: data!.order!.quote } })
    const { status, json } = await shopper.order(id)
    expect([status, formatErrors({ json })]).toEqual([409, ['- checkout_closed']])
  })

  test.each([
    [{ quantities: [6, 1] }, 'quantities[0] out_of_range'],
    [{ quantities: [-1, 1] }, 'quantities[0] out_of_range'],
    [{ quantities: [1, 2] }, 'quantities[1] out_of_range'],
    [{ quantities: [1] }, 'quantities format_invalid'],
    [{ quantities: [1.5, 1] }, 'quantities[0] type_invalid'],
    [{ shippingOption: 'rocket' }, 'shippingOption enum_invalid'],
    [{ code: 'x'.repeat(101) }, 'code length_invalid'],
    [{ total: 1 }, 'total unknown_member'],
    [{ discount: 1 }, 'discount unknown_member'],
    [{ quote: 'x' }, 'quote unknown_member'],
  ])('the forged choices %j return 400 %s', async (choices, error) => {
    const { status, json } = await shopper.order(await make(offered), choices)
    expect([status, formatErrors({ json })]).toEqual([400, [error]])
  })

  test('orders are priced only for the page of the checkout', async () => {
    const response = await shopper.order(await make(offered), {}, { 'sec-fetch-site': 'cross-site' })
    expect([response.status, formatErrors(response)]).toEqual([403, ['- origin_not_allowed']])
  })

  test('codes count as attempts to pay, other choices as pages', async () => {
    const counted: string[] = []
    const limiter = (name: string) => ({ limit: async () => ({ success: counted.push(name) > 0 }) })
    const rateLimiters = Object.fromEntries(rateLimitsWithBinding.map((name) => [name, limiter(name)]))
    const limited = await checkoutApiFixture({ settings: { rateTier: 'standard' } }, { rateLimiters })
    const id = await limited.make(offered)
    const from = { 'cf-connecting-ip': '198.51.100.7' }
    const limitsOf = async (choices: object) => {
      counted.length = 0
      await limited.shopper.order(id, choices, from)
      return counted
    }
    expect(await limitsOf({})).toEqual(['pages'])
    expect(await limitsOf({ code: 'guess' })).toEqual(['tokens'])
  })
})

describe('payment of choices', () => {
  test('the payment, its order and the checkout have the chosen order', async () => {
    const id = await make(offered)
    const payment = await paid(id, { quantities: [3, 1], code: 'SPRING-10', shippingOption: 'courier' })
    expect(payment).toMatchObject({
      amountCaptured: 75.9,
      order: {
        tax: 6.9,
        shipping: 15,
        discount: 6,
        total: 75.9,
        lines: [
          { description: 'Cup', quantity: 3, total: 30 },
          { description: 'Bowl', quantity: 1, total: 30 },
        ],
      },
    })
    expect(await read(id)).toMatchObject({
      status: 'completed',
      total: 75.9,
      discountCode: 'Spring-10',
      shippingOption: 'courier',
    })
  })

  test('an item that the shopper removed is in neither order nor receipt', async () => {
    const id = await make(offered)
    const { order } = await paid(id, { quantities: [0, 1] })
    expect(order.lines).toMatchObject([{ description: 'Bowl', quantity: 1 }])
    const { html } = await shopper.open(id)
    expect(html).toContain('Bowl')
    expect(html).not.toContain('Cup')
    expect(html).toContain('$38.50')
    expect(html).not.toMatch(/stepper|promo|shipping-method"/)
  })

  test('a checkout with choices is paid as the page shows it first', async () => {
    const id = await make({ total: 5, discounts: [{ code: 'x', amountOff: 1 }] })
    const { data } = await shopper.open(id)
    expect(data!.button).toBe('Pay $5.00')
    const { json } = await shopper.pay(id, data!.nonce, { order: { quote: data!.order!.quote } })
    expect(json.status).toBe('completed')
    expect(await read(id)).toMatchObject({ total: 5, discountCode: null, shippingOption: null })
  })

  test('a billing address is required where the tax depends on it', async () => {
    const id = await make({ items: [{ name: 'Cup', price: 10 }], taxRates: [{ country: 'US', state: 'ND', rate: 10 }] })
    const { data } = await shopper.open(id)
    expect(data!.form).toMatchObject({ billing: true, billingRequired: true })
    const { json } = await shopper.order(id, { country: 'US', state: 'ND' })
    expect(json.order.amount).toBe('$11.00')
    const order = { quote: json.order.quote }
    const without = await shopper.pay(id, data!.nonce, { order })
    expect(formatErrors(without)).toContain('answers.billTo.country required')
    const elsewhere = await shopper.pay(id, data!.nonce, {
      order,
      answers: { billTo: { ...address, state: 'MN', postalCode: '55401' } },
    })
    expect(elsewhere.json).toMatchObject({ status: 'open', order: { amount: '$10.00' } })
    expect(await payments(id)).toEqual([])
    const { status } = (await shopper.pay(id, data!.nonce, { order, answers: { billTo: address } })).json
    expect(status).toBe('completed')
  })
})

describe('tampering', () => {
  test.each([
    ['a quantity above the maximum', { quantities: [6, 1] }, 'order.quantities[0] out_of_range'],
    ['a quantity of a fixed item', { quantities: [2, 0] }, 'order.quantities[1] out_of_range'],
    ['no quantities', { quantities: [] }, 'order.quantities format_invalid'],
    ['an unknown way of shipping', { shippingOption: 'free' }, 'order.shippingOption enum_invalid'],
    ['a total', { total: 0.01 }, 'order.total unknown_member'],
    ['an amount of the discount', { discount: 50 }, 'order.discount unknown_member'],
    ['an empty quote', { quote: '' }, 'order.quote length_invalid'],
  ])('a payment with %s is rejected, and nothing is charged', async (_name, more, error) => {
    const id = await make(offered)
    const response = await attempt(id, { ...toPay(await priced(id)), ...more })
    expect([response.status, formatErrors(response)]).toEqual([400, [error]])
    expect(await payments(id)).toEqual([])
  })

  test('a payment without its order is rejected, and nothing is charged', async () => {
    const id = await make(offered)
    const response = await attempt(id, undefined)
    expect([response.status, formatErrors(response)]).toEqual([400, ['order required']])
    expect(await payments(id)).toEqual([])
  })

  test.each<[string, (order: ReturnType<typeof toPay>) => object]>([
    ['fewer items than the quote', (order) => ({ ...order, quantities: [1, 1] })],
    ['another way of shipping than the quote', (order) => ({ ...order, shippingOption: 'courier' })],
    ['a code that is not in the quote', (order) => ({ ...order, code: 'spring-10' })],
    ['an invented code', (order) => ({ ...order, code: 'invented' })],
    ['an expired code', (order) => ({ ...order, code: 'old' })],
    ['an invented quote', (order) => ({ ...order, quote: 'x'.repeat(22) })],
  ])('a payment with %s charges nothing, and returns the order as it is', async (_name, change) => {
    const id = await make(offered)
    const response = await attempt(id, change(toPay(await priced(id))))
    expect(response.status).toBe(200)
    expect(response.json).toMatchObject({ status: 'open', declined: null, order: { quote: expect.any(String) } })
    expect(await payments(id)).toEqual([])
    // With the quote of what is shown now, it can be paid.
    const { json } = await attempt(id, toPay(response.json.order))
    expect(json.status).toBe('completed')
  })

  test('the quote of another checkout charges nothing', async () => {
    const [id, other] = [await make(offered), await make(offered)]
    const response = await attempt(id, { ...toPay(await priced(id)), quote: (await priced(other)).quote })
    expect(response.json).toMatchObject({ status: 'open', order: { amount: '$60.50' } })
    expect(await payments(id)).toEqual([])
  })

  test('an address in another state than the quote charges nothing', async () => {
    const id = await make(offered)
    const order = toPay(await priced(id))
    const shipTo = { ...address, state: 'MN', city: 'Duluth', postalCode: '55802' }
    const response = await attempt(id, order, { answers: { shipTo } })
    expect(response.json).toMatchObject({ status: 'open', order: { amount: '$58.50' } })
    expect(await payments(id)).toEqual([])
  })

  test('a country that nothing is shipped to is rejected at its field', async () => {
    const id = await make({
      ...offered,
      shippingOptions: [{ id: 'post', label: 'Post', amount: 5, countries: ['US'] }],
    })
    const { json } = await shopper.order(id, { country: 'CA' })
    expect(json.order).toMatchObject({ noShipping: true, options: [] })
    const shipTo = {
      name: 'Ann',
      line1: '1 Main St',
      city: 'Halifax',
      state: 'NS',
      postalCode: 'B3H 1A1',
      country: 'CA',
    }
    const response = await attempt(id, toPay(json.order), { answers: { shipTo } })
    expect([response.status, formatErrors(response)]).toEqual([400, ['answers.shipTo.country enum_invalid']])
    expect(await payments(id)).toEqual([])
  })

  test('a code that expires while the page is open charges nothing and shows an error', async () => {
    const clock = await checkoutApiFixture()
    const expires = new Date(clock.clock.now() + 60_000).toISOString().replace(/\.\d+Z$/, 'Z')
    const id = await clock.make({ total: 50, discounts: [{ code: 'now', amountOff: 10, expires }] })
    const { order } = (await clock.shopper.order(id, { code: 'now' })).json
    expect(order.amount).toBe('$40.00')
    const { nonce } = (await clock.shopper.open(id)).data!
    await clock.advance(120)
    const { json } = await clock.shopper.pay(id, nonce, { order: { code: 'now', quote: order.quote } })
    expect(json).toMatchObject({
      status: 'open',
      order: { amount: '$50.00', code: null, codeError: 'This code has expired.' },
    })
    expect(await clock.payments(id)).toEqual([])
  })

  test('a payment repeated with its nonce is one payment', async () => {
    const id = await make(offered)
    const order = toPay(await priced(id, { code: 'spring-10' }))
    const nonce = await nonceOf(id)
    for (const body of [
      { order, answers },
      { order: { ...order, quantities: [5, 1] }, answers },
    ])
      expect((await shopper.pay(id, nonce, body)).json.status).toBe('completed')
    expect(await payments(id)).toHaveLength(1)
  })

  test('a body above the limit is rejected', async () => {
    const id = await make(offered)
    const response = await shop.worker.fetch(
      new Request(`${gatewayOrigin}/checkout/${id}/order`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ code: 'x'.repeat(300_000) }),
      }),
    )
    expect(response.status).toBe(413)
  })
})
