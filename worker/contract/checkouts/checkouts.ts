import * as v from 'valibot'
import { httpsOrLocalUrl } from '../schema/urls.ts'
import { envelope } from '../errors/envelope.ts'
import { appearance } from './appearance.ts'
import { consents } from './consents.ts'
import { adjustableQuantity, choiceFaults, choiceMembers } from './choices.ts'
import type { ChoiceRequest } from './choices.ts'
import { checkoutDetails, checkoutWithReceipts } from './checkoutDetails.ts'
import { listCheckouts, listCheckoutsDocumentation } from './checkoutList.ts'
import { customFields } from './customFields.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { fault } from '../errors/fault.ts'
import {
  email,
  emailOrEmpty,
  extension,
  amountValue,
  currencyCode,
  formatted,
  identifier,
  instant,
  instantText,
  nullable,
  text,
} from '../schema/fields.ts'
import { fromHundredths, toHundredths } from '../money/hundredths.ts'
import { addUp } from '../money/sums.ts'
import type { Sums } from '../money/sums.ts'
import { decimal, int32 } from '../schema/numbers.ts'
import { object } from '../schema/objects.ts'
import { storedMethodScope } from '../scopes.ts'

/** An amount that may be 0, such as a free item or no tax. */
const amountOrZero = () => decimal({ min: '0', max: '999999999.99', places: 2 })

const item = () =>
  object({
    name: text(1, 200),
    price: amountOrZero(),
    quantity: v.optional(int32(1, 999_999), 1),
    description: v.optional(text(0, 1000)),
    imageUrl: v.optional(extension(httpsOrLocalUrl())),
    adjustableQuantity: v.optional(extension(adjustableQuantity())),
  })

/** Known data of the shopper. `id` is an existing customer; the other members only prefill the form. */
const customerInfo = () =>
  object({
    name: v.optional(text(0, 100)),
    email: v.optional(emailOrEmpty()),
    address: v.optional(text(0, 100)),
    address2: v.optional(text(0, 100)),
    city: v.optional(text(0, 100)),
    state: v.optional(text(0, 50)),
    zip: v.optional(text(0, 20)),
    country: v.optional(formatted('ISO 3166-1 code of 2 or 3 letters', (value) => /^([A-Za-z]{2,3})?$/.test(value))),
    id: v.optional(identifier()),
  })

/** The members of an invoice that add up, as decimal text. */
interface Figures {
  readonly total?: string | undefined
  readonly subtotal?: string | undefined
  readonly tax?: string | undefined
  readonly surcharge?: string | undefined
  readonly shipping?: string | undefined
  readonly discount?: string | undefined
  readonly items?: readonly { readonly price: string; readonly quantity: number }[] | undefined
}

const optionalHundredths = (amount: string | undefined) => (amount === undefined ? undefined : toHundredths(amount))

/** Adds up the figures in hundredths, which are exact in each currency, because amounts have at most two decimals. */
export const addUpFigures = ({ total, subtotal, tax, surcharge, shipping, discount, items }: Figures): Sums =>
  addUp({
    total: optionalHundredths(total),
    subtotal: optionalHundredths(subtotal),
    tax: optionalHundredths(tax),
    surcharge: optionalHundredths(surcharge),
    shipping: optionalHundredths(shipping),
    discount: optionalHundredths(discount),
    items: items?.map(({ price, quantity }) => ({ price: toHundredths(price), quantity })),
  })

const largestTotal = toHundredths('999999999.99')

/** Requires a total or items, figures that agree, and a computed total that can be charged. */
const consistentFigures = <T extends Figures>() =>
  v.rawCheck<T>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const figures = dataset.value
    const { total, mismatches } = addUpFigures(figures)
    const addFault = (key: 'total' | 'subtotal', message: string) =>
      addIssue({
        message,
        path: [
          { type: 'object', origin: 'value', input: figures as Record<string, unknown>, key, value: figures[key] },
        ],
      })

    for (const { member, computed } of mismatches)
      addFault(member, fault('amount_mismatch', { computed: fromHundredths(computed) }))
    if (figures.total !== undefined) return
    if (total === null || (figures.items ?? []).length === 0) addFault('total', fault('required'))
    else if (total < 1n || total > largestTotal)
      addFault('total', fault('out_of_range', { min: 0.01, max: 999999999.99 }))
  })

