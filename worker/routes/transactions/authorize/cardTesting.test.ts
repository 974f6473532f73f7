import { describe, expect, test } from 'vitest'
import { luhn } from '#contract/card/luhn'
import { endpoints } from '#contract/endpoints'
import { simulator } from '../../../processors/simulator/simulator.ts'
import { byToken, card, createMerchant, startWorker, testClock } from '../../../testing/merchant.ts'

/** What becomes of payments by tokens from browsers where somebody tries stolen cards. */

const simulated = simulator()
const hourMs = 3_600_000

/** The nth card of a range of eight digits; no documented test card. */
const cardOf = (range: number, n: number): string => {
  const body = `${45_000_000 + range}${String(n).padStart(7, '0')}`
  return Array.from({ length: 10 }, (_, last) => `${body}${last}`).find(luhn)!
}
/** The simulated issuer declines whoever lives there. */
const declinedPostalCode = '46282'

/** A shop of its own, whose processor counts how often it is asked. */
const openShop = async () => {
  const merchant = await createMerchant({ settings: { duplicateWindowSeconds: 0 } })
  const clock = testClock()
  let asked = 0
  const worker = startWorker({
    clock,
    processor: {
      ...simulated,
      authorize: (op, ref) => {
        asked += 1
        return simulated.authorize(op, ref)
      },
    },
  })
  const tokenize = async (
    address: string | null,
    number: string,
    { declined = false, key = merchant.publishableKey } = {},
  ) => {
    const creditCard = card(number, declined ? { postalCode: declinedPostalCode } : {})
    const headers: Record<string, string> = address === null ? {} : { 'cf-connecting-ip': address }
    return (await worker.as(key)('POST', '/v1/tokens', { body: { creditCard }, headers })).json.token as string
  }
  const authorize = (token: string) =>
    worker.as(merchant.secretKey)('POST', '/v1/transactions/authorize', { body: byToken(token) })
  /** What a shopper at an address hears: a response code. */
  const pay = async (address: string | null, number: string, options: Parameters<typeof tokenize>[2] = {}) =>
    (await authorize(await tokenize(address, number, options))).json.responseCode as string
  const declined = { declined: true }
  return { merchant, clock, worker, tokenize, authorize, pay, declined, asked: () => asked }
}

const thief = '198.51.100.7'

describe('the fourth card from an address where three were declined', () => {
  test('is refused without asking the processor, and nothing in the answer says why', async () => {
    const { pay, declined, tokenize, authorize, worker, merchant, asked } = await openShop()
    for (const range of [1, 2, 3]) expect(await pay(thief, cardOf(range, 1), declined)).toBe('05')
    const before = asked()
    const token = await tokenize(thief, cardOf(4, 1))
    const answer = await authorize(token)
    expect([answer.status, answer.json]).toMatchObject([
      200,
      { responseCode: 'G06', responseText: 'Velocity or fraud rule', authCode: null, avs: null, cvv: null },
    ])
    expect(answer.json.errors).toEqual([
      {
        type: 'gateway_rejected',
        message: {
          text: 'Velocity or fraud rule',
          field: null,
          code: 'card_velocity_exceeded',
          details: { retry: 'later' },
          docs: expect.any(String),
        },
      },
    ])
    expect(answer.d1).toBe(3)
    expect(asked()).toBe(before)
    expect(worker.log.at(-1)?.warnings).toEqual(['card_testing_address'])
    expect((await authorize(token)).json.errors).toMatchObject([{ type: 'token_used' }])
    const id = Number(answer.json.transactionId)
    expect(await merchant.rows('SELECT status, cardRange, source FROM transactions WHERE id = ?', id)).toEqual([
      { status: 'declined', cardRange: null, source: '' },
    ])
  })

  test('is taken from another address, and after an hour from this one, though it was tried all along', async () => {
    const { pay, declined, clock } = await openShop()
    for (const range of [1, 2, 3]) await pay(thief, cardOf(range, 1), declined)
    expect(await pay('198.51.100.8', cardOf(4, 1))).toBe('00')
    for (let tries = 0; tries < 4; tries++) {
      expect(await pay(thief, cardOf(5 + tries, 1))).toBe('G06')
      clock.advance(hourMs / 4)
    }
    expect(await pay(thief, cardOf(10, 1))).toBe('00')
  })

  test('is one of the same IPv6 network of 64 bits', async () => {
    const { pay, declined } = await openShop()
    for (const last of [1, 2, 3]) await pay(`2001:db8:1:1::${last}`, cardOf(last, 1), declined)
    expect(await pay('2001:db8:1:1:ffff::4', cardOf(4, 1))).toBe('G06')
    expect(await pay('2001:db8:1:2::4', cardOf(4, 1))).toBe('00')
  })
})

test('the sixth try of one card within an hour is refused, whichever address it comes from', async () => {
  const { pay, declined, worker } = await openShop()
  for (const last of [1, 2, 3, 4, 5]) expect(await pay(`198.51.100.${last}`, cardOf(1, 1), declined)).toBe('05')
  expect(await pay('198.51.100.6', cardOf(1, 1))).toBe('G06')
  expect(worker.log.at(-1)?.warnings).toEqual(['card_testing_card'])
})

