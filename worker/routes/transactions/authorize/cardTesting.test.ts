import { expect, test } from 'vitest'
import { isLuhnValid } from '#contract/card/luhn'
import { endpoints } from '#contract/endpoints'
import { simulator } from '../../../processors/simulator/simulator.ts'
import { tokenPayment, card, createMerchant, startWorker, testClock } from '../../../testing/merchant.ts'
import { createShopper } from '../../../testing/shopper.ts'

// Only payments by tokens of browsers count as card testing.

const hourMs = 3_600_000

/** The nth card of a range of eight digits, which is no documented test card. */
const cardOf = (range: number, n: number): string => {
  const body = `${45_000_000 + range}${String(n).padStart(7, '0')}`
  return Array.from({ length: 10 }, (_, last) => `${body}${last}`).find(isLuhnValid)!
}
/** The simulated issuer declines cards with this postal code. */
const declinedPostalCode = '46282'

/** A merchant whose processor counts its calls. */
const setUp = async ({ delayMs = 0 } = {}) => {
  const simulated = simulator({ delayMs })
  const merchant = await createMerchant({ settings: { duplicateWindowSeconds: 0 } })
  const clock = testClock()
  let processorCalls = 0
  const worker = startWorker({
    clock,
    processor: {
      ...simulated,
      authorize: (operation, reference) => {
        processorCalls += 1
        return simulated.authorize(operation, reference)
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
    worker.as(merchant.secretKey)('POST', '/v1/transactions/authorize', { body: tokenPayment(token) })
  /** Pays from an address and returns the response code. */
  const pay = async (address: string | null, number: string, options: Parameters<typeof tokenize>[2] = {}) =>
    (await authorize(await tokenize(address, number, options))).json.responseCode as string
  const declined = { declined: true }
  return { merchant, clock, worker, tokenize, authorize, pay, declined, processorCalls: () => processorCalls }
}

const attackerAddress = '198.51.100.7'

test('the fourth card from an address with three declines is declined with G06, without a processor call and without a reason', async () => {
  const { pay, declined, tokenize, authorize, worker, merchant, processorCalls } = await setUp()
  for (const range of [1, 2, 3]) expect(await pay(attackerAddress, cardOf(range, 1), declined)).toBe('05')
  const before = processorCalls()
  const token = await tokenize(attackerAddress, cardOf(4, 1))
  const response = await authorize(token)
  expect([response.status, response.json]).toMatchObject([
    200,
    { responseCode: 'G06', responseText: 'Velocity or fraud rule', authCode: null, avs: null, cvv: null },
  ])
  expect(response.json.errors).toEqual([
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
  expect(response.d1).toBe(3)
  expect(processorCalls()).toBe(before)
  expect(worker.log.at(-1)?.warnings).toEqual(['card_testing_address'])
  expect((await authorize(token)).json.errors).toMatchObject([{ type: 'token_used' }])
  const id = Number(response.json.transactionId)
  expect(await merchant.rows('SELECT status, cardRange, source FROM transactions WHERE id = ?', id)).toEqual([
    { status: 'declined', cardRange: null, source: '' },
  ])
})

test('the fourth card is approved from another address at once and from the same address after an hour of declines', async () => {
  const { pay, declined, clock } = await setUp()
  for (const range of [1, 2, 3]) await pay(attackerAddress, cardOf(range, 1), declined)
  expect(await pay('198.51.100.8', cardOf(4, 1))).toBe('00')
  for (let attempts = 0; attempts < 4; attempts++) {
    expect(await pay(attackerAddress, cardOf(5 + attempts, 1))).toBe('G06')
    clock.advance(hourMs / 4)
  }
  expect(await pay(attackerAddress, cardOf(10, 1))).toBe('00')
})

test('the fourth card from the same IPv6 /64 network is declined with G06', async () => {
  const { pay, declined } = await setUp()
  for (const last of [1, 2, 3]) await pay(`2001:db8:1:1::${last}`, cardOf(last, 1), declined)
  expect(await pay('2001:db8:1:1:ffff::4', cardOf(4, 1))).toBe('G06')
  expect(await pay('2001:db8:1:2::4', cardOf(4, 1))).toBe('00')
})

test('the sixth attempt with one card within an hour is declined with G06 from any address', async () => {
  const { pay, declined, worker } = await setUp()
  for (const last of [1, 2, 3, 4, 5]) expect(await pay(`198.51.100.${last}`, cardOf(1, 1), declined)).toBe('05')
  expect(await pay('198.51.100.6', cardOf(1, 1))).toBe('G06')
  expect(worker.log.at(-1)?.warnings).toEqual(['card_testing_card'])
})

test('the fifth card of a range with four declines is declined with G06, unless the card was approved before', async () => {
  const { pay, declined, worker, clock } = await setUp()
  const shopper = '203.0.113.9'
  expect(await pay(shopper, cardOf(1, 99))).toBe('00')
  clock.advance(2 * hourMs)
  for (const n of [1, 2, 3, 4]) expect(await pay(`198.51.100.${n}`, cardOf(1, n), declined)).toBe('05')
  expect(await pay('203.0.113.1', cardOf(1, 5))).toBe('G06')
  expect(worker.log.at(-1)?.warnings).toEqual(['card_testing_range'])
  // The approved card does not unblock its range, and other ranges are not blocked.
  for (let again = 0; again < 2; again++) expect(await pay(shopper, cardOf(1, 99))).toBe('00')
  expect(await pay('203.0.113.1', cardOf(1, 5))).toBe('G06')
  expect(await pay('203.0.113.1', cardOf(2, 5))).toBe('00')
})

test('a card range is blocked after two cards during an attack, until the attack ends', async () => {
  const { pay, declined, clock } = await setUp()
  for (let n = 0; n < 10; n++) await pay(`198.51.100.${n}`, cardOf(n, 1), declined)
  expect(await pay('203.0.113.1', cardOf(1, 2), declined)).toBe('05')
  expect(await pay('203.0.113.2', cardOf(1, 3))).toBe('G06')
  clock.advance(hourMs - 60_000)
  for (let n = 0; n < 2; n++) await pay(`203.0.113.${10 + n}`, cardOf(20, n), declined)
  clock.advance(120_000)
  expect(await pay('203.0.113.3', cardOf(20, 3))).toBe('00')
})

test('cards of one range from one address are blocked after ten, even if all are approved', async () => {
  const { pay, processorCalls } = await setUp()
  const codes: string[] = []
  for (let n = 0; n < 14; n++) codes.push(await pay(attackerAddress, cardOf(1, n)))
  expect(codes).toEqual([...Array.from({ length: 10 }, () => '00'), 'G06', 'G06', 'G06', 'G06'])
  expect(processorCalls()).toBe(10)
  expect(await pay('198.51.100.8', cardOf(1, 20))).toBe('00')
})

test('of 20 declined cards sent at once from one address at most nine reach the processor', async () => {
  const { tokenize, authorize, declined, processorCalls } = await setUp({ delayMs: 20 })
  const tokens = await Promise.all(
    Array.from({ length: 20 }, (_, n) => tokenize(attackerAddress, cardOf(n, 1), declined)),
  )
  const codes = await Promise.all(tokens.map(async (token) => (await authorize(token)).json.responseCode as string))
  // Three, and some of one millisecond, whose ids are in random order.
  expect(codes.filter((code) => code === '05').length).toBeLessThanOrEqual(9)
  expect(codes.filter((code) => code !== '05').every((code) => code === 'G06')).toBe(true)
  expect(processorCalls()).toBeLessThanOrEqual(9)
})

test('all of 12 shoppers who pay at once from one address are approved', async () => {
  const { tokenize, authorize } = await setUp({ delayMs: 20 })
  const tokens = await Promise.all(Array.from({ length: 12 }, (_, n) => tokenize('192.0.2.1', cardOf(n, 1))))
  const codes = await Promise.all(tokens.map(async (token) => (await authorize(token)).json.responseCode as string))
  expect(codes).toEqual(Array.from({ length: 12 }, () => '00'))
})

test('stolen cards of one range, one at each of 40 checkouts, are blocked after three from one address', async () => {
  const { merchant, worker, processorCalls } = await setUp()
  const shopper = createShopper(worker)
  const headers = { 'cf-connecting-ip': attackerAddress }
  for (let n = 0; n < 40; n++) {
    const { id } = (await worker.as(merchant.secretKey)('POST', '/v1/dynamiccheckout', { body: { total: 5 } })).json
    const { data } = await shopper.open(id, headers)
    const payment = { creditCard: card(cardOf(1, n), { postalCode: declinedPostalCode }) }
    const { json } = await shopper.pay(id, data!.nonce, { payment }, headers)
    expect(json).toMatchObject({ status: 'open', declined: 'declined' })
  }
  expect(processorCalls()).toBe(3)
})

test('cards that a shop saves before it charges them count until their first approval', async () => {
  const { merchant, worker, tokenize, processorCalls } = await setUp()
  const call = worker.as(merchant.secretKey)
  const { customers } = (await call('POST', '/v1/customers', { body: { firstName: 'Ada' } })).json
  const customer = customers[0].id
  const save = async (n: number, options: object = {}) => {
    const body = { token: await tokenize(attackerAddress, cardOf(n, 1), options) }
    return (await call('POST', `/v1/customers/${customer}/wallet`, { body })).json.wallet[0].id as string
  }
  const charge = async (wallet: string) => {
    const body = { payment: { stored: { customer, wallet } }, amount: { value: 3 } }
    return (await call('POST', '/v1/transactions/authorize', { body })).json.responseCode as string
  }
  const approved = await save(1)
  expect(await charge(approved)).toBe('00')
  for (const n of [2, 3, 4]) expect(await charge(await save(n, { declined: true }))).toBe('05')
  expect(await charge(await save(6))).toBe('G06')
  expect(processorCalls()).toBe(4)
  expect(await charge(approved)).toBe('00')
})

test('a shopper with four declines of one card is approved', async () => {
  const { pay, declined } = await setUp()
  for (let attempts = 0; attempts < 4; attempts++) await pay('203.0.113.1', cardOf(1, 1), declined)
  expect(await pay('203.0.113.1', cardOf(1, 1))).toBe('00')
})

test('a shopper who returns to the first card after three declined cards is approved', async () => {
  const { pay, declined } = await setUp()
  for (const n of [1, 2, 3]) expect(await pay('203.0.113.1', cardOf(n, 1), declined)).toBe('05')
  expect(await pay('203.0.113.1', cardOf(1, 1))).toBe('00')
})

test('shoppers at one address with a third of them declined are approved', async () => {
  const { pay } = await setUp()
  for (let n = 1; n <= 9; n++)
    expect(await pay('192.0.2.1', cardOf(n, 1), { declined: n % 3 === 2 })).toBe(n % 3 === 2 ? '05' : '00')
})

test('a shopper without an address is approved after five declines', async () => {
  const { pay, declined } = await setUp()
  for (const n of [1, 2, 3, 4, 5]) await pay(null, cardOf(1, n), declined)
  expect(await pay(null, cardOf(1, 6))).toBe('00')
})

test('tokens created with the secret key are not blocked after five declines', async () => {
  const { pay, merchant } = await setUp()
  const options = { declined: true, key: merchant.secretKey }
  for (const n of [1, 2, 3, 4, 5, 6]) expect(await pay(attackerAddress, cardOf(1, n), options)).toBe('05')
})

test('documented test cards are declined any number of times in test mode and block nothing', async () => {
  const { pay } = await setUp()
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

test('POST /v1/tokens with a publishable key returns the same members for approved and declined cards', async () => {
  const { worker, merchant } = await setUp()
  const call = worker.as(merchant.publishableKey)
  // Wrong address, wrong CVV, declined, approved.
  for (const number of ['4000000000000010', '4000000000000101', '4000000000000002', '4242424242424242']) {
    const { status, json } = await call('POST', '/v1/tokens', { body: { creditCard: card(number) } })
    expect(status).toBe(200)
    const { requestId, token, expiresAt, accountNumber, ...rest } = json
    expect([requestId, token, expiresAt, accountNumber].every((text) => typeof text === 'string')).toBe(true)
    expect(rest).toEqual({ network: 'visa', expiry: '1230', errors: null })
  }
})

test('a publishable key returns 403 without AVS and CVV results at each endpoint that calls the processor', async () => {
  const { worker, merchant } = await setUp()
  const call = worker.as(merchant.publishableKey)
  const callsProcessor = endpoints.filter(({ reachesProcessor }) => reachesProcessor === true)
  expect(callsProcessor.length).toBeGreaterThan(3)
  for (const { method, path } of callsProcessor) {
    const { status, text } = await call(method, path.replaceAll(/\{\w+\}/g, '12345678901234'), { body: {} })
    expect([path, status]).toEqual([path, 403])
    expect(text).not.toMatch(/avs|cvv/)
  }
})
