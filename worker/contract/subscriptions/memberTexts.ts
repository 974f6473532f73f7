import type { MemberTexts } from '../schema/memberTexts.ts'

const sum = '`total` is `subtotal` + `tax` + `surcharge` + `shipping`.'

/** The parts of a price. They follow from each other, and must add up. */
const price = {
  'amount.total': `Amount of each charge in currency units. ${sum} Absent: computed from the parts. Alone: changes \`subtotal\`, and keeps the other parts. Parts that do not add up return 400 \`amount_mismatch\` with \`details.computed\`.`,
  'amount.tax': 'Tax in each charge, in currency units. Absent: keeps its value, initially 0.',
  'amount.surcharge': 'Surcharge in each charge, in currency units. Absent: keeps its value, initially 0.',
  'amount.subtotal':
    'Price without tax, surcharge and shipping, in currency units. Absent: keeps its value, initially the price of the plan, unless `total` changes it.',
  'amount.shipping': 'Cost of shipping in each charge, in currency units. Absent: keeps its value, initially 0.',
}

const one = { customerSubscriptions: 'The subscription, as a list of one.' }

/** Texts of customers' subscriptions and their bills. */
export const subscriptionTexts: MemberTexts = {
  CustomerSubscription: {
    customerSubscriptionId: 'Id of the subscription.',
    installments: 'Number of charges after which the subscription is completed; 0 for no limit.',
    taxAmount: 'Tax in each charge, in currency units.',
    shippingAmount: 'Cost of shipping in each charge, in currency units.',
    surchargeAmount: 'Surcharge in each charge, in currency units.',
    totalAmount:
      'Amount of each charge in currency units: subtotal, tax, surcharge and shipping. While paused, the price after the pause.',
    startDate: 'Start of the subscription, RFC 3339 in UTC: midnight in the account’s time zone.',
    created: 'Time when the subscription was created, RFC 3339 in UTC.',
    status:
      '`pending`: starts in the future. `active`: billed regularly. `past_due`: a charge was declined, and is retried. `paused`: periods are skipped. `unpaid`: all retries failed, a new payment method is required. `completed`: all installments are paid. `canceled`: ended.',
    plan: 'Id of the plan.',
    label: 'Label of the plan, when the customer subscribed.',
    currency: 'ISO 4217 numeric code of all charges.',
    wallet: 'Id of the payment method that is charged. Null: the customer’s default at the time of each charge.',
    charges: 'Number of paid charges.',
    nextCharge: 'Time of the next charge or retry, RFC 3339 in UTC. Null if none is planned.',
    resumesAt:
      'Time when a paused subscription resumes automatically, RFC 3339 in UTC. Null if it is not paused, or if it stays paused until a request resumes it.',
  },
  CreateCustomerSubscriptionRequest: {
    ...price,
    plan: 'Id of the plan. A deleted plan returns 400 `plan_not_found`.',
    wallet:
      'Id of a payment method of the customer. Null or absent: the customer’s default at the time of each charge.',
    startDate:
      'The first bill is due on the first billing day on or after it. Null or absent means today. A date is a day in the account’s time zone.',
    amount: 'Price that replaces the plan’s; at least one member. Null or absent: the price of the plan.',
    installments: 'Number of charges that replaces the plan’s; 0 for no limit. Null or absent: the plan’s.',
  },
  UpdateCustomerSubscriptionRequest: {
    $as: 'CustomerSubscription',
    ...price,
    amount:
      'New price from the next bill; at least one member. A `total` of 0 pauses the subscription and keeps its price; a later price above 0 resumes it. Null or absent keeps the price. One of `amount`, `status`, `resumesAt` and `wallet` is required.',
    status:
      '`paused` skips all further periods, `active` resumes on the next billing day. Null or absent changes nothing. `active` excludes a `total` of 0 and `resumesAt` (400 `enum_invalid`).',
    resumesAt: 'Pauses the subscription until this time. Null or absent means none.',
    wallet:
      'Payment method of the customer for all further charges. Null: the customer’s default at the time of each charge. Absent changes nothing. A declined bill is retried with it at once.',
  },
  listCustomerSubscriptions: {
    customerId: 'Id of the customer.',
    customerSubscriptions: 'Subscriptions in all states, newest first.',
  },
  listAllCustomerSubscriptions: {
    customerSubscriptions: 'Subscriptions, the latest `startDate` first.',
    nextCursor: 'Cursor of the next page. Null on the last page.',
  },
  SubscriptionWithCustomer: {
    $as: 'CustomerSubscription',
    customerId: 'Id of the customer.',
    customer: 'What names the customer. Null if the customer is deleted.',
    'customer.firstName': 'First name. An empty string without one.',
    'customer.lastName': 'Last name. An empty string without one.',
    'customer.company': 'Company. An empty string without one.',
    'customer.emailAddress': 'Email address. An empty string without one.',
  },
  createCustomerSubscription: {
    ...one,
    charge: 'The first charge, if it was due at once. Null if the first bill is due later.',
    'charge.transactionId': 'Id of the transaction.',
    'charge.responseCode': 'Outcome of the charge, as in authorize. Null while it is unknown.',
    'charge.approved': 'Whether the first bill is paid.',
    'charge.status':
      '`pending` while the outcome is unknown: the charge is then either confirmed, or reversed and repeated.',
  },
  updateCustomerSubscription: one,
  cancelCustomerSubscription: one,
  Bill: {
    period: 'Number of the billing period, from 0.',
    date: 'Due date in the account’s time zone, YYYY-MM-DD.',
    amount: 'Amount of the bill in currency units.',
    currency: 'ISO 4217 numeric code.',
    status:
      '`open` while it is charged or retried, then `paid`, or `unpaid` after the last retry. `dropped`: the subscription was paused or canceled first.',
    attempts: 'Number of charge attempts.',
    transactionId: 'Id of the latest charge. Null before the first.',
    approved:
      'Whether the latest charge was approved. False for a decline, before the first, and while the outcome is unknown.',
    responseCode: 'Outcome of the latest charge, as in authorize. Null before the first, or while it is unknown.',
    created: 'Time when the bill was created, RFC 3339 in UTC.',
    updated: 'Time of the latest change, RFC 3339 in UTC.',
  },
  listBills: { bills: 'One bill per period, newest first.' },
}
