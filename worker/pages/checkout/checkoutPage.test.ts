import { describe, expect, test } from 'vitest'
import pages from '#built/pages' with { type: 'json' }
import type { CheckoutPageData } from '#contract/checkouts/page'
import type { CheckoutView } from '#contract/checkouts/view'
import { OPEN, PAID, SUBSCRIPTION } from './fixtures.ts'
import { readPage, type ReadPage } from './readPage.fixtures.ts'

const blockOf = ({ elements }: ReadPage, id: string): unknown => {
  const block = elements.find(({ attributes }) => attributes['id'] === id)
  return block && JSON.parse(block.text)
}
/** What the script looks for. */
const has = async (view: CheckoutView) =>
  (await readPage(view)).elements.flatMap(({ attributes: { id } }) => (id && id !== 'paid' ? id : []))
const framed = async (destination: string) => {
  const { elements } = await readPage(OPEN, { headers: { 'sec-fetch-dest': destination } })
  return elements.find(({ tag }) => tag === 'html')!.attributes
}

describe('invoice', () => {
  test('the invoice shows total, number and dates in the merchant’s time zone', async () => {
    const { texts } = await readPage(OPEN)
    expect(texts('p.due')).toEqual(['Total $25.75'])
    expect(texts('ul.facts')).toEqual(['Invoice INV-1042Issued November 20, 2026Due December 4, 2026'])
    const [bill = ''] = texts('div.bill')
    expect(bill.indexOf('Total $25.75')).toBe(0)
  })

  test('the invoice lists items with quantity and unit price', async () => {
    const { texts } = await readPage(OPEN)
    expect(texts('p.name')).toEqual(['Bowl', 'Cup'])
    expect(texts('p.amount')).toEqual(['$20.00', '$4.25'])
    expect(texts('p.each')).toEqual(['Quantity: 2 $10.00 each'])
  })

  test('the invoice collapses long descriptions only', async () => {
    const { texts, elements } = await readPage(OPEN)
    expect(texts('p.words')).toEqual(['Thrown by hand', OPEN.invoice.items[1]!.description])
    // One for the description, and one for the bill in one column.
    expect(elements.filter(({ tag }) => tag === 'details')).toHaveLength(2)
  })

  test('the invoice lists the sums up to the total', async () => {
    const { texts } = await readPage(OPEN)
    const sums = [
      'Subtotal $24.25',
      'Tax $2.00',
      'Surcharge $1.00',
      'Shipping $4.00',
      'Discount -$5.50',
      'Total $25.75',
    ]
    expect(texts('dl.sums')).toEqual([sums.join(' ')])
  })

  test('the invoice omits empty members', async () => {
    const nothing = { items: [], subtotal: null, tax: null, surcharge: null, shipping: null, discount: null }
    const invoice = { ...OPEN.invoice, ...nothing, number: null, invoiceDate: null, dueDate: null }
    const { texts, elements } = await readPage({ ...OPEN, invoice })
    expect(texts('div.bill')).toEqual(['Total $25.75'])
    expect(elements.map(({ tag }) => tag)).not.toContain('details')
  })

  test('the merchant’s logo replaces the name', async () => {
    const merchant = { ...OPEN.merchant, logoUrl: 'https://cdn.example/logo.svg?a=1&b=2' }
    const { elements, response } = await readPage({ ...OPEN, merchant })
    expect(elements.find(({ tag }) => tag === 'img')?.attributes).toEqual({
      src: 'https://cdn.example/logo.svg?a=1&b=2',
      alt: 'Kiln & Tide',
      height: '32',
    })
    expect(elements.find(({ attributes: { rel } }) => rel === 'icon')?.attributes).toEqual({
      rel: 'icon',
      href: 'https://cdn.example/logo.svg?a=1&b=2',
    })
    expect(response.headers.get('content-security-policy')).toContain('; img-src https://cdn.example; ')
  })

  test.each([
    ['test', ['Test mode: no money moves']],
    ['live', []],
  ] as const)('the page in %s mode shows %j', async (mode, said) => {
    expect((await readPage({ ...OPEN, mode })).texts('p.badge')).toEqual(said)
  })
})

