import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { PRESETS } from '../../demo/studio/presets.ts'
import { findChromium } from '../../worker/cli/verify/browsers.ts'
import { inRepository } from '../../worker/cli/repository.ts'
import { GatewayClient } from '../support/gatewayClient.ts'
import { packPng } from './packPng.ts'
import { CardFrame, goodCard, type TypedCard } from '../pages/cardFrame.ts'
import { CheckoutClient, CheckoutPage } from '../pages/checkoutPage.ts'
import { InboxPage } from '../pages/inboxPage.ts'
import { ReaderPage } from '../pages/readerPage.ts'
import { ShopPage } from '../pages/shopPage.ts'
import startServers, { servers } from '../support/servers.ts'

const folder = inRepository('demo/screenshots')
const MAX_BYTES = 120 * 1024

type Picture = {
  name: string
  dark?: boolean
  width?: number
  height?: number
  /** Device scale factor; lower for colourful pictures, which would be too large. */
  scale?: number
  /** Prepares the page. @returns the selector of the part to capture; nothing for the whole viewport */
  take: (page: Page) => Promise<string | void>
}

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

const fullCard = Object.values(goodCard)

/** Fills in a card in the shop; the test card decides the outcome. */
const payInShop = async (page: Page, card: TypedCard): Promise<ShopPage> => {
  const shop = new ShopPage(page, servers().shop)
  await shop.open()
  await new CardFrame(page).complete(card)
  return shop
}

/** A payment’s events in the inbox, the first after a failed attempt. */
const receiveWebhooks = async (page: Page): Promise<void> => {
  const gateway = new GatewayClient(servers().gateway)
  const inbox = new InboxPage(page, servers().shop)
  await inbox.open()
  await inbox.answerWith('Fail')
  const tab = await page.context().browser()!.newPage()
  const shop = await payInShop(tab, goodCard)
  await shop.payButton.click()
  await shop.approved.waitFor()
  const transactionId = await shop.transactionId()
  await tab.close()
  await inbox.row(transactionId, '500').waitFor()
  await inbox.answerWith('OK')
  await inbox.row(transactionId, 'attempt 2').waitFor()
  await gateway.call('POST', '/v1/transactions/capture', { transactionId })
  await gateway.call('POST', '/v1/transactions/void', { transactionId })
  await inbox.row(transactionId, 'transaction.voided').waitFor()
  await inbox.button('Send test event').click()
  await inbox.row('webhook.test').waitFor()
  await inbox.row(transactionId, 'attempt 2').click()
  await inbox.payload.waitFor()
  await page.evaluate(() => scrollTo(0, 0))
}

/** Creates a checkout that uses most members, with a preset of the studio. */
const createCheckout = (preset: string) =>
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
    appearance: PRESETS.find(({ id }) => id === preset)?.members ?? {},
  })

const fillCheckout = async (page: Page, preset: string): Promise<CheckoutPage> => {
  const checkout = new CheckoutPage(page, servers().gateway)
  await page.goto((await createCheckout(preset)).url)
  await checkout.waitForForm()
  await checkout.fillCard('4242 4242 4242 4242', 'Robin Miller')
  await checkout.field('Name on card').blur()
  return checkout
}

/** Opens the demo reader, pairs it and starts a payment. */
const chargeAtReader = async (page: Page): Promise<ReaderPage> => {
  const gateway = new GatewayClient(servers().gateway)
  const reader = new ReaderPage(page, servers().shop)
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

const pictures: readonly Picture[] = [
  {
    name: 'checkout',
    width: 1180,
    height: 760,
    take: async (page) => {
      await fillCheckout(page, '')
    },
  },
  {
    name: 'checkout-phone',
    dark: true,
    width: 390,
    height: 760,
    take: async (page) => {
      await fillCheckout(page, '')
      await page.evaluate(() => scrollTo(0, 0))
    },
  },
  {
    name: 'receipt',
    width: 1180,
    height: 760,
    take: async (page) => {
      const checkout = await fillCheckout(page, 'forest')
      await checkout.pay()
      await checkout.waitForReceipt()
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
  {
    name: 'shop',
    width: 1280,
    height: 900,
    take: async (page) => {
      await payInShop(page, goodCard)
    },
  },
  {
    name: 'declined',
    dark: true,
    width: 390,
    height: 720,
    take: async (page) => {
      const shop = await payInShop(page, { ...goodCard, number: '4000 0000 0000 9995' })
      await shop.payButton.click()
      await shop.notice.waitFor()
      await shop.card.number.waitFor()
      await shop.notice.evaluate((notice) => notice.scrollIntoView({ block: 'center' }))
    },
  },
  {
    name: 'reader',
    width: 390,
    scale: 1.25,
    height: 760,
    take: async (page) => {
      const reader = await chargeAtReader(page)
      await reader.key('$1.50 total $10.00').click()
      await reader.title('Tap a card').waitFor()
    },
  },
  {
    name: 'reader-signature',
    dark: true,
    width: 390,
    scale: 1.25,
    height: 760,
    take: async (page) => {
      const reader = await chargeAtReader(page)
      await reader.key('$1.50 total $10.00').click()
      await reader.key('Visa ending in 4242').click()
      await reader.title('Please sign').waitFor()
      await reader.sign()
    },
  },
  {
    name: 'inbox',
    width: 1280,
    height: 680,
    take: receiveWebhooks,
  },
  { name: 'row', take: (page) => typeInto(page, 'state-filled', fullCard) },
  { name: 'stack-dark', dark: true, take: (page) => typeInto(page, 'layout-stack-390', fullCard) },
  { name: 'right-to-left', take: (page) => typeInto(page, 'language-ar', fullCard) },
  { name: 'two-networks', dark: true, take: (page) => typeInto(page, 'state-two-networks', ['4000002500001001']) },
  { name: 'errors', take: (page) => typeInto(page, 'state-wrong', ['4242424242424243', '0120', '1']) },
  { name: 'theme', take: (page) => typeInto(page, 'theme-midnight', ['4242424242424242', '1230']) },
]

const takeScreenshot = async (
  browser: Browser,
  { name, dark = false, width = 640, height = 800, scale = width > 640 ? 1 : 2, take }: Picture,
): Promise<void> => {
  const page = await browser.newPage({
    viewport: { width, height },
    // Sharp on high-density screens; a whole page is large enough at 1.
    deviceScaleFactor: scale,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  const part = await take(page)
  const png = packPng(part ? await page.locator(part).screenshot() : await page.screenshot())
  await page.close()
  if (png.length > MAX_BYTES) throw new Error(`${name}.png has ${png.length} bytes, more than ${MAX_BYTES}`)
  await writeFile(join(folder, `${name}.png`), png)
  console.log(`${name}.png  ${png.length} bytes`)
}

const stop = await startServers()
// In its own process the frame would be rendered at scale 1 and enlarged.
const oneProcess = ['--disable-site-isolation-trials', '--disable-features=IsolateOrigins,site-per-process']
const browser = await chromium.launch({ executablePath: findChromium(), args: oneProcess })
try {
  const wanted = process.argv.slice(2)
  for (const picture of pictures)
    if (wanted.length === 0 || wanted.includes(picture.name)) await takeScreenshot(browser, picture)
} finally {
  await browser.close()
  await stop()
}
