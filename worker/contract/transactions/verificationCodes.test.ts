import { describe, expect, test } from 'vitest'
import { avsResult, avsTexts, cvvResult, cvvTexts } from './verificationCodes.ts'

describe('verification codes', () => {
  test('knows all 26 letters of the address check and the 8 of the card check', () => {
    expect(Object.keys(avsTexts).join('')).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    expect(Object.keys(cvvTexts).join('')).toBe('DIMNPSUX')
  })

  test('shows a letter with its text', () => {
    expect(avsResult('Y')).toEqual({ code: 'Y', text: 'Street address and 5-digit postal code match.' })
    expect(avsResult('A')).toEqual({ code: 'A', text: 'Street address matches, but postal code does not match.' })
    expect(cvvResult('M')).toEqual({ code: 'M', text: 'CVV matches' })
    expect(cvvResult('N')).toEqual({ code: 'N', text: 'CVV does not match' })
  })

  test('shows null where no check was made', () => {
    expect(avsResult(undefined)).toBeNull()
    expect(cvvResult(undefined)).toBeNull()
  })

  test('passes on a letter that no table knows', () => {
    expect(avsResult('1')).toEqual({ code: '1', text: 'Unknown.' })
    expect(cvvResult('constructor')).toEqual({ code: 'constructor', text: 'Unknown.' })
  })
})
