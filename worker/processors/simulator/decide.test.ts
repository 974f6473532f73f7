import { describe, expect, test } from 'vitest'
import {
  account,
  authorize,
  card,
  check,
  verificationLetters,
  networkToken,
  summarize,
  usd,
} from './simulator.fixture.ts'

// The documented triggers, copied by hand: an error in the simulator's tables fails a row.

describe('account verification', () => {
  test('authorization of 0 is approved with code 85 and holds no money', async () => {
    expect(await authorize({ amount: usd(0n) })).toMatchObject({ code: '85', approved: usd(0n) })
    expect(summarize(await authorize({ amount: usd(0n), instrument: card('4000003900000106') }))).toBe('85')
    expect(summarize(await authorize({ amount: usd(0n), instrument: card('4000003900099991') }))).toBe('85')
  })

  test('card with a decline is declined for an amount of 0', async () => {
    expect(summarize(await authorize({ amount: usd(0n), instrument: card('4000000000009987') }))).toBe('41')
  })
})

describe('precedence', () => {
  test('transport failure takes precedence over postal code and CVV', async () => {
    const instrument = card('4000003900000684', { code: '901' })
    expect(summarize(await authorize({ instrument, avs: { postal: '46282' } }))).toBe('unknown timeout')
  })

  test("card's outcome takes precedence over the postal code's", async () => {
    expect(summarize(await authorize({ instrument: card('4000000000009995'), avs: { postal: '46282' } }))).toBe('51')
    expect(summarize(await authorize({ instrument: card('4000003900000106'), avs: { postal: '46225' } }))).toBe(
      '10 for 500',
    )
  })

  test("postal code's outcome takes precedence over a card without one", async () => {
    expect(summarize(await authorize({ avs: { postal: '46282' } }))).toBe('05')
    const outcome = await authorize({ instrument: card('4000000000000010'), avs: { postal: '46282' } })
    expect([summarize(outcome), verificationLetters(outcome)]).toEqual(['05', 'NP'])
  })

  test('AVS and CVV letters are part of declines and partial approvals', async () => {
    const instrument = card('4000000000009995', { code: '901' })
    const declined = await authorize({ instrument, avs: { postal: '46201' } })
    expect([summarize(declined), verificationLetters(declined)]).toEqual(['51', 'AN'])
    const partial = await authorize({ instrument: card('4000003900000106', { code: '902' }), avs: { postal: '46217' } })
    expect([summarize(partial), verificationLetters(partial)]).toEqual(['10 for 500', 'ZS'])
  })
})

describe('other instruments', () => {
  test('network token has the outcome of its number', async () => {
    expect(summarize(await authorize({ instrument: networkToken('4000000000009995') }))).toBe('51')
    const outcome = await authorize({ instrument: networkToken('4242424242424242'), avs: { postal: '46201' } })
    expect([summarize(outcome), verificationLetters(outcome)]).toEqual(['00', 'AP'])
  })

  test('cash is approved without auth code, network transaction id and verification letters', async () => {
    const outcome = await authorize({ instrument: { kind: 'cash' } })
    expect([summarize(outcome), verificationLetters(outcome)]).toEqual(['00', '--'])
    expect(outcome).not.toHaveProperty('authCode')
    expect(outcome).not.toHaveProperty('networkTransactionId')
  })
})

describe('rejected instruments', () => {
  test.each([card('4242424242424242'), card('4111111111111112'), check('000123456789'), { kind: 'cash' } as const])(
    'live mode declines %o with G08',
    async (instrument) => {
      const live = { ...account, mode: 'live' } as const
      expect(await authorize({ account: live, instrument })).toMatchObject({ result: 'declined', code: 'G08' })
    },
  )

  test('card number that fails Luhn is declined with 14', async () => {
    expect(summarize(await authorize({ instrument: card('4242424242424241') }))).toBe('14')
  })

  test('strictTestPans declines undocumented card numbers with 14', async () => {
    const strict = { ...account, strictTestPans: true }
    const by = (pan: string) => authorize({ account: strict, instrument: card(pan) })
    expect(summarize(await by('4012888888881881'))).toBe('14')
    expect(summarize(await by('4242424242424242'))).toBe('00')
    expect(summarize(await by('4000000000000010'))).toBe('00')
    expect(summarize(await by('4000003900000916'))).toBe('91')
    expect(summarize(await by('4000003900099991'))).toBe('00')
  })
})
