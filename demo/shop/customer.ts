/** The demo shop's only customer. */
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
