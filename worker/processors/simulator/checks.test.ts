import { describe, expect, test } from 'vitest'
import { authorize, check, jpy, verificationLetters, summarize, usd } from './simulator.fixture.ts'

// The documented triggers, copied by hand: an error in the simulator's tables fails a row.

describe('checks', () => {
  test.each([
    ['998000001', 'R01'],
    ['998000002', 'R02'],
    ['998000003', 'R03'],
    ['998000004', 'R04'],
    ['998000013', 'R13'],
    ['998000016', 'R16'],
    ['998000028', 'R28'],
    ['998000029', 'R29'],
    ['998000099', '00'],
    ['999000001', '00'],
    ['000123456789', '00'],
    ['1998000001', '00'],
  ])('check on bank account %s has code %s', async (number, code) => {
    const outcome = await authorize({ instrument: check(number) })
    expect([summarize(outcome), verificationLetters(outcome)]).toEqual([code, '--'])
    expect(outcome).not.toHaveProperty('authCode')
  })

  test('check above 5000.00 is declined with G06', async () => {
    const instrument = check('000123456789')
    expect(summarize(await authorize({ instrument, amount: usd(500_000n) }))).toBe('00')
    expect(summarize(await authorize({ instrument, amount: usd(500_001n) }))).toBe('G06')
    expect(summarize(await authorize({ instrument, amount: jpy(5000n) }))).toBe('00')
    expect(summarize(await authorize({ instrument, amount: jpy(5001n) }))).toBe('G06')
  })
})
