import { describe, expect, test } from 'vitest'
import { avsResult, avsTexts, cvvResult, cvvTexts } from './verificationCodes.ts'

describe('verification codes', () => {
  test('the tables have all 26 AVS codes and all 8 CVV codes', () => {
    expect(Object.keys(avsTexts).join('')).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    expect(Object.keys(cvvTexts).join('')).toBe('DIMNPSUX')
  })

  test('a verification result has the code and its text', () => {
    expect(avsResult('Y')).toEqual({ code: 'Y', text: 'Street address and 5-digit postal code match.' })
    expect(avsResult('A')).toEqual({ code: 'A', text: 'Street address matches, but postal code does not match.' })
    expect(cvvResult('M')).toEqual({ code: 'M', text: 'CVV matches' })
    expect(cvvResult('N')).toEqual({ code: 'N', text: 'CVV does not match' })
  })

  test('a verification result is null without a check', () => {
    expect(avsResult(undefined)).toBeNull()
    expect(cvvResult(undefined)).toBeNull()
  })

  test('an unknown verification code has the text Unknown.', () => {
    expect(avsResult('1')).toEqual({ code: '1', text: 'Unknown.' })
    expect(cvvResult('constructor')).toEqual({ code: 'constructor', text: 'Unknown.' })
  })
})