test('the fifth card of a range of which four were declined is refused, unless it was approved here before', async () => {
  const { pay, declined, worker, clock } = await openShop()
  const shopper = '203.0.113.9'
  expect(await pay(shopper, cardOf(1, 99))).toBe('00')
  clock.advance(2 * hourMs)
  for (const n of [1, 2, 3, 4]) expect(await pay(`198.51.100.${n}`, cardOf(1, n), declined)).toBe('05')
  expect(await pay('203.0.113.1', cardOf(1, 5))).toBe('G06')
  expect(worker.log.at(-1)?.warnings).toEqual(['card_testing_range'])
  // Who is known opens the range to nobody else; and another range is open.
  for (let again = 0; again < 2; again++) expect(await pay(shopper, cardOf(1, 99))).toBe('00')
  expect(await pay('203.0.113.1', cardOf(1, 5))).toBe('G06')
  expect(await pay('203.0.113.1', cardOf(2, 5))).toBe('00')
})

test('under attack a range is closed after two cards, until the attack is over', async () => {
  const { pay, declined, clock } = await openShop()
  for (let n = 0; n < 10; n++) await pay(`198.51.100.${n}`, cardOf(n, 1), declined)
  expect(await pay('203.0.113.1', cardOf(1, 2), declined)).toBe('05')
  expect(await pay('203.0.113.2', cardOf(1, 3))).toBe('G06')
  clock.advance(hourMs - 60_000)
  for (let n = 0; n < 2; n++) await pay(`203.0.113.${10 + n}`, cardOf(20, n), declined)
  clock.advance(120_000)
  expect(await pay('203.0.113.3', cardOf(20, 3))).toBe('00')
})

describe('an honest shopper is not refused', () => {
  test('who mistypes the security code four times', async () => {
    const { pay, declined } = await openShop()
    for (let tries = 0; tries < 4; tries++) await pay('203.0.113.1', cardOf(1, 1), declined)
    expect(await pay('203.0.113.1', cardOf(1, 1))).toBe('00')
  })

  test('who takes a third card after two were declined, and goes back to the first', async () => {
    const { pay, declined } = await openShop()
    for (const n of [1, 2, 3]) expect(await pay('203.0.113.1', cardOf(n, 1), declined)).toBe('05')
    expect(await pay('203.0.113.1', cardOf(1, 1))).toBe('00')
  })

  test('whose colleagues buy from the same office, one of three of them declined', async () => {
    const { pay } = await openShop()
    for (let n = 1; n <= 9; n++)
      expect(await pay('192.0.2.1', cardOf(n, 1), { declined: n % 3 === 2 })).toBe(n % 3 === 2 ? '05' : '00')
  })

  test('whose address the platform does not tell', async () => {
    const { pay, declined } = await openShop()
    for (const n of [1, 2, 3, 4, 5]) await pay(null, cardOf(1, n), declined)
    expect(await pay(null, cardOf(1, 6))).toBe('00')
  })
})

test('a merchant’s own server is never suspected', async () => {
  const { pay, merchant } = await openShop()
  const options = { declined: true, key: merchant.secretKey }
  for (const n of [1, 2, 3, 4, 5, 6]) expect(await pay(thief, cardOf(1, n), options)).toBe('05')
})

test('in test mode the documented test cards are declined as often as a developer likes, and close nothing', async () => {
  const { pay } = await openShop()
  for (let round = 0; round < 3; round++)
    for (const [number, code] of [
      ['4000000000000002', '05'],
      ['4000000000009995', '51'],
      ['4000000000000127', '82'],
      ['4242424242424242', '00'],
    ] as const)
      expect(await pay('127.0.0.1', number)).toBe(code)
  expect(await pay('127.0.0.1', cardOf(1, 1))).toBe('00')
})

describe('answers to publishable keys carry no AVS or CVV detail', () => {
  test('a token’s answer is the same whatever the issuer will say', async () => {
    const { worker, merchant } = await openShop()
    const call = worker.as(merchant.publishableKey)
    // Wrong address, wrong security code, declined, good.
    for (const number of ['4000000000000010', '4000000000000101', '4000000000000002', '4242424242424242']) {
      const { status, json } = await call('POST', '/v1/tokens', { body: { creditCard: card(number) } })
      expect(status).toBe(200)
      const { requestId, token, expiresAt, accountNumber, ...rest } = json
      expect([requestId, token, expiresAt, accountNumber].every((text) => typeof text === 'string')).toBe(true)
      expect(rest).toEqual({ network: 'visa', expiry: '1230', errors: null })
    }
  })

  test('and they reach no endpoint that asks an issuer', async () => {
    const { worker, merchant } = await openShop()
    const call = worker.as(merchant.publishableKey)
    const reaching = endpoints.filter(({ reachesProcessor }) => reachesProcessor === true)
    expect(reaching.length).toBeGreaterThan(3)
    for (const { method, path } of reaching) {
      const { status, text } = await call(method, path.replaceAll(/\{\w+\}/g, '12345678901234'), { body: {} })
      expect([path, status]).toEqual([path, 403])
      expect(text).not.toMatch(/avs|cvv/)
    }
  })
})