describe('skeleton', () => {
  test('the skeleton has the sections and labels of the form, without hidden fields', async () => {
    const { texts } = await readPage(OPEN)
    expect(texts('h2')).toEqual(['Contact', 'Shipping address', 'Details', 'Payment'])
    const [skeleton = ''] = texts('div.skeleton')
    for (const label of ['Email', 'Full name', 'Country', 'Glove size', 'Card number', 'Save this card for next time'])
      expect(skeleton).toContain(label)
    expect(skeleton).not.toContain('Campaign')
  })

  test('the skeleton lists saved payment methods in place of card fields', async () => {
    const saved = [
      { wallet: 'w1', network: 'visa', last4: '4242', expiry: '12/30' },
      { wallet: 'w2', network: 'ach', last4: '6789', expiry: '' },
    ]
    const page = await readPage({ ...OPEN, saved })
    expect(page.texts('li.marked')).toEqual(['Visa ending in 4242 · Expires 12/30', 'Bank account ending in 6789'])
    expect(page.texts('ul.skeleton-options').join()).toContain('Another payment method')
    expect(page.texts('div.skeleton').join()).not.toContain('Card number')
    expect((blockOf(page, 'checkout') as CheckoutPageData).saved).toEqual(saved)
  })

  test('the page shows a notice if JavaScript is off', async () => {
    expect((await readPage(OPEN)).texts('noscript').join()).toContain('Turn on JavaScript in your browser')
  })

  test.each([
    ['the amount that is charged today', OPEN, 'Pay $25.75'],
    ['the agreement where nothing is', SUBSCRIPTION, 'Start subscription'],
    ['the merchant’s own words', { ...SUBSCRIPTION, submitButtonText: 'Join' }, 'Join'],
  ])('the pay button shows %s', async (_, view, button) => {
    const page = await readPage(view)
    expect(page.texts('button.pay')).toEqual([button])
    expect((blockOf(page, 'checkout') as CheckoutPageData).button).toBe(button)
  })

  test('the terms of a subscription are shown before the pay button', async () => {
    const { texts, html } = await readPage(SUBSCRIPTION)
    const [terms = ''] = texts('div.terms')
    expect(terms).toMatch(
      /^\$25\.75 every 3 months First payment on January 31, 2027 Number of payments: 12 Your payment method is saved for these payments\. By continuing, you agree that Kiln & Tide /,
    )
    expect(html.indexOf('class="terms"')).toBeLessThan(html.indexOf('class="pay"'))
    expect(texts('dl.sums').join()).toContain('Due today $0.00')
  })

  test('the headline of a later subscription is its plan, what is due today, and the later charges', async () => {
    const { texts } = await readPage(SUBSCRIPTION)
    const headline = 'Glaze Club Due today $0.00 Then $25.75 every 3 months from January 31, 2027'
    expect(texts('p.due')).toEqual([headline])
    // On a phone it stays in sight while the bill is folded.
    expect(texts('summary').join()).toContain(headline)
  })

  test('the headline of a subscription that is charged today is its amount and cycle', async () => {
    const terms = { ...SUBSCRIPTION.terms!, label: null, interval: 1, first: null }
    const { texts } = await readPage({ ...SUBSCRIPTION, invoice: OPEN.invoice, terms })
    expect(texts('p.due')).toEqual(['Due today $25.75 $25.75 per month'])
  })

  test.each([
    ['day', 1, '$25.75 per day'],
    ['week', 1, '$25.75 per week'],
    ['month', 1, '$25.75 per month'],
    ['year', 1, '$25.75 per year'],
    ['week', 2, '$25.75 every 2 weeks'],
  ] as const)('states a cycle of %s and %i as "%s"', async (unit, interval, price) => {
    const terms = { ...SUBSCRIPTION.terms!, unit, interval, first: null, installments: 0 }
    const { texts } = await readPage({ ...SUBSCRIPTION, terms })
    expect(texts('p.price')).toEqual([price])
    expect(texts('div.terms').join()).toContain('First payment today')
    expect(texts('div.terms').join()).not.toContain('Number of payments')
  })
})

