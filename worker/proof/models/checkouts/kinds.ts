import { choicesBody } from './choices.ts'

export const kinds = ['plain', 'choices', 'oneTime', 'ofCustomer', 'subscription', 'laterSubscription'] as const
export type Kind = (typeof kinds)[number]

/** A kind of checkout, and the expected consequences of its payment. */
interface CheckoutKind {
  /** The request body. `customer` is the id of an existing customer, `soon` a time in a minute and a half, `later` a date in two months. */
  readonly body: (values: { readonly customer: string; readonly soon: string; readonly later: string }) => object
  /** The charge at payment, in minor units; null if the shopper's choices make it. */
  readonly charged: number | null
  readonly hasCustomer: boolean
  readonly createsCustomer: boolean
  /** Whether the payment method is stored. */
  readonly stores: 'always' | 'never' | 'ifChosen'
  readonly subscriptions: number
  readonly bills: number
  readonly receipts: number
}

const plain: CheckoutKind = {
  body: () => ({ total: 26.25 }),
  charged: 2625,
  hasCustomer: false,
  createsCustomer: true,
  stores: 'ifChosen',
  subscriptions: 0,
  bills: 0,
  receipts: 1,
}

export const checkoutKinds: Readonly<Record<Kind, CheckoutKind>> = {
  plain,
  choices: { ...plain, body: ({ soon }) => choicesBody(soon), charged: null },
  oneTime: {
    ...plain,
    body: () => ({ total: 26.25, oneTimePayment: true, sendReceipt: false }),
    createsCustomer: false,
    stores: 'never',
    receipts: 0,
  },
  ofCustomer: {
    ...plain,
    body: ({ customer }) => ({ total: 26.25, customerInfo: { id: customer } }),
    hasCustomer: true,
    createsCustomer: false,
  },
  subscription: {
    ...plain,
    body: () => ({ total: 26.25, subscription: { label: 'Club' } }),
    stores: 'always',
    subscriptions: 1,
    bills: 1,
  },
  laterSubscription: {
    ...plain,
    body: ({ later }) => ({ total: 26.25, subscription: { label: 'Club', billingDate: later } }),
    charged: 0,
    stores: 'always',
    subscriptions: 1,
  },
}
