/** Texts of the list of disputes. */
export const disputesTexts = {
  title: 'Disputes',
  loading: 'Loading disputes',
  more: 'Show more',
  empty: {
    title: 'No disputes here',
    text: 'When a cardholder disputes a payment at the bank, it appears here with the day to respond by.',
  },
  views: { label: 'Views', pending: 'To respond to', all: 'All', won: 'Won', lost: 'Lost or accepted' },
  columns: { amount: 'Amount', stage: 'Stage', reason: 'Reason', due: 'Respond by', created: 'Opened' },
  openPayment: 'Disputed payment of',
  stages: { warning: 'Inquiry', open: 'Open', won: 'Won', lost: 'Lost', accepted: 'Accepted' } as Readonly<
    Record<string, string>
  >,
} as const
