/** Default values of test requests, without imports of a runtime. */

export const gatewayOrigin = 'https://pay.test'

/** A creditCard object. The default number is approved. */
export const card = (accountNumber = '4242424242424242', more: object = {}) => ({
  accountNumber,
  expires: '1230',
  verificationValue: '123',
  ...more,
})
