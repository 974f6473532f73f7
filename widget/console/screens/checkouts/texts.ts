/** Texts of the list of payment links. */
export const checkoutsTexts = {
  title: 'Payment links',
  loading: 'Loading payment links',
  more: 'Show more',
  noneYet: 'None found so far. Show more to search older ones.',
  new: 'New payment link',
  empty: {
    title: 'No payment links yet',
    text: 'A payment link is a page on which a customer pays one amount. Send it by mail, or show its QR code. Checkouts of your shop appear here too.',
  },
  noMatch: {
    title: 'Nothing found',
    text: 'No payment link matches. Look at all of them, or search for something else.',
  },
  views: {
    all: 'All',
    open: 'Open',
    paid: 'Paid',
    expired: 'Expired',
    canceled: 'Canceled',
  },
  search: {
    label: 'Search by invoice number or email address',
    placeholder: 'Invoice number or email',
    submit: 'Search',
    clear: 'Show all',
  },
  columns: {
    amount: 'Amount',
    status: 'Status',
    order: 'Invoice',
    customer: 'Customer',
    payment: 'Payment',
    created: 'Made',
  },
  open: 'Payment link of',
  payment: 'Payment',
} as const
