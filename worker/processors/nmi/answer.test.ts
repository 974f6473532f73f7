import { describe, expect, test } from 'vitest'
import { declineCodes } from '#contract/transactions/responseCodes'
import { avsTexts, cvvTexts } from '#contract/transactions/verificationCodes'
import { parseAnswer } from './answer.ts'
import type { NmiAnswer } from './answer.ts'
import { declinesByCode, rejections, toDeclineCode, unknownCodes } from './responseCodes.ts'
import { avsResults, cvvResults, toVerification } from './verification.ts'

const approval =
  'response=1&responsetext=SUCCESS&authcode=654321&transactionid=90071&avsresponse=Y&cvvresponse=M&orderid=7&type=sale&response_code=100'

describe('an answer of NMI', () => {
  test('an approval has its id, authorization code and verification results', () => {
    expect(parseAnswer(approval)).toEqual({
      response: 'approved',
      code: '100',
      text: 'SUCCESS',
      transactionId: '90071',
      authCode: '654321',
      avs: 'Y',
      cvv: 'M',
    })
  })

  test('a rejection without id, codes and results is read', () => {
    const rejected =
      'response=3&responsetext=Invalid amount REFID:55&authcode=&transactionid=&avsresponse=&cvvresponse=&orderid=&type=credit&response_code=300'
    expect(parseAnswer(rejected)).toEqual({
      response: 'error',
      code: '300',
      text: 'Invalid amount REFID:55',
      transactionId: null,
      authCode: null,
      avs: null,
      cvv: null,
    })
  })

  test('no part of an answer is taken for the whole', () => {
    for (let length = 0; length < approval.length; length++) expect(parseAnswer(approval.slice(0, length))).toBeNull()
  })

  test.each([
    ['an answer twice', `${approval}&${approval}`],
    ['two answers without a separator', approval + approval],
    ['a page', '<!doctype html><title>Error</title>'],
    ['JSON', '{"response":"1"}'],
    ['an unknown response', approval.replace('response=1', 'response=4')],
    ['a response code with letters', approval.replace('=100', '=1OO')],
    ['a transaction id with letters', approval.replace('90071', '90071x')],
    ['no text', approval.replace('responsetext=SUCCESS&', '')],
  ])('%s is not read', (_what, body) => expect(parseAnswer(body)).toBeNull())

  test('an authorization code or result of an unknown form is left out', () => {
    const odd = approval.replace('654321', 'toolong1').replace('avsresponse=Y', 'avsresponse=??')
    expect(parseAnswer(odd)).toMatchObject({ authCode: null, avs: null, cvv: 'M' })
  })
})

const answer = (code: string, more: Partial<NmiAnswer> = {}): NmiAnswer => ({
  response: Number(code) < 300 ? 'declined' : 'error',
  code,
  text: '',
  transactionId: null,
  authCode: null,
  avs: null,
  cvv: null,
  ...more,
})

describe('result codes of NMI', () => {
  test.each(Object.entries(declinesByCode))('%s is our code %s', (code, ours) => {
    expect(toDeclineCode(answer(code))).toBe(ours)
    expect(Object.keys(declineCodes)).toContain(ours)
  })

  test.each(unknownCodes)('after %s it is unknown whether the operation has happened', (code) =>
    expect(toDeclineCode(answer(code))).toBeNull(),
  )

  test.each([
    ['Authentication Failed', '03'],
    ['Invalid Credit Card Number REFID:1', '14'],
    ['Duplicate transaction REFID:1', '94'],
    ['Refund amount may not exceed the transaction balance REFID:1', '13'],
    ['The specified amount of 5.00 exceeds the authorization amount of 4.00', '13'],
    ['Invalid Transaction ID specified REFID:1', '25'],
    ['Invalid ccexp REFID:1', '54'],
    ['Invalid ABA number REFID:1', 'R13'],
    ['Only transactions pending settlement can be voided REFID:1', '12'],
    ['Something else', '12'],
  ])('the rejection "%s" is our code %s', (text, code) => expect(toDeclineCode(answer('300', { text }))).toBe(code))

  test('each code of a rejection is in the table of declines', () => {
    for (const [, code] of rejections) expect(Object.keys(declineCodes)).toContain(code)
  })

  test('an unknown reason of a decline is 05, and of an error leaves the outcome unknown', () => {
    expect(toDeclineCode(answer('299'))).toBe('05')
    expect(toDeclineCode(answer('499'))).toBeNull()
  })
})

describe('verification results of NMI', () => {
  test.each([
    ['address', { avs: 'Y', cvv: null }, { avs: 'Y' }],
    ['security code', { avs: null, cvv: 'N' }, { cvv: 'N' }],
    ['letters of networks that NMI lists together', { avs: 'D', cvv: null }, { avs: 'Y' }],
    ['unknown letters', { avs: 'Q', cvv: 'Z' }, {}],
  ])('%s', (_what, given, expected) => expect(toVerification(given)).toEqual(expected))

  test('each result of NMI has a letter of the contract', () => {
    for (const letter of Object.values(avsResults)) expect(Object.keys(avsTexts)).toContain(letter)
    for (const letter of Object.values(cvvResults)) expect(Object.keys(cvvTexts)).toContain(letter)
  })
})
