import { createHash } from 'node:crypto'
import ar from '../../widget/locales/card/ar.json' with { type: 'json' }
import de from '../../widget/locales/card/de.json' with { type: 'json' }
import en from '../../widget/locales/card/en.json' with { type: 'json' }
import ja from '../../widget/locales/card/ja.json' with { type: 'json' }
import { expect } from '../support/fixtures.ts'
import { test as base } from '../support/sharedPage.ts'
import { CheckoutPage } from '../pages/checkoutPage.ts'

/** Each reason of a decline that a test card triggers: its sentence, the marked field with its error, and the focus. */

const test = base.extend<{ checkout: CheckoutPage }>({
  checkout: async ({ page, local }, use, { testId, repeatEachIndex }) => {
    // Each test is a client of its own: payments from one address are limited, and other tests pay from this machine's in the same minute.
    const network = createHash('sha256').update(`${testId} ${repeatEachIndex}`).digest('hex').slice(0, 8)
    await page.setExtraHTTPHeaders({ 'cf-connecting-ip': `2001:db8:${network.slice(0, 4)}:${network.slice(4)}::1` })
    await use(new CheckoutPage(page, local.gateway))
    await page.setExtraHTTPHeaders({})
  },
})

type Reason = 'declined' | 'insufficientFunds' | 'limit' | 'expired' | 'wrongCode' | 'notAccepted' | 'tryLater'

const reasons: Record<Reason, { cards: string[]; focus: string; marked?: 'expiry' | 'code' }> = {
  // Do not honor, suspected fraud, stolen, invalid number, authentication needed.
  declined: {
    cards: ['4000000000000002', '4100000000000019', '4000000000009979', '4000003900000148', '4000002500003155'],
    focus: 'cc-csc',
  },
  insufficientFunds: { cards: ['4000000000009995'], focus: 'cc-number' },
  limit: { cards: ['4000003900000619'], focus: 'cc-number' },
  expired: { cards: ['4000000000000069'], focus: 'cc-exp', marked: 'expiry' },
  wrongCode: { cards: ['4000000000000127'], focus: 'cc-csc', marked: 'code' },
  notAccepted: { cards: ['4000003900000627', '4000003900000577'], focus: 'cc-number' },
  tryLater: { cards: ['4000000000000119', '4000003900000916'], focus: 'cc-csc' },
}

