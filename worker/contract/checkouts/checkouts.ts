import * as v from 'valibot'
import { webOrLocalAddress } from '../schema/urls.ts'
import { envelope } from '../errors/envelope.ts'
import { appearance } from './appearance.ts'
import { customFields } from './customFields.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { fault } from '../errors/fault.ts'
import { addition, amountValue, formatted, identifier, instant, nullable, text } from '../schema/fields.ts'
import { amountOf, hundredths } from '../money/hundredths.ts'
import { readInstant } from '../schema/instant.ts'
import { decimal, int32 } from '../schema/numbers.ts'
import { object } from '../schema/objects.ts'

/** An amount that may be nothing: a free item, no tax. */
const orNothing = () => decimal({ min: '0', max: '999999999.99', places: 2 })

const item = () =>
  object({
    name: text(1, 200),
    price: orNothing(),
    quantity: v.optional(int32(1, 999_999), 1),
    description: v.optional(text(0, 1000)),
  })

/** A date or date-time of an invoice, which is shown as it was sent. */
const invoiceDate = () =>
  v.pipe(
    formatted('date-time', (value) => readInstant(value) !== undefined),
    v.metadata({ jsonSchema: { type: 'string', format: 'date-time' } }),
  )

/** What is known of the shopper already. `id` names an existing customer; the rest only fills in the form. */
const customerInfo = () =>
  object({
    name: v.optional(text(0, 100)),
    email: v.optional(text(0, 254)),
    address: v.optional(text(0, 100)),
    address2: v.optional(text(0, 100)),
    city: v.optional(text(0, 100)),
    state: v.optional(text(0, 50)),
    zip: v.optional(text(0, 20)),
    country: v.optional(formatted('ISO 3166-1 code of 2 or 3 letters', (value) => /^([A-Za-z]{2,3})?$/.test(value))),
    id: v.optional(identifier()),
  })

interface Figures {
  readonly total?: string | undefined
  readonly subtotal?: string | undefined
  readonly tax?: string | undefined
  readonly surcharge?: string | undefined
  readonly discount?: string | undefined
  readonly items?: readonly { readonly price: string; readonly quantity: number }[] | undefined
}

const orZero = (amount: string | undefined): bigint => (amount === undefined ? 0n : hundredths(amount))

/** Sum of price x quantity, in hundredths, or null without items. */
const itemsSum = ({ items = [] }: Figures): bigint | null =>
  items.length === 0 ? null : items.reduce((sum, { price, quantity }) => sum + hundredths(price) * BigInt(quantity), 0n)

/** What items make of the subtotal, and the figures of the total, in hundredths. null where they do not say. */
export const computed = (figures: Figures): { readonly subtotal: bigint | null; readonly total: bigint | null } => {
  const fromItems = itemsSum(figures)
  const subtotal = figures.subtotal === undefined ? fromItems : hundredths(figures.subtotal)
  const total =
    subtotal === null ? null : subtotal + orZero(figures.tax) + orZero(figures.surcharge) - orZero(figures.discount)
  return { subtotal: fromItems, total }
}

const allGiven = ({ tax, surcharge, discount }: Figures): boolean =>
  tax !== undefined && surcharge !== undefined && discount !== undefined

const largestTotal = hundredths('999999999.99')

/** A total or items are needed. Figures that are all given agree; a computed total is an amount that can be charged. */
const figuresAgree = <T extends Figures>() =>
  v.rawCheck<T>(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const figures = dataset.value
    const sums = computed(figures)
    const complain = (key: 'total' | 'subtotal', message: string) =>
      addIssue({
        message,
        path: [
          { type: 'object', origin: 'value', input: figures as Record<string, unknown>, key, value: figures[key] },
        ],
      })

    if (figures.subtotal !== undefined && sums.subtotal !== null && hundredths(figures.subtotal) !== sums.subtotal)
      complain('subtotal', fault('amount_mismatch', { computed: amountOf(sums.subtotal) }))

    if (figures.total === undefined) {
      if (sums.subtotal === null) complain('total', fault('required'))
      else if (sums.total !== null && (sums.total < 1n || sums.total > largestTotal))
        complain('total', fault('out_of_range', { min: 0.01, max: 999999999.99 }))
    } else if (sums.total !== null && allGiven(figures) && hundredths(figures.total) !== sums.total)
      complain('total', fault('amount_mismatch', { computed: amountOf(sums.total) }))
  })

