import type { Kind } from './steps.ts'

/** A checkout of each kind, and what must come of its payment. */
interface Made {
  /** What the merchant says of it. `customer` is one that it knows, `later` a date in two months. */
  readonly body: (given: { readonly customer: string; readonly later: string }) => object
  /** Minor units charged when the shopper pays. */
  readonly charged: number
  readonly knowsCustomer: boolean
  readonly makesCustomer: boolean
  /** Whether the payment method is stored: always, never, or where the shopper says so. */
  readonly stores: 'always' | 'never' | 'asked'
  readonly subscriptions: number
  readonly bills: number
  readonly receipts: number
}

const plain: Made = {
  body: () => ({ total: 26.25 }),
  charged: 2625,
  knowsCustomer: false,
  makesCustomer: true,
  stores: 'asked',
  subscriptions: 0,
  bills: 0,
  receipts: 1,
}

export const checkoutsOf: Readonly<Record<Kind, Made>> = {
  plain,
  oneTime: {
    ...plain,
    body: () => ({ total: 26.25, oneTimePayment: true, sendReceipt: false }),
    makesCustomer: false,
    stores: 'never',
    receipts: 0,
  },
  ofCustomer: {
    ...plain,
    body: ({ customer }) => ({ total: 26.25, customerInfo: { id: customer } }),
    knowsCustomer: true,
    makesCustomer: false,
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
