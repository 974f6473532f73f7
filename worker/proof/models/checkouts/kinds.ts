export const kinds = ['plain', 'oneTime', 'ofCustomer', 'subscription', 'laterSubscription'] as const
export type Kind = (typeof kinds)[number]

/** A kind of checkout, and what its payment must lead to. */
interface Made {
  /** What the merchant sends. `customer` is an existing one, `later` a date in two months. */
  readonly body: (given: { readonly customer: string; readonly later: string }) => object
  /** Minor units charged when the shopper pays. */
  readonly charged: number
  readonly knowsCustomer: boolean
  readonly makesCustomer: boolean
  /** Whether the payment method is stored; `asked`: by the shopper's choice. */
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
