import { describe, expect, test } from 'vitest'
import { isLuhnValid } from '#contract/card/luhn'
import { authorize, card, verificationLetters, summarize } from './simulator.fixture.ts'

// The documented triggers, copied by hand: an error in the simulator's tables fails a row.

describe('security code', () => {
  test.each([
    ['900', 'M'],
    ['901', 'N'],
    ['902', 'S'],
    ['903', 'U'],
    ['904', 'P'],
    ['905', 'X'],
    ['906', 'D'],
    ['123', 'M'],
    ['999', 'M'],
    ['000', 'M'],
    ['1234', 'I'],
    [undefined, 'P'],
  ])('security code %s returns CVV letter %s', async (code, letter) => {
    const outcome = await authorize({ instrument: card('4242424242424242', code ? { code } : {}) })
    expect(summarize(outcome)).toBe('00')
    expect(verificationLetters(outcome)).toBe(`I${letter}`)
  })

  test.each([
    ['0900', 'M'],
    ['0901', 'N'],
    ['0902', 'S'],
    ['0903', 'U'],
    ['0904', 'P'],
    ['0905', 'X'],
    ['0906', 'D'],
    ['1234', 'M'],
    ['9010', 'M'],
    ['901', 'I'],
  ])('security code %s of an American Express card returns CVV letter %s', async (code, letter) => {
    expect(verificationLetters(await authorize({ instrument: card('378282246310005', { code }) }))).toBe(`I${letter}`)
  })

  test('card 4000000000000101 returns CVV letter N if a code is sent', async () => {
    expect(isLuhnValid('4000000000000101')).toBe(true)
    const sent = await authorize({ instrument: card('4000000000000101', { code: '123' }) })
    expect([summarize(sent), verificationLetters(sent)]).toEqual(['00', 'IN'])
    expect(verificationLetters(await authorize({ instrument: card('4000000000000101') }))).toBe('IP')
  })

  test('card 4000000000000127 is declined with CVV letter N', async () => {
    const outcome = await authorize({ instrument: card('4000000000000127', { code: '123' }) })
    expect([summarize(outcome), verificationLetters(outcome)]).toEqual(['82', 'IN'])
  })
})
