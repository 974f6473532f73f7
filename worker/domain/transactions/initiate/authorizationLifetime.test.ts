import { expect, test } from 'vitest'
import { authorizationLifetimeMs } from './authorizationLifetime.ts'

const hours = (network: string | null, method: string, initiatedBy: 'customer' | 'merchant') =>
  authorizationLifetimeMs({ network, method, initiatedBy }) / 3_600_000

test.each([
  ['visa', 'creditCard', 'customer', 168],
  ['visa', 'terminal', 'customer', 120],
  ['visa', 'creditCard', 'merchant', 114],
  ['mastercard', 'terminal', 'customer', 168],
  ['amex', 'creditCard', 'merchant', 168],
  [null, 'terminal', 'customer', 168],
] as const)(
  'a hold on a %s card by %s, initiated by the %s, lasts %i hours',
  (network, method, initiatedBy, expected) => {
    expect(hours(network, method, initiatedBy)).toBe(expected)
  },
)
