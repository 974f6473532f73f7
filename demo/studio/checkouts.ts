import { SluiceError, type SluiceClient } from '../../widget/client/index.ts'
import { customer } from '../shop/customer.ts'
import type { Preview } from './previews.ts'
import type { Members } from './presets.ts'

export type CheckoutResult = { url: string } | { errors: readonly { member: string; text: string }[] }

/** Checkout data that makes every colour of the invoice and the form visible. */
const sampleCheckout = () => ({
  items: [
    {
      name: 'Tide mug',
      price: 18,
      quantity: 4,
      description:
        'Stoneware, 350 ml, glazed by hand in two blues. No two are alike; yours may lean to the one or the other.',
    },
    { name: 'Fern planter', price: 24, quantity: 2, description: 'Terracotta, fern included.' },
    { name: 'Plum bowl', price: 32, description: 'Stoneware, 26 cm, for fruit or soup.' },
    { name: 'A year of repairs', price: 12.5 },
    { name: 'Shipping', price: 4.5 },
  ],
  tax: 11.83,
  discount: 10,
  invoiceInfo: { number: 'K-2048' },
  customerInfo: { email: customer.email, name: customer.address.name },
  allowAch: true,
})

/** A test card that is approved, as a shopper's browser sends it. */
const testCard = {
  accountNumber: '4242424242424242',
  expires: '1230',
  verificationValue: '123',
  nameOnCard: 'Robin Miller',
}

/** Pays a test checkout as its page does. The nonce of the page is the idempotency key of the attempt. */
const payAsShopper = async (url: string): Promise<void> => {
  const page = await (await fetch(url)).text()
  const [, data = ''] = /<script type="application\/json" id="checkout">(.*?)<\/script>/s.exec(page) ?? []
  const { nonce } = JSON.parse(data) as { nonce: string }
  const body = { nonce, locale: 'en', payment: { creditCard: testCard }, answers: { email: customer.email } }
  const { status } = await fetch(`${url}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', origin: new URL(url).origin },
    body: JSON.stringify(body),
  })
  if (status !== 200) throw new Error(`Paying the receipt preview returned ${status}.`)
}

const toErrors = (error: unknown): CheckoutResult => {
  if (!(error instanceof SluiceError)) throw error
  const errors = error.items.map(({ message: { text, field } }) => ({
    member: (field ?? '').replace(/^appearance\./, ''),
    text,
  }))
  return { errors: errors.length > 0 ? errors : [{ member: '', text: 'The gateway did not respond.' }] }
}

/** Required status of a preview's checkout. A user may pay it in the preview. */
const REQUIRED_STATUS = { form: 'open', receipt: 'completed' } as const
type PreviewCheckout = keyof typeof REQUIRED_STATUS

export const openStudio = (sluice: SluiceClient) => {
  const previews = new Map<PreviewCheckout, Promise<{ id: string; url: string }>>()

  const createPreview = async (kind: PreviewCheckout) => {
    const checkout = await sluice.createCheckout({
      ...sampleCheckout(),
      iframe: true,
      // Previews need no receipt email.
      sendReceipt: false,
    })
    if (kind === 'receipt') await payAsShopper(checkout.url)
    return checkout
  }
  const isUsable = async (kind: PreviewCheckout): Promise<boolean> => {
    const checkout = await previews.get(kind)?.catch(() => undefined)
    return checkout !== undefined && (await sluice.getCheckout(checkout.id)).status === REQUIRED_STATUS[kind]
  }

  return {
    /** URL of a preview checkout. It serves all appearances, which are applied by messages to the iframe. */
    preview: async (shown: Preview): Promise<CheckoutResult> => {
      const kind = shown === 'receipt' ? shown : 'form'
      try {
        if (!(await isUsable(kind))) previews.set(kind, createPreview(kind))
        return { url: (await previews.get(kind)!).url }
      } catch (error) {
        return toErrors(error)
      }
    },
    /** Creates a checkout with an appearance, which the gateway validates. */
    create: (appearance: Members): Promise<CheckoutResult> =>
      sluice.createCheckout({ ...sampleCheckout(), appearance }).then(({ url }) => ({ url }), toErrors),
  }
}
