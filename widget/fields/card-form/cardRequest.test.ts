import { expect, it } from 'vitest'
import { toCardFieldErrors, toCardRequest } from './cardRequest.ts'

const CARD = { number: '4242 4242 4242 4242', expiry: '12 / 44', code: '123', name: ' Robin Miller ', postalCode: '' }

it('toCardRequest returns the API format without empty fields', () => {
  const request = {
    creditCard: {
      accountNumber: '4242424242424242',
      expires: '1244',
      verificationValue: '123',
      nameOnCard: 'Robin Miller',
    },
  }
  expect(toCardRequest(CARD, '')).toEqual(request)
  expect(toCardRequest(CARD, 'cartesBancaires')).toEqual({ ...request, preferredNetwork: 'cartesBancaires' })
})

const error = (field: unknown, type = 'format_invalid') => ({ type, message: { field } })

it.each(['', 'payment.'])('toCardFieldErrors maps API errors with the path prefix %j to fields', (path) => {
  const errors = [
    error(`${path}creditCard.accountNumber`),
    error(`${path}creditCard.expires`, 'expiry_past'),
    error(`${path}creditCard.postalCode`),
  ]
  expect(toCardFieldErrors(errors)).toEqual({ number: 'wrong', expiry: 'past', postalCode: 'wrong' })
})

it.each([
  ['without a field', [error(null)]],
  ['of other objects', [error('answers.shipTo.postalCode'), error('payment.check.accountNumber')]],
  ['of an unknown member', [error('creditCard.transactionId')]],
  ['without a message', [{ type: 'gone' }]],
  ['that are not a list', { error: 1 }],
  ['that are null', null],
])('toCardFieldErrors ignores errors %s', (_description, errors) => {
  expect(toCardFieldErrors(errors)).toEqual({})
})