/** What a merchant says of a checkout. Everything but `total` or `items` may be left out. */
export const checkoutRequest = () =>
  v.pipe(
    object({
      total: v.optional(amountValue()),
      items: v.optional(v.pipe(v.array(item()), v.maxLength(200))),
      customerInfo: v.optional(customerInfo()),
      appearance: v.optional(appearance()),
      invoiceInfo: v.optional(
        object({
          number: v.optional(text(0, 100)),
          invoiceDate: v.optional(invoiceDate()),
          dueDate: v.optional(invoiceDate()),
        }),
      ),
      iframe: v.optional(v.boolean()),
      oneTimePayment: v.optional(v.boolean()),
      tax: v.optional(orNothing()),
      surcharge: v.optional(orNothing()),
      discount: v.optional(orNothing()),
      subtotal: v.optional(orNothing()),
      collectShipping: v.optional(v.boolean()),
      sendReceipt: v.optional(v.boolean()),
      thankYouUrl: v.optional(webOrLocalAddress()),
      subscription: v.optional(object({ billingDate: nullable(instant()), label: v.optional(text(1, 100)) })),
      customerDefinedField: v.optional(customFields()),
      submitButtonText: v.optional(text(1, 60)),
      allowAch: v.optional(v.boolean()),
    }),
    figuresAgree(),
  )

export type CheckoutRequest = v.InferOutput<ReturnType<typeof checkoutRequest>>

/** How a checkout stands. `processing` while a payment is under way. */
export const checkoutStates = ['open', 'processing', 'completed', 'expired', 'canceled'] as const

/**
 * A checkout. `transactionId` is that of the payment, null until there is one; `customer` and `subscription` are ids of what was made, or
 * named; `metadata` is the shopper's answers to the merchant's own inputs; `receipt` what became of the mail.
 */
export const checkout = () => ({
  url: v.string(),
  id: v.string(),
  status: v.picklist(checkoutStates),
  reason: v.nullable(v.picklist(['merchant', 'too_many_declines'])),
  transactionId: v.nullable(v.string()),
  customer: v.nullable(v.string()),
  subscription: v.nullable(v.string()),
  total: v.number(),
  currency: v.number(),
  metadata: v.nullable(v.record(v.string(), v.unknown())),
  receipt: v.picklist(['none', 'due', 'sent', 'failed']),
  created: v.string(),
  expiresAt: v.string(),
})

const ofCheckout = () => object({ Checkout: identifier() })

export const createCheckout = endpoint({
  name: 'createCheckout',
  method: 'POST',
  path: '/v1/dynamiccheckout',
  tag: 'Checkout',
  scope: 'checkout:write',
  regime: 'envelope',
  body: checkoutRequest(),
  answer: envelope({ url: v.string(), id: addition(v.string()), expiresAt: addition(v.string()) }),
})

export const getCheckout = endpoint({
  name: 'getCheckout',
  method: 'GET',
  path: '/v1/dynamiccheckout/{Checkout}',
  tag: 'Checkout',
  scope: 'checkout:write',
  regime: 'envelope',
  params: ofCheckout(),
  answer: envelope(checkout()),
  extension: true,
})

export const cancelCheckout = endpoint({
  name: 'cancelCheckout',
  method: 'DELETE',
  path: '/v1/dynamiccheckout/{Checkout}',
  tag: 'Checkout',
  scope: 'checkout:write',
  regime: 'envelope',
  params: ofCheckout(),
  answer: envelope(checkout()),
  extension: true,
})

export const checkoutEndpoints = [createCheckout, getCheckout, cancelCheckout] as const

export const checkoutDocumentation = (): Documentation => ({
  createCheckout: {
    summary: 'Create a hosted checkout',
    description:
      'Answers the address of a page where the shopper pays, once. total or items are needed: subtotal, where absent, is the sum of the items, and total is subtotal + tax + surcharge - discount. The currency is the account’s. Open for 24 hours; with invoiceInfo.dueDate until 30 days after it, a year at most. To delete the customer whom customerInfo.id names cancels it. Of one that nobody paid, what it says of a person is forgotten 90 days after it expired.',
  },
  getCheckout: {
    summary: 'Read a checkout',
    description:
      'What the browser says of a payment is a hint: read here, or by GET /v1/transactions/{id}, whether it was paid. metadata are the answers to customerDefinedField. subscription is the customerSubscriptionId of what was subscribed to: its first payment is the checkout’s, or an account verification with an amount of 0 where it begins later; the ones after it fall on the same day of its plan’s cycles, whatever day the plan names. The tenth declined try cancels a checkout, with the reason too_many_declines.',
  },
  cancelCheckout: {
    summary: 'Cancel a checkout',
    description:
      'Whoever opens its page from then on reads that it was canceled. One that is being paid right now answers 409 operation_in_progress, one that is paid or expired 409 checkout_closed, one that was canceled 409 already_canceled.',
  },
})
