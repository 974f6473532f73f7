import { expect, test } from 'vitest'
import { acceptedNetwork, canBeAccepted } from './acceptedNetworks.ts'
import type { KnownNetwork } from './networks.ts'

const frenchVisa = '4000002500001001'
const visa = '4242424242424242'

test.each<[accepted: KnownNetwork[], digits: string, chosen: KnownNetwork | null, over: KnownNetwork | null]>([
  [['visa', 'amex'], visa, null, 'visa'],
  [['mastercard'], visa, null, null],
  [['cartesBancaires'], visa, null, null],
  [['cartesBancaires'], frenchVisa, null, 'cartesBancaires'],
  [['cartesBancaires', 'visa'], frenchVisa, null, 'visa'],
  [['cartesBancaires', 'visa'], frenchVisa, 'cartesBancaires', 'cartesBancaires'],
  [['visa'], frenchVisa, 'cartesBancaires', null],
  [['visa'], frenchVisa, null, 'visa'],
  [['visa'], '9999999999999995', null, null],
])('with %j accepted, a card %s with the choice %s is charged over %s', (accepted, digits, chosen, over) => {
  expect(acceptedNetwork(accepted, digits, chosen)).toBe(over)
})

test.each<[accepted: KnownNetwork[], digits: string, possible: boolean]>([
  [['visa'], '', true],
  [['visa'], '4', true],
  [['visa'], '5', false],
  [['mastercard'], '2', true],
  [['mastercard'], '3', false],
  [['amex'], '3', true],
  [['amex'], '36', false],
  [['maestro'], '9', false],
  // Seven digits can still be those of a French card; eight cannot.
  [['cartesBancaires'], '4242424', true],
  [['cartesBancaires'], '42424242', false],
  [['cartesBancaires'], '40000025', true],
])('with %j accepted, a number that begins with "%s" can be accepted: %s', (accepted, digits, possible) => {
  expect(canBeAccepted(accepted, digits, null)).toBe(possible)
})
