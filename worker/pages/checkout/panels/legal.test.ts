import { expect, test } from 'vitest'
import { bindings } from '../../../testing/bindings.ts'
import { OPEN, SUBSCRIPTION } from '../fixtures.ts'
import { readPage } from '../readPage.fixtures.ts'
import { createViewModel } from '../viewModel.ts'
import { legalTextsFor } from './legal.ts'

const given = {
  en: { bankDebit: 'Own {amount} to {merchant}' },
  de: { bankDebit: 'Eigener Text', subscription: 'Abo bei {contact}' },
  'de-AT': { subscription: 'Abo in Österreich' },
}

/** The assets, and the paths of the legal texts that were read from them. */
const watchedAssets = () => {
  const read: string[] = []
  const fetch = (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    if (pathname.startsWith('/legal/')) read.push(pathname)
    return bindings.ASSETS.fetch(input)
  }
  return { read, assets: { fetch } as Fetcher }
}

const legal = async (view: typeof OPEN, wanted: readonly string[], locale = 'en') => {
  const { read, assets } = watchedAssets()
  const model = await createViewModel(view, locale, assets)
  const { bankDebit, subscription } = await legalTextsFor(model, wanted, assets)
  const text = (value: typeof bankDebit) =>
    value &&
    [value]
      .flat()
      .map((html) => html.text)
      .join('\n')
  return { bankDebit: text(bankDebit), subscription: text(subscription), read }
}

const ownText = (locale: string, content: string) => `<p lang="${locale}" dir="auto">${content}</p>`

test.each([
  [['de-AT', 'de'], ownText('de-AT', 'Abo in Österreich')],
  [['de-CH', 'de'], ownText('de', 'Abo bei Kiln &amp; Tide (hello@shop.example)')],
])('legal text for languages %j is the account’s in the nearest language', async (wanted, text) => {
  expect((await legal({ ...SUBSCRIPTION, legalTexts: given }, wanted, 'de')).subscription).toBe(text)
})

test('legal text is the account’s English text rather than a built-in translation', async () => {
  const { bankDebit } = await legal({ ...OPEN, legalTexts: given }, ['it'], 'it')
  expect(bankDebit).toMatch(/^<p lang="en" dir="auto">Own 25,75\sUSD to Kiln &amp; Tide<\/p>$/)
})

test('the amount in the account’s own text is marked where the shopper’s choices can change it', async () => {
  const order = {
    takesCode: true,
    code: null,
    codeRefusal: null,
    options: null,
    shippingOption: null,
    noShipping: false,
    address: null,
  }
  const { bankDebit } = await legal({ ...OPEN, order, legalTexts: given }, ['en'])
  expect(bankDebit).toMatch(/Own\s+<bdi dir="ltr" data-amount>\$25\.75<\/bdi>\s+to Kiln &amp; Tide/)
})

test('legal text is the built-in one in the page’s language if the account has none in it or in English', async () => {
  const { bankDebit, subscription } = await legal({ ...SUBSCRIPTION, legalTexts: { de: given.de } }, ['fr'], 'fr')
  expect(bankDebit).toContain('<p lang="fr" dir="auto">En continuant, vous autorisez <bdi>Kiln &amp; Tide</bdi>')
  expect(bankDebit).toContain('aux dates mentionnés sur cette page')
  expect(subscription).toContain('vous acceptez que')
})

test('a translation is marked as one, and the English original is beside it', async () => {
  const { bankDebit } = await legal(OPEN, ['de'], 'de')
  const lines = bankDebit!.split('\n').map((line) => line.trim())
  expect(lines).toContain('<p>Dies ist eine Übersetzung. Maßgeblich ist das englische Original.</p>')
  expect(lines).toContain('<summary>Englisches Original</summary>')
  expect(bankDebit).toMatch(/<p lang="en" dir="auto">By continuing, you authorize .* to debit <bdi dir="ltr">\$25\.75</)
})

test('the English text has no note', async () => {
  const { bankDebit } = await legal(OPEN, ['en'])
  expect(bankDebit).toContain('by contacting <bdi>Kiln &amp; Tide (hello@shop.example)</bdi>')
  expect(bankDebit).not.toMatch(/<details|translation/)
})

test('the authorization of recurring debits is shown with a subscription', async () => {
  expect((await legal(SUBSCRIPTION, ['en'])).bankDebit).toContain('in the amounts and on the dates stated on this page')
})

test('legal texts are present only for bank accounts and subscriptions, and read only then', async () => {
  const cardOnly = { ...OPEN, form: { ...OPEN.form, methods: ['card'] as const } }
  const account = { wallet: 'w1', network: 'ach', last4: '6789', expiry: '' }
  expect(await legal(cardOnly, ['it'], 'it')).toEqual({ bankDebit: null, subscription: null, read: [] })
  expect((await legal({ ...cardOnly, saved: [account] }, ['en'])).bankDebit).toContain('you authorize')
  expect((await legal({ ...OPEN, legalTexts: given }, ['lv', 'de'], 'lv')).read).toEqual([])
  expect((await legal(OPEN, ['lv'], 'lv')).read).toEqual(['/legal/lv.json'])
})

test('the built-in text names the merchant if there is no contact', async () => {
  const merchant = { ...OPEN.merchant, supportEmail: null, supportUrl: null }
  expect((await legal({ ...OPEN, merchant }, ['en'])).bankDebit).toContain(
    'by contacting <bdi>Kiln &amp; Tide</bdi> before',
  )
})

test('a page without legal texts does not contain them', async () => {
  const cardOnly = { ...OPEN, form: { ...OPEN.form, methods: ['card'] as const } }
  expect((await readPage(cardOnly)).html).not.toContain('class="legal')
  expect((await readPage(OPEN)).texts('div.legal')).toHaveLength(1)
})