describe('inline data and script', () => {
  test('inline data contains exactly the documented members', async () => {
    const page = await readPage(OPEN)
    const data = blockOf(page, 'checkout') as CheckoutPageData
    expect(data).toEqual({
      id: OPEN.id,
      mode: 'live',
      locale: 'en',
      form: OPEN.form,
      saved: [],
      savedCode: true,
      customer: null,
      consents: null,
      prefill: OPEN.prefill,
      order: null,
      networks: null,
      address: {
        countryName: 'United States',
        rules: expect.objectContaining({ required: ['line1', 'city', 'state', 'postalCode'] }) as object,
        script: pages.checkout.address.path,
        path: expect.stringMatching(/^\/checkout-assets\/address\/[0-9a-f]{16}\/$/) as string,
      },
      button: 'Pay $25.75',
      nonce: 'name-of-an-attempt',
    })
    expect(blockOf(page, 'texts')).toMatchObject({
      card: { labels: { number: 'Card number' } },
      checkout: { sections: { contact: 'Contact' }, button: { processing: 'Processing' } },
    })
    expect(page.html).not.toContain('You received this email')
  })

  test('inline data is present for open checkouts and pending payments only', async () => {
    expect(await has(OPEN)).toEqual(['form', 'debit', 'not-loaded', 'checkout', 'texts'])
    expect(await has({ ...OPEN, status: 'processing' })).toEqual(['checkout', 'texts'])
    for (const view of [PAID, { ...OPEN, status: 'expired' }, { ...OPEN, status: 'canceled' }] as const)
      expect(await has(view)).toEqual([])
  })

  test('the script is loaded once by its hash, with a modulepreload header', async () => {
    const { elements, response } = await readPage(OPEN)
    const { path } = pages.checkout.script
    const scripts = elements.filter(({ attributes: { src } }) => src !== undefined)
    expect(scripts.map(({ attributes }) => attributes)).toEqual([
      { type: 'module', nonce: expect.any(String) as string, src: path },
    ])
    expect(response.headers.get('link')).toContain(`<${path}>; rel=modulepreload; nonce=`)
  })

  test('an open checkout is painted once its form is parsed, so that no row moves', async () => {
    const { elements } = await readPage(OPEN)
    const expected = elements.filter(({ attributes: { rel } }) => rel === 'expect').map(({ attributes }) => attributes)
    expect(expected).toEqual([{ rel: 'expect', href: '#form', blocking: 'render' }])
    expect(elements.filter(({ attributes: { id } }) => id === 'form')).toHaveLength(1)
    for (const view of [PAID, { ...OPEN, status: 'expired' }, { ...OPEN, status: 'processing' }] as const)
      expect((await readPage(view)).html).not.toContain('rel="expect"')
  })

  test('an open checkout lays out its order before the form is parsed, and loads the parts of the form after its script', async () => {
    const { elements, html } = await readPage(OPEN)
    const early = `${pages.checkout.earlyLayout.code}</script>`
    expect(html.indexOf(early)).toBeGreaterThan(html.indexOf('class="invoice"'))
    expect(html.indexOf(early)).toBeLessThan(html.indexOf('class="form"'))
    const preloads = elements.filter(({ attributes: { rel } }) => rel === 'modulepreload')
    expect(preloads.map(({ attributes }) => attributes['fetchpriority'])).toEqual(preloads.map(() => 'low'))
    expect(preloads).not.toEqual([])
    for (const view of [PAID, { ...OPEN, status: 'expired' }, { ...OPEN, status: 'processing' }] as const)
      expect((await readPage(view)).html).not.toContain(early)
  })

  test('the inline loader is before the script, and a hidden message after the form', async () => {
    const { elements, html } = await readPage({ ...OPEN, merchant: { ...OPEN.merchant, name: 'not-loaded' } })
    const scripts = elements.filter(({ tag, attributes: { type } }) => tag === 'script' && type !== 'application/json')
    expect(scripts.map(({ text }) => text)).toEqual([pages.checkout.loader.code, '', pages.checkout.earlyLayout.code])
    expect(elements.find(({ attributes: { id } }) => id === 'not-loaded')?.attributes).toEqual({
      id: 'not-loaded',
      role: 'alert',
      hidden: '',
    })
    expect(html.indexOf('id="not-loaded"')).toBeGreaterThan(html.indexOf('id="form"'))
    expect((await readPage({ ...OPEN, status: 'processing' })).html).not.toContain('id="not-loaded"')
  })

  test.each([
    ['expired', null, false],
    ['expired', ['https://shop.example'], true],
    ['canceled', null, false],
    ['processing', null, true],
  ] as const)('where a checkout is %s and may be framed by %j comes: %s', async (status, framedBy, comes) => {
    const page = await readPage({ ...OPEN, status, framedBy })
    expect(page.html.includes('<script type="module"')).toBe(comes)
    expect(page.elements.find(({ tag }) => tag === 'body')?.attributes['data-status']).toBe(status)
  })
})

