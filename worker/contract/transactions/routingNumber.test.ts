import { describe, expect, test } from 'vitest'
import { routingNumberIsValid } from './routingNumber.ts'

describe('routing numbers', () => {
  test.each([
    ['021000021', true, 'a bank of New York'],
    ['011401533', true, 'a bank of New England'],
    ['021000022', false, 'one digit off'],
    ['012000021', false, 'two digits exchanged'],
    ['000000000', false, 'zeros, whose checksum is right'],
    ['000400002', true, 'Canada, electronic form: institution 004'],
    ['099900002', false, 'Canada, electronic form: no such institution, and no checksum'],
    ['00002004', true, 'Canada, paper form: institution 004'],
    ['00002999', false, 'Canada, paper form: no such institution'],
    ['1234567890', true, 'ten digits, which we cannot check'],
    ['12345678901234567890', true, 'twenty digits, which we cannot check'],
  ])('%s is %s: %s', (digits, valid) => {
    expect(routingNumberIsValid(digits)).toBe(valid)
  })
})
