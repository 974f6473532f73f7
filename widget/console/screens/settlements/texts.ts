/** Texts of the list of settlements. */
export const settlementsTexts = {
  title: 'Settlements',
  loading: 'Loading settlements',
  more: 'Show more',
  empty: {
    title: 'No settlements yet',
    text: 'A batch closes each day with the captures and refunds since the one before, and appears here.',
  },
  columns: {
    cutoff: 'Up to',
    status: 'State',
    captures: 'Captured',
    credits: 'Refunded',
    net: 'Net',
  },
  states: { closing: 'Closing', closed: 'Closed' } as Readonly<Record<string, string>>,
  open: 'Payments settled on',
} as const
