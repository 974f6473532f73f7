import type { MemberTexts } from '../schema/memberTexts.ts'

/** Texts of plans. */
export const planTexts: MemberTexts = {
  Subscription: {
    id: 'Id of the plan.',
    label: 'Name of the plan, unique among the plans of the account and mode (409 `already_exists` with `details.id`).',
    cycle: 'When subscriptions to the plan are billed: every `interval` units, on `dayOfCycle`.',
    'cycle.unit': 'Length of one unit: a day, a week, a month or a year.',
    'cycle.interval': 'Number of units from one bill to the next. In a request, null or absent means 1.',
    'cycle.dayOfCycle':
      'Day of the bill: 1 (Monday) to 7 with `week`, 1 to 31 with `month` (the last day of shorter months), 1 to 365 with `year`, always 1 with `day`. The value 0, null or absent: the day on which a subscription starts. Above the largest day of the unit: 400 `out_of_range`.',
    amount: 'Price of each bill, without tax, surcharge and shipping, which each subscription can add.',
    'amount.value': 'Price in currency units.',
    'amount.currency': 'ISO 4217 numeric code of the price and of all charges.',
    installments:
      'Number of charges after which a subscription is completed; 0 for no limit. In a request, null or absent means 0.',
  },
  CreateSubscriptionRequest: { $as: 'Subscription' },
  listSubscriptions: { subscriptions: 'Plans, newest first. Null in an error response.' },
  createSubscription: { subscriptions: 'The plan, as a list of one. Null in an error response.' },
}
