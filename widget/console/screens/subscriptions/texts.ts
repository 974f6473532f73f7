/** Texts of the list of subscriptions. */
export const subscriptionsTexts = {
  title: 'Subscriptions',
  loading: 'Loading subscriptions',
  more: 'Show more',
  empty: {
    title: 'No subscriptions here',
    text: 'When a customer subscribes to a plan, the subscription appears here with its next bill.',
  },
  views: {
    label: 'Views',
    all: 'All',
    pastDue: 'Past due',
    unpaid: 'Unpaid',
    active: 'Active',
    pending: 'Not started',
    paused: 'Paused',
    ended: 'Ended',
  },
  columns: {
    amount: 'Amount',
    status: 'State',
    customer: 'Customer',
    plan: 'Plan',
    next: 'Next',
    start: 'Start',
  },
  bill: (date: string) => `Bill ${date}`,
  /** What is next in other states than those with a bill. */
  next: {
    past_due: (date: string) => `Retry ${date}`,
    paused: (date: string) => `Resumes ${date}`,
  } as Readonly<Record<string, (date: string) => string>>,
  openPayments: 'Payments of the customer who is billed',
} as const
