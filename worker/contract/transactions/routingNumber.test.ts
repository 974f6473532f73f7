import { describe, expect, test } from 'vitest'
import { isRoutingNumber } from './routingNumber.ts'

describe('routing numbers', () => {
  test.each([
    ['021000021', true, 'a bank of New York'],
    ['011401533', true, 'a bank of New England'],
    ['021000022', false, 'one digit off'],
    ['012000021', false, 'two swapped digits'],
    ['000000000', false, 'zeros, despite a valid checksum'],
    ['000400002', true, 'Canada, electronic format: institution 004'],
    ['099900002', false, 'Canada, electronic format: unknown institution, and no valid checksum'],
    ['00002004', true, 'Canada, paper format: institution 004'],
    ['00002999', false, 'Canada, paper format: unknown institution'],
    ['1234567890', true, 'ten digits, which are not validated'],
    ['12345678901234567890', true, 'twenty digits, which are not validated'],
  ])('whether %s is a routing number: %s (%s)', (digits, valid) => {
    expect(isRoutingNumber(digits)).toBe(valid)
  })
})
