import type { Page } from '@playwright/test'
import { CheckoutPage } from '../pages/checkoutPage.ts'
import { servers } from '../support/servers.ts'
import type { Picture } from './picture.ts'

/** An order with everything that a shopper can choose. */
const chosen = {
  items: [
    {
      name: 'Tide mug',
      price: 18,
      quantity: 2,
      description: 'Stoneware, 350 ml, glazed by hand',
      adjustableQuantity: { maximum: 6 },
    },
    { name: 'Fern planter', price: 24, description: 'Terracotta, fern included' },
  ],
  collectShipping: true,
  customerInfo: {
    email: 'robin@example.com',
    name: 'Robin Miller',
    address: '12 Harbor Street',
    city: 'Portland',
    state: 'ME',
    zip: '04101',
    country: 'US',
  },
  discounts: [{ code: 'SPRING', percentOff: 10 }],
  shippingOptions: [
    { id: 'post', label: 'Standard', amount: 4.5, estimate: '3 to 5 days' },
    { id: 'courier', label: 'Express', amount: 15, estimate: 'Tomorrow' },
  ],
  taxRates: [{ country: 'US', state: 'ME', rate: 5.5 }],
  consents: [{ name: 'terms', text: 'I agree to the [terms](https://shop.example/terms).', required: true }],
}

const small = { items: [{ name: 'Tide mug', price: 18, quantity: 2 }], tax: 2.1, allowAch: true }

const open = async (page: Page, body: object, query = ''): Promise<CheckoutPage> => {
  const checkout = new CheckoutPage(page, servers().gateway)
  await checkout.open(body, query)
  return checkout
}

/** A hosted checkout on small, large and unusual screens. */
export const layoutPictures: readonly Picture[] = [
  {
    name: 'checkout-choices',
    width: 1180,
    height: 1640,
    scale: 1,
    take: async (page) => {
      const { form } = await open(page, chosen)
      await form.getByRole('radio', { name: /Express/ }).check()
      await page.getByRole('button', { name: 'Pay $78.30' }).waitFor()
    },
  },
  {
    name: 'checkout-subscription',
    width: 1180,
    height: 760,
    scale: 1,
    take: async (page) => {
      await open(page, { total: 79, subscription: { label: 'Studio membership' } })
    },
  },
  {
    name: 'checkout-2560',
    width: 2560,
    height: 1200,
    scale: 0.5,
    take: async (page) => void (await open(page, small)),
  },
  {
    name: 'checkout-320',
    width: 320,
    height: 900,
    scale: 1.5,
    take: async (page) => {
      const checkout = await open(page, small)
      await checkout.pay()
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    },
  },
  {
    name: 'checkout-right-to-left',
    width: 1180,
    height: 760,
    scale: 1,
    take: async (page) => {
      await open(page, small, '?locale=ar')
    },
  },
  {
    name: 'checkout-forced-colors',
    width: 1180,
    height: 760,
    scale: 1,
    take: async (page) => {
      await page.emulateMedia({ forcedColors: 'active' })
      await open(page, small)
    },
  },
  {
    name: 'checkout-text-200',
    width: 390,
    height: 1100,
    scale: 1.5,
    take: async (page) => {
      const session = await page.context().newCDPSession(page)
      await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
      await open(page, small)
    },
  },
  {
    // 1,280 by 900 pixels at 400 %.
    name: 'checkout-zoom-400',
    width: 320,
    height: 225,
    scale: 4,
    take: async (page) => {
      const { button } = await open(page, small)
      await button.scrollIntoViewIfNeeded()
    },
  },
]
