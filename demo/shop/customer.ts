/** Who buys: a shop has its customers' addresses, and this one has a single customer. */
export const customer = {
  email: 'robin@example.com',
  address: {
    name: 'Robin Miller',
    line1: '12 Canal Walk',
    city: 'Indianapolis',
    state: 'IN',
    postalCode: '46202',
    country: 'US',
  },
}
