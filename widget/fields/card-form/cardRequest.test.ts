import { expect, it } from 'vitest'
import { toCardFieldErrors, toCardRequest } from './cardRequest.ts'

const CARD = { number: '4242 4242 4242 4242', expiry: '12 / 49', code: '123', name: ' Robin Miller ', postalCode: '' }

it('writes a card as the gateway takes it, without what is empty', () => {
  const wire = {
    creditCard: {
      accountNumber: '4242424242424242',
      expires: '1249',
      verificationValue: '123',
      nameOnCard: 'Robin Miller',
    },
  }
  expect(toCardRequest(CARD, '')).toEqual(wire)
  expect(toCardRequest(CARD, 'cartesBancaires')).toEqual({ ...wire, preferredNetwork: 'cartesBancaires' })
})

const error = (field: unknown, type = 'format_invalid') => ({ type, message: { field } })

it.each(['', 'payment.'])('finds the fields that errors are about, under %j', (path) => {
  const errors = [
    error(`${path}creditCard.accountNumber`),
    error(`${path}creditCard.expires`, 'expiry_past'),
    error(`${path}creditCard.postalCode`),
  ]
  expect(toCardFieldErrors(errors)).toEqual({ number: 'wrong', expiry: 'past', postalCode: 'wrong' })
})

it.each([
  ['of no field', [error(null)]],
  ['of another object', [error('answers.shipTo.postalCode'), error('payment.check.accountNumber')]],
  ['of a member that no field has', [error('creditCard.transactionId')]],
  ['without a message', [{ type: 'gone' }]],
  ['that are no list', { error: 1 }],
  ['that are not there', null],
])('blames nothing for errors %s', (_what, errors) => {
  expect(toCardFieldErrors(errors)).toEqual({})
})
