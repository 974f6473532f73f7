import { describe, expect, test } from 'vitest'
import { isLuhnValid } from '#contract/card/luhn'
import { authorize, bhd, card, jpy, summarize, usd } from './simulator.fixture.ts'

// The documented triggers, copied by hand: an error in the simulator's tables fails a row.

describe('approvals', () => {
  test.each([
    '4242424242424242',
    '4111111111111111',
    '5555555555554444',
    '2223003122003222',
    '378282246310005',
    '6011111111111117',
    '3056930009020004',
    '3566002020360505',
    '6200000000000005',
    '4222222222222',
    '4444333322221111455',
    // In no table: other numbers that pass Luhn are approved as well.
    '4012888888881881',
    '5105105105105100',
    '4000056655665556',
  ])('card %s is approved', async (pan) => {
    expect(isLuhnValid(pan)).toBe(true)
    expect(summarize(await authorize({ instrument: card(pan) }))).toBe('00')
  })

  test.each([1999n, 1234n, 1005n, 1051n, 1068n, 1091n, 1n, 99999999999n])(
    '%d minor units are approved in full',
    async (minor) => {
      const outcome = await authorize({ amount: usd(minor) })
      expect(outcome).toMatchObject({ result: 'approved', code: '00', approved: usd(minor) })
    },
  )
})

describe('declines', () => {
  test.each([
    ['4000000000000002', '05'],
    ['4000000000009995', '51'],
    ['4000000000009987', '41'],
    ['4000000000009979', '43'],
    ['4000000000000069', '54'],
    ['4000000000000127', '82'],
    ['4000000000000119', '96'],
    ['4100000000000019', '59'],
  ])('card %s is declined with code %s', async (pan, code) => {
    expect(isLuhnValid(pan)).toBe(true)
    expect(await authorize({ instrument: card(pan) })).toMatchObject({ result: 'declined', code })
  })
})

describe('cards by response code', () => {
  test.each([
    ['4000003900000015', '01'],
    ['4000003900000023', '02'],
    ['4000003900000031', '03'],
    ['4000003900000049', '04'],
    ['4000003900000056', '05'],
    ['4000003900000064', '06'],
    ['4000003900000072', '07'],
    ['4000003900000080', '08'],
    ['4000003900000106', '10 for 500'],
    ['4000003900000122', '12'],
    ['4000003900000130', '13'],
    ['4000003900000148', '14'],
    ['4000003900000155', '15'],
    ['4000003900000197', '19'],
    ['4000003900000254', '25'],
    ['4000003900000304', '30'],
    ['4000003900000346', '34'],
    ['4000003900000395', '39'],
    ['4000003900000411', '41'],
    ['4000003900000437', '43'],
    ['4000003900000460', '46'],
    ['4000003900000510', '51'],
    ['4000003900000544', '54'],
    ['4000003900000551', '55'],
    ['4000003900000577', '57'],
    ['4000003900000585', '58'],
    ['4000003900000593', '59'],
    ['4000003900000619', '61'],
    ['4000003900000627', '62'],
    ['4000003900000635', '63'],
    ['4000003900000650', '65'],
    ['4000003900000684', 'unknown timeout'],
    ['4000003900000759', '75'],
    ['4000003900000783', '78'],
    ['4000003900000825', '82'],
    ['4000003900000882', '00'],
    ['4000003900000908', 'unknown disconnected'],
    ['4000003900000916', '91'],
    ['4000003900000924', '92'],
    ['4000003900000932', '93'],
    ['4000003900000940', '94'],
    ['4000003900000957', '00'],
    ['4000003900000965', '96'],
    ['4000003900000973', 'unknown disconnected'],
    ['4000003900000981', 'unknown timeout'],
  ])('card %s has the outcome %s', async (pan, expected) => {
    expect(isLuhnValid(pan)).toBe(true)
    expect(summarize(await authorize({ instrument: card(pan) }))).toBe(expected)
  })

  test('card whose code is in no table is approved', async () => {
    expect(isLuhnValid('4000003900000114')).toBe(true)
    expect(summarize(await authorize({ instrument: card('4000003900000114') }))).toBe('00')
  })
})

describe('amount-driven card', () => {
  const pan = '4000003900099991'
  test.each([
    [1000n, '00'],
    [1005n, '05'],
    [1051n, '51'],
    [1068n, 'unknown timeout'],
    [1088n, '00'],
    [1090n, 'unknown disconnected'],
    [1095n, '00'],
    [1097n, 'unknown disconnected'],
    [1098n, 'unknown timeout'],
    [1010n, '10 for 505'],
    [1008n, '08'],
    [5n, '05'],
    [1099n, '00'],
    [1011n, '00'],
  ])('amount-driven card with %d cents has the outcome %s', async (minor, expected) => {
    expect(summarize(await authorize({ instrument: card(pan), amount: usd(minor) }))).toBe(expected)
  })

  test('amount-driven card uses the two digits after the decimal point in every currency', async () => {
    const instrument = card(pan)
    expect(summarize(await authorize({ instrument, amount: jpy(1051n) }))).toBe('00')
    expect(summarize(await authorize({ instrument, amount: bhd(10_510n) }))).toBe('51')
  })
})

describe('partial approval', () => {
  const instrument = card('4000003900000106')
  test.each([
    [usd(1001n), '10 for 500'],
    [jpy(3n), '10 for 1'],
    // The API's amounts have two decimals, so thousandths of a dinar end in 0.
    [bhd(10_510n), '10 for 5250'],
  ])('partial approval is half of the amount, rounded down: %o', async (amount, expected) => {
    expect(summarize(await authorize({ instrument, amount }))).toBe(expected)
  })

  test('partial approval is a decline if half of the amount is 0', async () => {
    expect(summarize(await authorize({ instrument, amount: usd(1n) }))).toBe('51')
  })

  test('partial approval is a decline if the caller does not allow it', async () => {
    expect(summarize(await authorize({ instrument, allowPartial: false }))).toBe('51')
    expect(summarize(await authorize({ avs: { postal: '46225' }, allowPartial: false }))).toBe('51')
  })

  test('partial approval by postal code approves at most 1.23', async () => {
    const avs = { postal: '46225' }
    expect(summarize(await authorize({ avs }))).toBe('10 for 123')
    expect(summarize(await authorize({ avs, amount: usd(123n) }))).toBe('00')
    expect(summarize(await authorize({ avs, amount: usd(100n) }))).toBe('00')
    expect(summarize(await authorize({ avs, amount: jpy(50n) }))).toBe('10 for 1')
    expect(summarize(await authorize({ avs, amount: bhd(50_000n) }))).toBe('10 for 1230')
  })
})

describe('credentials on file', () => {
  const use = { reason: 'unscheduled' } as const
  const stored = { ...use, initiatedBy: 'customer', initial: 'subsequent' } as const
  const merchant = { ...use, initiatedBy: 'merchant', initial: 'subsequent' } as const
  const first = { ...use, initiatedBy: 'customer', initial: 'first' } as const

  test.each([
    ['4000000000000341', undefined, '00'],
    ['4000000000000341', first, '00'],
    ['4000000000000341', stored, '51'],
    ['4000000000000341', merchant, '51'],
    ['4000002500003155', undefined, '65'],
    ['4000002500003155', first, '65'],
    ['4000002500003155', stored, '65'],
    ['4000002500003155', merchant, '00'],
  ])('card %s with the credential %o has code %s', async (pan, credential, code) => {
    expect(isLuhnValid(pan)).toBe(true)
    expect(summarize(await authorize({ instrument: card(pan), ...(credential ? { credential } : {}) }))).toBe(code)
  })
})
