import { describe, expect, test } from 'vitest'
import { isLuhnValid } from '#contract/card/luhn'
import { authorize, card, verificationLetters, summarize } from './simulator.fixture.ts'

// The documented triggers, copied by hand: an error in the simulator's tables fails a row.

describe('address verification', () => {
  test.each([
    ['46201', 'A'],
    ['46203', 'E'],
    ['46204', 'G'],
    ['46205', 'N'],
    ['46206', 'P'],
    ['46207', 'R'],
    ['46208', 'S'],
    ['46209', 'U'],
    ['46211', 'W'],
    ['46214', 'X'],
    ['46217', 'Z'],
  ])('postal code %s is approved with AVS letter %s', async (postal, letter) => {
    const outcome = await authorize({ avs: { postal, line1: '1 Main Street' } })
    expect(summarize(outcome)).toBe('00')
    expect(verificationLetters(outcome)).toBe(`${letter}P`)
  })

  test.each([
    [{ postal: '10001', line1: '1 Main Street' }, 'Y'],
    [{ postal: '10001' }, 'P'],
    [{ line1: '1 Main Street' }, 'B'],
    [{}, 'I'],
    [undefined, 'I'],
    [{ postal: '', line1: ' ' }, 'I'],
    [{ postal: 'SW1A 1AA', line1: '1 Main Street', country: 'GB' }, 'D'],
    [{ postal: 'SW1A 1AA', country: 'GB' }, 'P'],
    [{ country: 'GB' }, 'I'],
    [{ postal: '10001', line1: '1 Main Street', country: 'us' }, 'Y'],
    [{ postal: '10001', line1: '1 Main Street', country: 'USA' }, 'Y'],
  ])('address %o returns AVS letter %s', async (avs, letter) => {
    expect(verificationLetters(await authorize(avs ? { avs } : {}))).toBe(`${letter}P`)
  })

  test.each([
    ['4000000000000010', 'N'],
    ['4000000000000028', 'Z'],
    ['4000000000000036', 'A'],
    ['4000000000000044', 'U'],
  ])('card %s is approved with AVS letter %s for any address', async (pan, letter) => {
    expect(isLuhnValid(pan)).toBe(true)
    const outcome = await authorize({ instrument: card(pan), avs: { postal: '46204', line1: '1 Main Street' } })
    expect(summarize(outcome)).toBe('00')
    expect(verificationLetters(outcome)).toBe(`${letter}P`)
  })

  test.each(['chip', 'contactless'] as const)('card read by %s has no AVS letter', async (entry) => {
    const outcome = await authorize({ instrument: card('4242424242424242', { entry }), avs: { postal: '46201' } })
    expect(verificationLetters(outcome)).toBe('-P')
  })
})