/** The details of a receipt for a shopper in a time zone. */
const facts = async (timezone: string) => (await readPage(PAID, { cf: { timezone } })).texts('.facts').join()

/** Text and address of the buttons of an expired checkout. */
const contactButtons = async (view: CheckoutView) =>
  (await readPage({ ...view, status: 'expired' })).elements
    .filter(({ attributes }) => attributes['class'] === 'back')
    .map(({ text, attributes: { href } }) => [text, href] as const)

describe('closed checkouts', () => {
  test.each([
    ['expired', null, 'This checkout has expired', 'Ask Kiln & Tide for a new link. Nothing was charged.'],
    ['canceled', 'merchant', 'This checkout was canceled', 'Kiln & Tide canceled this payment request. Nothing'],
    ['canceled', 'too_many_declines', 'This checkout is closed', 'The payment was declined too many times.'],
  ] as const)('a closed checkout (%s, %s) shows a notice', async (status, reason, title, sentence) => {
    const { texts, response } = await readPage({ ...OPEN, status, reason })
    expect(response.status).toBe(200)
    expect(texts('h1')).toEqual([title])
    const [main = ''] = texts('main.form')
    expect(main).toContain(sentence)
    expect(main).toContain('Questions? hello@shop.example')
    expect(main).not.toContain('$')
  })

  test('a closed checkout leads to an email with the number of the invoice', async () => {
    expect(await contactButtons(OPEN)).toEqual([
      ['Email Kiln & Tide', 'mailto:hello@shop.example?subject=Invoice%20INV-1042'],
    ])
    const number = 'A&body=1?\r\nBcc: all@evil.example'
    const [[, href] = []] = await contactButtons({ ...OPEN, invoice: { ...OPEN.invoice, number } })
    expect(href).toBe('mailto:hello@shop.example?subject=Invoice%20A%26body%3D1%3F%0D%0ABcc%3A%20all%40evil.example')
  })

  test('the email about a checkout without an invoice number names its state and URL', async () => {
    const view = { ...OPEN, invoice: { ...OPEN.invoice, number: null } }
    const [[, href] = []] = await contactButtons(view)
    expect([...new URL(href!).searchParams]).toEqual([
      ['subject', 'This checkout has expired'],
      ['body', OPEN.url],
    ])
  })

  test('a closed checkout of a merchant without support email leads to the support page, if there is one', async () => {
    const merchant = { ...OPEN.merchant, supportEmail: null }
    expect(await contactButtons({ ...OPEN, merchant })).toEqual([['Contact Kiln & Tide', 'https://shop.example/help']])
    expect(await contactButtons({ ...OPEN, merchant: { ...merchant, supportUrl: null } })).toEqual([])
  })

  test('a pending payment shows a processing notice beside the invoice', async () => {
    const { texts } = await readPage({ ...OPEN, status: 'processing' })
    expect(texts('h1')).toEqual(['Your payment is being processed'])
    expect(texts('div.bill').join()).toContain('Total $25.75')
    expect(texts('div.skeleton')).toEqual([])
  })
})