const sentences: Record<string, Record<Reason, string>> = {
  en: {
    declined: 'Your bank declined the payment. Try another card or contact your bank.',
    insufficientFunds: 'This card has insufficient funds. Try another card.',
    limit: 'The amount exceeds this card’s limit. Try another card.',
    expired: 'This card has expired. Try another card.',
    wrongCode: 'The CVV is incorrect. Check it and try again.',
    notAccepted: 'This type of card is not accepted. Try another card.',
    tryLater: 'Your bank could not be reached. Try again in a moment.',
  },
  de: {
    declined: 'Ihre Bank hat die Zahlung abgelehnt. Nehmen Sie eine andere Karte oder fragen Sie Ihre Bank.',
    insufficientFunds: 'Die Karte ist nicht ausreichend gedeckt. Nehmen Sie eine andere.',
    limit: 'Der Betrag übersteigt das Limit dieser Karte. Nehmen Sie eine andere.',
    expired: 'Diese Karte ist abgelaufen. Nehmen Sie eine andere.',
    wrongCode: 'Die CVV stimmt nicht. Prüfen Sie sie und versuchen Sie es erneut.',
    notAccepted: 'Diese Art von Karte wird hier nicht akzeptiert. Nehmen Sie eine andere.',
    tryLater: 'Ihre Bank ist nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  },
  ar: {
    declined: 'رفض البنك عملية الدفع. جرّب بطاقة أخرى أو تواصل مع البنك.',
    insufficientFunds: 'رصيد هذه البطاقة غير كافٍ. جرّب بطاقة أخرى.',
    limit: 'المبلغ يتجاوز حد هذه البطاقة. جرّب بطاقة أخرى.',
    expired: 'انتهت صلاحية هذه البطاقة. جرّب بطاقة أخرى.',
    wrongCode: 'رمز CVV غير صحيح. تحقق منه وحاول مرة أخرى.',
    notAccepted: 'هذا النوع من البطاقات غير مقبول هنا. جرّب بطاقة أخرى.',
    tryLater: 'تعذّر الوصول إلى البنك. حاول مرة أخرى بعد قليل.',
  },
  ja: {
    declined: '銀行でお支払いが承認されませんでした。別のカードを使うか、銀行にお問い合わせください。',
    insufficientFunds: 'このカードは残高が不足しています。別のカードをお試しください。',
    limit: '金額がこのカードの限度額を超えています。別のカードをお試しください。',
    expired: '有効期限切れのカードです。別のカードをお試しください。',
    wrongCode: 'CVVが正しくありません。確認してもう一度お試しください。',
    notAccepted: 'この種類のカードはご利用いただけません。別のカードをお試しください。',
    tryLater: '銀行に接続できませんでした。しばらくしてから再度お試しください。',
  },
}

const cardTexts = { en, de, ar, ja }

for (const [locale, texts] of Object.entries(cardTexts))
  test(`declines in ${locale}: each test card has its sentence, marked field and focus, then another card pays`, async ({
    checkout,
  }) => {
    const { page } = checkout
    const pay = async (number: string) => {
      for (const [id, text] of Object.entries({ number, exp: '12 / 30', csc: '123', name: 'Ada Lovelace' }))
        await page.locator(`#cc-${id}`).fill(text)
      await checkout.pay()
    }
    for (const [reason, { cards, focus, marked }] of Object.entries(reasons) as [Reason, (typeof reasons)[Reason]][]) {
      // A checkout closes after ten declines.
      await checkout.open({ total: 26.25 }, `?locale=${locale}`)
      for (const card of cards) {
        await pay(card)
        await expect(checkout.alert).toHaveText(sentences[locale]![reason])
        await expect(page.locator('form[aria-busy=false]')).toBeVisible()
        await expect(page.locator(`#${focus}`)).toBeFocused()
        await expect(page.locator('#cc-csc')).toHaveValue('')
        await expect(page.locator('#cc-name')).toHaveValue('Ada Lovelace')
        const errors = page.locator('sluice-card-form .message:not(.help)').filter({ visible: true, hasText: /./ })
        if (marked) {
          await expect(page.locator('[aria-invalid=true]')).toHaveAttribute('id', focus)
          await expect(errors).toHaveText([texts.errors[marked].wrong])
        } else await expect(errors).toHaveCount(0)
        // The sentence is gone with the next input, so each card shows its own.
        await page.locator('#cc-name').fill('Ada')
        await expect(checkout.alert).toHaveText('')
      }
    }
    await pay('4242424242424242')
    await checkout.waitForReceipt()
  })

test('declines by the account’s own rules have no reason and mark no field', async ({ checkout }) => {
  const { page, client } = checkout
  await client.call('PUT', '/v1/account', { cvvReject: ['N'], avsReject: ['N'] })
  try {
    for (const number of ['4000000000000101', '4000000000000010']) {
      await checkout.open()
      await checkout.fillCard(number)
      await checkout.pay()
      await expect(checkout.alert).toHaveText(sentences['en']!.declined)
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(0)
    }
  } finally {
    await client.call('PUT', '/v1/account', { cvvReject: [], avsReject: [] })
  }
})

test('a phone of 390 x 664 shows the whole card form and Pay without scrolling', async ({ checkout }) => {
  const { page } = checkout
  await page.setViewportSize({ width: 390, height: 664 })
  await checkout.open({ items: [{ name: 'Tide mug', price: 26.25 }], tax: 1 })
  for (const field of ['#email', '#cc-number', '#cc-exp', '#cc-csc', '#cc-name', '#postal-code', '.pay'])
    await expect(page.locator(field)).toBeInViewport({ ratio: 1 })
})
