/** What requests of tests are made of, in whatever runtime. */

export const gatewayOrigin = 'https://pay.test'

/** A creditCard object that approves, unless its number says otherwise. */
export const card = (accountNumber = '4242424242424242', more: object = {}) => ({
  accountNumber,
  expires: '1230',
  verificationValue: '123',
  ...more,
})
