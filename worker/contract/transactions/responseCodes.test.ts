import { describe, expect, test } from 'vitest'
import { approvalCodes, declineCodes, declineOf, isApproval, responseText } from './responseCodes.ts'

const ofType = (type: string) => Object.keys(declineCodes).filter((code) => declineOf(code).type === type)

describe('response codes', () => {
  test('the response codes are those of the documentation', () => {
    const iso =
      '01 02 03 04 05 06 07 12 13 14 15 19 25 30 34 39 41 43 46 51 54 55 57 58 59 61 62 63 65 68 75 78 82 91 92 93 94 96'
    const others = 'R0 R1 R3 R01 R02 R03 R04 R13 R16 R28 R29 G01 G04 G05 G06 G07 G08 G10 G11 G12 G13 G14 G15'
    expect(Object.keys(declineCodes).sort()).toEqual(`${iso} ${others}`.split(' ').sort())
    expect(Object.keys(approvalCodes).sort()).toEqual(['00', '08', '10', '85'])
  })

  test('00, 08, 10 and 85 are approvals, all other codes are not', () => {
    expect(['00', '08', '10', '85'].every(isApproval)).toBe(true)
    expect([...Object.keys(declineCodes), '', '99', '__proto__', 'constructor'].some(isApproval)).toBe(false)
  })

  test.each([
    ['51', { text: 'Insufficient funds', code: 'insufficient_funds', retry: 'later' }],
    ['65', { text: 'Exceeds frequency limit / SCA needed', code: 'card_velocity_exceeded', retry: 'authenticate' }],
    ['01', { text: 'Refer to card issuer', code: 'call_issuer', retry: 'contact_issuer' }],
    ['68', { text: 'Response received too late', code: 'processor_timeout', retry: 'later', type: 'processor_error' }],
    ['R02', { text: 'Account closed', code: 'invalid_account', retry: 'never', type: 'check_declined' }],
    ['G10', { text: 'Terminal offline', code: 'terminal_offline', retry: 'later', type: 'terminal_declined' }],
  ])('the meaning of response code %s is %o', (code, meaning) => {
    expect(declineOf(code)).toEqual(meaning)
  })

  test('the error type of a decline follows from its response code', () => {
    expect(ofType('gateway_rejected')).toEqual(['G01', 'G04', 'G05', 'G06', 'G07', 'G08'])
    expect(ofType('check_declined')).toEqual(['R01', 'R02', 'R03', 'R04', 'R13', 'R16', 'R28', 'R29'])
    expect(ofType('terminal_declined')).toEqual(['G10', 'G11', 'G12', 'G13', 'G14', 'G15'])
    expect(ofType('processor_error')).toEqual(['68', '92'])
  })

  test('an unknown response code counts as 05, Do not honor', () => {
    expect(declineOf('ZZ')).toEqual(declineCodes['05'])
    expect(declineOf('toString')).toEqual(declineCodes['05'])
    expect(responseText('ZZ')).toBe('Do not honor')
  })

  test('approvals have a response text', () => {
    expect(responseText('10')).toBe('Approved for partial amount')
    expect(responseText('00')).toBe('Approved')
  })
})