type PathItem = v.IssuePathItem

/** The path of a member as valibot has it. */
const issuePath = (input: object, path: readonly (string | number)[]): [PathItem, ...PathItem[]] => {
  let value: unknown = input
  const items = path.map((key) => {
    const parent = value as Record<string | number, unknown>
    value = parent?.[key]
    return { type: 'object', origin: 'value', input: parent, key, value } as PathItem
  })
  return items as [PathItem, ...PathItem[]]
}

/** The shopper's choices agree with each other, and with the fixed members. */
const consistentChoices = <T extends ChoiceRequest>() =>
  v.rawCheck<T>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    for (const { path, message } of choiceFaults(dataset.value))
      addIssue({ message, path: issuePath(dataset.value, path) })
  })

/** An automatic return needs a page to return to. */
const returnNeedsUrl = <
  T extends { thankYouUrl?: string | null | undefined; returnAutomatically?: number | null | undefined },
>() =>
  v.rawCheck<T>(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value.returnAutomatically == null || dataset.value.thankYouUrl != null) return
    addIssue({
      message: fault('required'),
      path: [{ type: 'object', origin: 'value', input: dataset.value, key: 'thankYouUrl', value: undefined }],
    })
  })

/** Whether a checkout asks for a telephone number. */
export const phoneRequirements = ['none', 'optional', 'required'] as const

/** Body of POST /v1/dynamiccheckout. Either `total` or `items` is required, all other members are optional. */
export const checkoutRequest = () =>
  v.pipe(
    object({
      total: v.optional(amountValue()),
      items: v.optional(v.pipe(v.array(item()), v.maxLength(200))),
      customerInfo: v.optional(customerInfo()),
      appearance: v.optional(appearance()),
      // Dates are displayed as received.
      invoiceInfo: v.optional(
        object({
          number: v.optional(text(0, 100)),
          invoiceDate: v.optional(instantText()),
          dueDate: v.optional(instantText()),
        }),
      ),
      iframe: v.optional(v.boolean()),
      oneTimePayment: v.optional(v.boolean()),
      tax: v.optional(amountOrZero()),
      surcharge: v.optional(amountOrZero()),
      discount: v.optional(amountOrZero()),
      subtotal: v.optional(amountOrZero()),
      collectShipping: v.optional(v.boolean()),
      sendReceipt: v.optional(v.boolean()),
      thankYouUrl: v.optional(httpsOrLocalUrl()),
      subscription: v.optional(object({ billingDate: nullable(instant()), label: v.optional(text(1, 100)) })),
      customerDefinedField: v.optional(customFields()),
      submitButtonText: v.optional(text(1, 60)),
      allowAch: v.optional(v.boolean()),
      shipping: v.optional(extension(amountOrZero())),
      currency: nullable(extension(currencyCode())),
      cancelUrl: nullable(extension(httpsOrLocalUrl())),
      returnAutomatically: nullable(extension(int32(0, 300))),
      collectPhone: nullable(extension(v.picklist(phoneRequirements))),
      consents: nullable(extension(consents())),
      allowRemoval: v.optional(extension(v.boolean())),
      ...choiceMembers(),
    }),
    consistentFigures(),
    consistentChoices(),
    returnNeedsUrl(),
  )

export type CheckoutRequest = v.InferOutput<ReturnType<typeof checkoutRequest>>

const checkoutParams = () => object({ Checkout: identifier() })

export const createCheckout = endpoint({
  name: 'createCheckout',
  method: 'POST',
  path: '/v1/dynamiccheckout',
  tag: 'Checkout',
  scope: 'checkout:write',
  memberScopes: { 'customerInfo.id': storedMethodScope, allowRemoval: 'customers:write' },
  quotas: ['checkouts', 'events', 'bytes'],
  errorFormat: 'envelope',
  body: checkoutRequest(),
  response: envelope({ url: v.string(), id: extension(v.string()), expiresAt: extension(v.string()) }),
})

export const getCheckout = endpoint({
  name: 'getCheckout',
  method: 'GET',
  path: '/v1/dynamiccheckout/{Checkout}',
  tag: 'Checkout',
  scope: 'checkout:write',
  errorFormat: 'envelope',
  params: checkoutParams(),
  response: envelope(checkoutWithReceipts()),
  extension: true,
})