describe('receipt', () => {
  test('the receipt shows amount, time, payment method and address, and no form', async () => {
    const { texts } = await readPage(PAID)
    expect(texts('h1')).toEqual(['Thank you'])
    const [main = ''] = texts('main.form')
    for (const fact of [
      'You paid $25.75 to Kiln & Tide.',
      'Date November 20, 2026 at 2:41 PM CST',
      'Paid with Visa •••• 4242',
      'Transaction 00J7Q2M4X9 Copy Copied',
      'Authorization A12B34',
      'Ship to Robin Miller12 Harbor StreetApt 4Portland, ME 04101United States',
      'A receipt is on its way to robin@example.com.',
    ])
      expect(main).toContain(fact)
    expect(texts('p.name')).toEqual(['Bowl', 'Cup'])
    expect(texts('button.pay')).toEqual([])
  })

  test('the headline of a receipt is the amount paid', async () => {
    expect((await readPage(PAID)).texts('p.due')).toEqual(['Paid $25.75'])
    expect((await readPage(PAID)).texts('dl.sums').join()).toMatch(/ Total \$25\.75$/)
  })

  test('the time of a receipt is in the shopper’s zone, if Intl knows it, and dates stay in the merchant’s', async () => {
    expect(await facts('Asia/Tokyo')).toContain('November 21, 2026 at 5:41 AM GMT+9')
    expect(await facts('Asia/Tokyo')).toContain('Due December 4, 2026')
    expect(await facts('Middle/Earth')).toContain('November 20, 2026 at 2:41 PM CST')
  })

  test('the receipt links to the merchant and can be printed', async () => {
    const { elements } = await readPage(PAID)
    const back = elements.find(({ attributes }) => attributes['data-back'] !== undefined)
    expect(back).toMatchObject({ text: 'Back to Kiln & Tide', attributes: { href: PAID.receipt.url, target: '_top' } })
    expect(elements.filter(({ attributes }) => attributes['data-print'] !== undefined)).toHaveLength(1)
  })

  test('the receipt has the announcement of the return and its time, for the script', async () => {
    const { elements, html } = await readPage({ ...PAID, receipt: { ...PAID.receipt, returnAfter: 10 } })
    const notice = elements.find(({ attributes }) => attributes['data-return'] !== undefined)
    expect(notice).toMatchObject({ attributes: { 'data-return': '10' } })
    expect(html).toMatch(/<template>.*Kiln &amp; Tide.*:<\/span>\s*in 10 seconds/s)
    const without = await readPage({ ...PAID, receipt: { ...PAID.receipt, url: null } })
    expect(without.html).not.toContain('data-return')
  })

  test.each([
    ['none', null],
    ['due', 'A receipt is on its way to robin@example.com.'],
    ['sent', 'A receipt is on its way to robin@example.com.'],
    ['failed', 'We could not send a receipt. Print this page to keep one.'],
  ] as const)('the receipt with mail status "%s" shows %s', async (mail, said) => {
    const { texts } = await readPage({ ...PAID, receipt: { ...PAID.receipt, mail } })
    expect(texts('p.mailed')).toEqual(said === null ? [] : [said])
  })

  test('the receipt of a bank payment says that clearing takes days', async () => {
    const personal = { ...PAID.receipt.personal, last4: '6789', shipTo: null }
    const receipt = { ...PAID.receipt, network: 'ach', personal, authCode: null, url: null }
    const [main = ''] = (await readPage({ ...PAID, receipt })).texts('main.form')
    expect(main).toContain('Paid with Bank account •••• 6789')
    expect(main).toContain('Payments from a bank account take a few days to clear.')
    for (const left of ['Authorization', 'Ship to', 'Back to']) expect(main).not.toContain(left)
  })

  test('the receipt for anybody has amount, date, merchant and network, and no mail status', async () => {
    const { texts } = await readPage({ ...PAID, receipt: { ...PAID.receipt, personal: null } })
    const [main = ''] = texts('main.form')
    for (const shown of ['You paid $25.75 to Kiln & Tide', 'November 20, 2026', 'Visa', PAID.receipt.transactionId])
      expect(main).toContain(shown)
    for (const left of ['4242', '•', 'Ship to', 'robin', 'Robin', 'Harbor']) expect(main).not.toContain(left)
    expect(texts('p.mailed')).toEqual([])
  })

  test('the receipt of a later subscription shows its first date and no payment', async () => {
    const receipt = { ...PAID.receipt, amount: '0.00', next: '2027-01-31' }
    const { texts } = await readPage({ ...SUBSCRIPTION, status: 'completed', receipt })
    expect(texts('h1')).toEqual(['You are subscribed'])
    expect(texts('main.form').join()).toContain('First payment on January 31, 2027')
    expect(texts('p.due').join()).toContain('Paid $0.00 Then $25.75 every 3 months from January 31, 2027')
    expect(texts('main.form').join()).not.toContain('You paid')
  })
})

