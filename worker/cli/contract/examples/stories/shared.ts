import type { HiddenRequest } from '../step.ts'

/** A card of the card form, as a token. */
export const tokenOf = (name: string, accountNumber = '4242424242424242'): HiddenRequest => ({
  prepare: name,
  operation: 'createToken',
  key: 'publishable',
  body: { creditCard: { accountNumber, expires: '1230', verificationValue: '123', postalCode: '46202' } },
})

/** A payment by card of an amount. */
export const payment = (
  name: string,
  value: number,
  accountNumber = '4242424242424242',
  operation: 'authorizeTransaction' | 'saleTransaction' = 'authorizeTransaction',
): HiddenRequest => ({
  prepare: name,
  operation,
  body: { payment: { creditCard: { accountNumber, expires: '1230', verificationValue: '123' } }, amount: { value } },
})

/** Time passes in test mode. */
export const advance = (name: string, days: number): HiddenRequest => ({
  prepare: name,
  operation: 'advanceTestClock',
  body: { seconds: days * 86_400 },
})

export const ada = '{{create-customer.customers.0.id}}'

/** An id that no resource has. */
export const unknownId = '01a1f800-0000-7000-8000-000000000000'