export const cancelCheckout = endpoint({
  name: 'cancelCheckout',
  method: 'DELETE',
  path: '/v1/dynamiccheckout/{Checkout}',
  tag: 'Checkout',
  scope: 'checkout:write',
  errorFormat: 'envelope',
  params: checkoutParams(),
  response: envelope(checkoutDetails()),
  extension: true,
})

/** The most receipts of a checkout that are sent again within 24 hours. */
export const mostReceipts = 10

export const sendReceipt = endpoint({
  name: 'sendReceipt',
  method: 'POST',
  path: '/v1/dynamiccheckout/{Checkout}/receipt',
  tag: 'Checkout',
  scope: 'checkout:write',
  quotas: [],
  errorFormat: 'envelope',
  params: checkoutParams(),
  body: object({ email: nullable(email()) }),
  response: envelope(checkoutWithReceipts()),
  extension: true,
})
export type SendReceipt = v.InferOutput<NonNullable<typeof sendReceipt.body>>

export const checkoutEndpoints = [listCheckouts, createCheckout, getCheckout, cancelCheckout, sendReceipt] as const

export const checkoutDocumentation = (): Documentation => ({
  ...listCheckoutsDocumentation(),
  createCheckout: {
    summary: 'Create a hosted checkout',
    description:
      'Creates a page where the shopper pays once, and returns its URL. Either `total` or `items` is required.\n\n`subtotal` is the sum of price × quantity of the items. `total` is `subtotal` + `tax` + `surcharge` + `shipping` - `discount`; absent members are 0. Absent figures are computed. Figures that do not add up return 400 `amount_mismatch` with the computed amount. Without `items` and `subtotal`, any `total` is accepted, and the page shows the rest of it as the subtotal.\n\nThe shopper can change what is paid with `items.adjustableQuantity`, `discounts`, `shippingOptions` and `taxRates`. Figures that could become wrong, and `subscription`, are then refused with 400 `format_invalid`, and choices with a total above 999999999.99 with 400 `out_of_range`. The gateway computes each total: subtotal - discount + tax + surcharge + shipping. The tax is that of the discounted subtotal. A code that would leave nothing to pay is refused. If a total has changed when the shopper pays, nothing is charged, and the page shows the new one.\n\n`currency` must be enabled in the account; by default it is the account’s default currency. The plan of `subscription` must have the same currency.\n\nThe page links to `cancelUrl`, which does not cancel the checkout. After a payment it goes to `thankYouUrl` after `returnAutomatically` seconds, unless the shopper stops it. A checkout in a frame (`iframe`) never navigates: `<sluice-checkout>` fires the events `cancel` and `complete` with the URL.\n\nA checkout is open for 24 hours, or until 30 days after `invoiceInfo.dueDate`, at most one year. Deleting the customer of `customerInfo.id` cancels it. The personal data of an unpaid checkout is deleted 90 days after it expired.',
  },
  getCheckout: {
    summary: 'Retrieve a checkout',
    description:
      'Returns the current state of a checkout. Call this operation, or GET /v1/transactions/{id}, from your server to confirm a payment; data from the browser can be forged. `metadata` has the values of `customerDefinedField`.\n\n`subscription` is the `customerSubscriptionId` of the new subscription. Its first payment is the payment of the checkout, or an account verification with the amount 0 if it starts later. Later payments fall on the same day of each cycle, regardless of the `dayOfCycle` of the plan.\n\nThe tenth declined attempt cancels the checkout with the reason `too_many_declines`.',
  },
  sendReceipt: {
    summary: 'Send a receipt again',
    description: `Sends the receipt of a paid checkout to the shopper's address, or to \`email\`. The address is not stored. Another address gets the receipt without what the page keeps from strangers. \`receipts\` has the result: \`failed\` if the email was not accepted for delivery.\n\nA checkout has at most ${mostReceipts} of them in 24 hours (409 \`limit_reached\`). One that is not paid returns 409 \`invalid_state\`. Without \`email\`, a checkout whose shopper gave no address, or was erased, returns 400 \`required\`.`,
  },
  cancelCheckout: {
    summary: 'Cancel a checkout',
    description:
      'Closes the page for the shopper. Returns 409 `operation_in_progress` during a payment, 409 `checkout_closed` if the checkout is paid or expired, and 409 `already_canceled` if it was canceled before.',
  },
})