test.each([
  ['Pay Kiln & Tide', OPEN],
  ['Your payment is being processed – Kiln & Tide', { ...OPEN, status: 'processing' }],
  ['Receipt – Kiln & Tide', PAID],
  ['This checkout has expired – Kiln & Tide', { ...OPEN, status: 'expired' }],
  ['This checkout was canceled – Kiln & Tide', { ...OPEN, status: 'canceled' }],
  ['This checkout is closed – Kiln & Tide', { ...OPEN, status: 'canceled', reason: 'too_many_declines' }],
] as const)('the title is "%s" in its state', async (title, view) => {
  expect((await readPage(view)).texts('title')).toEqual([title])
})

/** Text and address of the links to a cancelUrl. */
const cancelLinks = async (view: typeof OPEN) =>
  (await readPage({ ...view, cancelUrl: 'https://shop.example/cart?a=1&b=2' })).elements
    .filter(({ attributes }) => attributes['data-leave'] !== undefined)
    .map(({ text, attributes: { href } }) => [text, href])

test('the page links to the cancelUrl until the checkout is paid, and to no other scheme', async () => {
  const link = [['Back to Kiln & Tide', 'https://shop.example/cart?a=1&b=2']]
  expect(await cancelLinks(OPEN)).toEqual(link)
  expect(await cancelLinks({ ...OPEN, status: 'expired' })).toEqual(link)
  expect(await cancelLinks({ ...OPEN, status: 'canceled', reason: 'too_many_declines' })).toEqual(link)
  expect(await cancelLinks({ ...OPEN, status: 'processing' })).toEqual([])
  expect(await cancelLinks(PAID)).toEqual([])
  expect((await readPage({ ...OPEN, cancelUrl: 'javascript:alert(1)' })).html).not.toContain('javascript:')
})

test('the page is rendered in the requested language with its amount and date formats', async () => {
  const { response, texts, elements } = await readPage(PAID, { query: '?locale=de' })
  expect(response.headers.get('content-language')).toBe('de')
  expect(elements.find(({ tag }) => tag === 'html')?.attributes).toMatchObject({ lang: 'de', dir: 'ltr' })
  expect(texts('p.due').join()).toContain('25,75 $')
  expect(texts('ul.facts').join()).toContain('20. November 2026')
})

test('an Arabic page is right to left, with amounts left to right', async () => {
  const { elements, texts } = await readPage(OPEN, { headers: { 'accept-language': 'he' } })
  expect(elements.find(({ tag }) => tag === 'html')?.attributes).toMatchObject({ lang: 'he', dir: 'rtl' })
  const amounts = elements.filter(({ tag, text }) => tag === 'bdi' && text.includes('$'))
  expect(amounts.length).toBeGreaterThan(8)
  for (const { attributes } of amounts) expect(attributes['dir']).toBe('ltr')
  // In plain text an isolate does what the attribute does.
  expect(texts('button.pay').join()).toContain('\u206625.75 $\u2069')
})

test('a framed page is marked as framed', async () => {
  expect(await framed('iframe')).toHaveProperty('data-framed')
  expect(await framed('document')).not.toHaveProperty('data-framed')
})

test('page, style and script are below 40 KB together', async () => {
  const { html } = await readPage(OPEN)
  // Brotli, which goes over the wire, does better.
  const zipped = new Response(html).body!.pipeThrough(new CompressionStream('gzip'))
  const { byteLength } = await new Response(zipped).arrayBuffer()
  expect(byteLength + pages.checkout.script.brotli).toBeLessThanOrEqual(40_960)
})
