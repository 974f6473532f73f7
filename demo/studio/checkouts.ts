import { type CreateCheckoutRequest, SluiceError, type SluiceClient } from '../../widget/client/index.ts'
import { customer } from '../shop/customer.ts'
import type { CheckoutPageData } from '#contract/checkouts/page'
import { currencies } from '#contract/money/currencies'
import { CHECKOUT_MEMBERS, type CheckoutMember } from './checkoutMembers.ts'
import type { Preview } from './previews.ts'

export type CheckoutResult = { url: string } | { errors: readonly { member: string; text: string }[] }

/** The members of a request that the studio sets. */
type StudioRequest = Pick<CreateCheckoutRequest, CheckoutMember | 'appearance'>

const pick = (request: StudioRequest, names: readonly (keyof StudioRequest)[]): StudioRequest =>
  Object.fromEntries(names.flatMap((name) => (name in request ? [[name, request[name]]] : [])))

/** Whether the shopper can change what is paid: then no tax or discount is fixed. */
const hasChoices = ({ items, discounts, shippingOptions, taxRates }: StudioRequest): boolean =>
  [discounts, shippingOptions, taxRates].some((list) => list?.length) ||
  (items ?? []).some(({ adjustableQuantity }) => adjustableQuantity)

/**
 * Checkout data that makes every colour of the invoice and the form visible, with the members of the studio. In a currency without cents
 * amounts are a hundred times as large.
 *
 * @param customerId of a customer with saved cards; undefined for a new one
 */
const sampleCheckout = (request: StudioRequest, customerId: string | undefined) => {
  const isWhole = currencies.get(request.currency ?? 0)?.exponent === 0
  const amount = (value: number): number => (isWhole ? Math.round(value * 100) : value)
  return {
    items: [
      {
        name: 'Tide mug',
        price: amount(18),
        quantity: 4,
        description:
          'Stoneware, 350 ml, glazed by hand in two blues. No two are alike; yours may lean to the one or the other.',
      },
      { name: 'Fern planter', price: amount(24), quantity: 2, description: 'Terracotta, fern included.' },
      { name: 'Plum bowl', price: amount(32), description: 'Stoneware, 26 cm, for fruit or soup.' },
      { name: 'A year of repairs', price: amount(12.5) },
    ],
    ...(!hasChoices(request) && { tax: amount(11.83), discount: amount(10) }),
    ...(request.shippingOptions && { collectShipping: true }),
    invoiceInfo: { number: 'K-2048' },
    customerInfo: customerId ? { id: customerId } : { email: customer.email, name: customer.address.name },
    allowAch: true,
    ...pick(request, [...CHECKOUT_MEMBERS, 'appearance']),
  }
}

/** A test card that the simulator and NMI approve, as a shopper's browser sends it. */
const testCard = {
  accountNumber: '4111111111111111',
  expires: '1230',
  verificationValue: '123',
  nameOnCard: 'Robin Miller',
}

/** Pays a test checkout as its page does. The nonce of the page is the idempotency key of the attempt. */
const payAsShopper = async (url: string): Promise<void> => {
  const page = await (await fetch(url)).text()
  const [, data = ''] = /<script type="application\/json" id="checkout">(.*?)<\/script>/s.exec(page) ?? []
  const { nonce, form, order } = JSON.parse(data) as Pick<CheckoutPageData, 'nonce' | 'form' | 'order'>
  const { address, email } = customer
  const answers = {
    email,
    phone: '+1 415 555 0132',
    shipTo: address,
    billTo: address,
    consents: Object.fromEntries(form.consents.map(({ name }) => [name, true])),
  }
  const pay = async (quote?: string): Promise<{ order?: { quote: string } }> => {
    const response = await fetch(`${url}/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', origin: new URL(url).origin },
      body: JSON.stringify({
        nonce,
        locale: 'en',
        payment: { creditCard: testCard },
        answers,
        ...(quote !== undefined && { order: { quote } }),
      }),
    })
    if (response.status !== 200) throw new Error(`Paying the receipt preview returned ${response.status}.`)
    return (await response.json()) as { order?: { quote: string } }
  }
  // The customer's address may have another tax than the page began with.
  const { order: repriced } = await pay(order?.quote)
  if (repriced) await pay(repriced.quote)
}

const createCustomerWithCards = async (sluice: SluiceClient): Promise<string> => {
  const { customers } = await sluice.createCustomer({ firstName: 'Robin', lastName: 'Miller' })
  const { id } = customers![0]!
  for (const token of ['test-visa-4242', 'test-mastercard-4444']) await sluice.addWalletEntry(id, { token })
  return id
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
  /** The latest preview of each kind, with the request that it shows. */
  const previews = new Map<PreviewCheckout, { request: string; checkout: Promise<{ id: string; url: string }> }>()

  let withCards: Promise<string> | undefined
  /** The id of a customer with two saved cards, if the request is about saved cards. */
  const customerFor = async ({ allowRemoval }: StudioRequest): Promise<string | undefined> => {
    if (!allowRemoval) return undefined
    withCards ??= createCustomerWithCards(sluice)
    return withCards.catch((error) => {
      withCards = undefined
      throw error
    })
  }

  const createPreview = async (kind: PreviewCheckout, request: StudioRequest) => {
    const checkout = await sluice.createCheckout({
      ...sampleCheckout(request, await customerFor(request)),
      iframe: true,
      // Previews need no receipt email.
      sendReceipt: false,
    })
    if (kind === 'receipt') await payAsShopper(checkout.url)
    return checkout
  }
  /** The latest preview, if it shows the request and still has the required status. */
  const usablePreview = async (kind: PreviewCheckout, request: string) => {
    const latest = previews.get(kind)
    if (latest?.request !== request) return undefined
    const checkout = await latest.checkout.catch(() => undefined)
    const isUsable = checkout && (await sluice.getCheckout(checkout.id)).status === REQUIRED_STATUS[kind]
    return isUsable ? checkout : undefined
  }

  return {
    /**
     * URL of a preview checkout with the members of `request`. It serves all appearances, which are applied by messages to the iframe, so
     * that only a member that such a message cannot change needs another checkout: a currency, an amount, an address, a font.
     */
    preview: async (shown: Preview, members: StudioRequest): Promise<CheckoutResult> => {
      const request = pick(members, [...CHECKOUT_MEMBERS, 'appearance'])
      const kind = shown === 'receipt' ? shown : 'form'
      const key = JSON.stringify(request)
      try {
        const usable = await usablePreview(kind, key)
        if (usable) return { url: usable.url }
        const checkout = createPreview(kind, request)
        previews.set(kind, { request: key, checkout })
        return { url: (await checkout).url }
      } catch (error) {
        return toErrors(error)
      }
    },
    /** Creates a checkout with the members of `request`, which the gateway validates. */
    create: async (request: StudioRequest): Promise<CheckoutResult> => {
      try {
        const { url } = await sluice.createCheckout(sampleCheckout(request, await customerFor(request)))
        return { url }
      } catch (error) {
        return toErrors(error)
      }
    },
  }
}
