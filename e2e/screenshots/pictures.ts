import type { Page } from '@playwright/test'
import { GatewayClient } from '../support/gatewayClient.ts'
import { CardFrame, goodCard, type TypedCard } from '../pages/cardFrame.ts'
import { CheckoutClient, CheckoutPage } from '../pages/checkoutPage.ts'
import { InboxPage } from '../pages/inboxPage.ts'
import { ReaderPage } from '../pages/readerPage.ts'
import { ShopPage } from '../pages/shopPage.ts'
import { servers } from '../support/servers.ts'
import { layoutPictures } from './layoutPictures.ts'
import type { Picture } from './picture.ts'

/** Types card texts into a gallery specimen field by field, and leaves the last field. */
const typeInto = async (page: Page, id: string, texts: readonly string[]): Promise<string> => {
  await page.goto(`${servers().shop}/gallery?only=${id}`)
  const inputs = page.locator('sluice-card iframe').contentFrame().locator('input:not([type=radio])')
  await inputs.first().focus()
  for (const [index, text] of texts.entries()) {
    await inputs.nth(index).focus()
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Tab')
  return '.stage'
}

/** The card of the shop's customer. */
const shopCard: TypedCard = { ...goodCard, postalCode: '46202' }
const fullCard = Object.values(shopCard)

/** Fills in a card in the shop; the test card decides the outcome. */
const payInShop = async (page: Page, card: TypedCard): Promise<ShopPage> => {
  const shop = new ShopPage(page, servers().shop)
  await shop.open()
  await new CardFrame(page).complete(card)
  return shop
}

/** A payment’s events in the inbox and the test event, with failed first attempts. The open delivery is the one of the capture. */
const receiveWebhooks = async (page: Page): Promise<void> => {
  const gateway = new GatewayClient(servers().gateway)
  const inbox = new InboxPage(page, servers().shop)
  await inbox.open()
  await inbox.answerWith('Fail')
  const tab = await page.context().browser()!.newPage()
  const shop = await payInShop(tab, shopCard)
  await shop.payButton.click()
  await shop.approved.waitFor()
  const transactionId = await shop.transactionId()
  await tab.close()
  await inbox.row(transactionId, 'transaction.captured', '500').waitFor()
  await inbox.answerWith('OK')
  for (const type of ['transaction.authorized', 'transaction.captured'])
    await inbox.row(transactionId, type, 'attempt 2').waitFor()
  await gateway.call('POST', '/v1/transactions/credit', { referenceTransactionId: transactionId, amount: { value: 6 } })
  await inbox.row(transactionId, 'transaction.credited').waitFor()
  await inbox.button('Send test event').click()
  await inbox.row('webhook.test').waitFor()
  await inbox.row(transactionId, 'transaction.captured', 'attempt 2').click()
  await inbox.payload.waitFor()
  await page.evaluate(() => scrollTo(0, 0))
  await page.mouse.move(0, 0)
}

/** Creates a checkout that uses most members. */
const createCheckout = () =>
  new CheckoutClient(servers().gateway).create({
    items: [
      { name: 'Tide mug', price: 18, quantity: 2, description: 'Stoneware, 350 ml, glazed by hand' },
      { name: 'Fern planter', price: 24, description: 'Terracotta, fern included' },
      { name: 'Shipping', price: 4.5 },
    ],
    tax: 4.52,
    invoiceInfo: { number: 'K-2048' },
    customerInfo: { email: 'robin@example.com' },
    allowAch: true,
    oneTimePayment: true,
  })

const fillCheckout = async (page: Page): Promise<CheckoutPage> => {
  const checkout = new CheckoutPage(page, servers().gateway)
  await page.goto((await createCheckout()).url)
  await checkout.waitForForm()
  await checkout.fillCard('4242 4242 4242 4242', 'Robin Miller')
  await checkout.field('Name on card').blur()
  return checkout
}

/** Opens the demo reader, pairs it and starts a payment. */
const chargeAtReader = async (page: Page, name: string): Promise<ReaderPage> => {
  const gateway = new GatewayClient(servers().gateway)
  const reader = new ReaderPage(page, servers().shop, name)
  await reader.open()
  const id = await reader.register(gateway, 'Front desk')
  const prompts = { promptTip: true, tipAmounts: [1, 1.5, 2], promptSignature: true, keyCard: true }
  // The request stays open until the servers stop.
  void gateway
    .call('POST', '/v1/transactions/authorize', { payment: { terminal: { id, ...prompts } }, amount: { value: 8.5 } })
    .catch(() => undefined)
  await reader.title('Add a tip?').waitFor()
  return reader
}

/** Every picture of docs/pictures, by its file name. */
export const pictures: readonly Picture[] = [
  {
    name: 'shop',
    width: 1280,
    height: 900,
    smallWidth: 800,
    take: async (page) => {
      await payInShop(page, shopCard)
    },
  },
  {
    name: 'shop-paid',
    width: 1280,
    height: 900,
    take: async (page) => {
      const shop = await payInShop(page, shopCard)
      await shop.payButton.click()
      await shop.approved.waitFor()
    },
  },
  {
    name: 'declined',
    width: 390,
    height: 720,
    take: async (page) => {
      const shop = await payInShop(page, { ...shopCard, number: '4000 0000 0000 9995' })
      await shop.payButton.click()
      await shop.notice.waitFor()
      await shop.card.number.waitFor()
      await shop.notice.evaluate((notice) => notice.scrollIntoView({ block: 'center' }))
    },
  },
  { name: 'card-form-row', take: (page) => typeInto(page, 'state-filled', fullCard) },
  { name: 'card-form-stack', take: (page) => typeInto(page, 'layout-stack-390', fullCard) },
  { name: 'card-form-right-to-left', take: (page) => typeInto(page, 'language-ar', fullCard) },
  {
    name: 'card-form-two-networks',
    take: async (page) => {
      const part = await typeInto(page, 'state-two-networks', ['4000002500001001'])
      // The gallery's form is as narrow as a row can be.
      await page.locator('.place').evaluate((place) => (place.style.width = '520px'))
      return part
    },
  },
  { name: 'card-form-errors', take: (page) => typeInto(page, 'state-wrong', ['4242424242424243', '0120', '1']) },
  { name: 'card-form-theme', take: (page) => typeInto(page, 'theme-midnight', ['4242424242424242', '1230']) },
  {
    name: 'checkout',
    width: 1180,
    height: 760,
    take: async (page) => {
      await fillCheckout(page)
    },
  },
  {
    name: 'checkout-phone',
    width: 390,
    height: 760,
    smallWidth: 240,
    take: async (page) => {
      await fillCheckout(page)
      await page.evaluate(() => scrollTo(0, 0))
    },
  },
  {
    name: 'receipt',
    width: 1180,
    height: 760,
    take: async (page) => {
      const checkout = await fillCheckout(page)
      await checkout.pay()
      await checkout.waitForReceipt()
    },
  },
  {
    name: 'embedded-checkout',
    width: 1280,
    height: 900,
    take: async (page) => {
      await page.goto(servers().shop)
      await page.getByRole('button', { name: 'Pay with embedded checkout' }).click()
      await page.frameLocator('sluice-checkout iframe').locator('sluice-payment-form form').waitFor()
    },
  },
  {
    name: 'studio',
    width: 1280,
    height: 690,
    take: async (page) => {
      await page.goto(`${servers().shop}/studio`)
      await page.getByRole('button', { name: 'Clay' }).click()
      for (const device of ['.desktop', '.phone'])
        await page.frameLocator(`${device} iframe`).locator('sluice-payment-form form').waitFor()
    },
  },
  { name: 'inbox', width: 1280, height: 800, take: receiveWebhooks },
  {
    name: 'reader-pairing',
    width: 390,
    height: 760,
    take: async (page) => {
      const reader = new ReaderPage(page, servers().shop, 'pairing')
      await reader.open()
      await reader.code.waitFor()
    },
  },
  {
    name: 'reader',
    width: 390,
    height: 760,
    take: async (page) => {
      const reader = await chargeAtReader(page, 'card')
      await reader.key('$1.50 total $10.00').click()
      await reader.title('Tap a card').waitFor()
    },
  },
  {
    name: 'reader-signature',
    width: 390,
    height: 760,
    take: async (page) => {
      const reader = await chargeAtReader(page, 'signature')
      await reader.key('$1.50 total $10.00').click()
      await reader.key('Visa ending in 4242').click()
      await reader.title('Please sign').waitFor()
      await reader.sign()
    },
  },
  {
    name: 'errors-page',
    width: 1180,
    height: 760,
    take: async (page) => {
      await page.goto(`${servers().gateway}/errors`)
    },
  },
  ...layoutPictures,
]
