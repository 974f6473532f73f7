import { expect, test } from 'vitest'
import { isLuhnValid } from '#contract/card/luhn'
import type { PageDecline } from '#contract/checkouts/page'
import { rateLimits } from '#contract/rateLimits'
import { declineCodes } from '#contract/transactions/responseCodes'
import type { Processor } from '../../../processors/processor.ts'
import { simulator } from '../../../processors/simulator/simulator.ts'
import { cards, expectOk, checkoutApiFixture } from '../../../testing/fixtures/checkoutApiFixture.ts'
import { card } from '../../../testing/merchant.ts'
import { nextMillisecond } from '../../../testing/nextMillisecond.ts'
import type { PageResponse } from '../../../testing/shopper.ts'

const shop = await checkoutApiFixture()
const { make, read, shopper, payments, merchant } = shop

test.each([
  ['4000000000000002', 'declined'],
  ['4000000000009995', 'insufficientFunds'],
  ['4000003900000619', 'limit'],
  ['4000000000000069', 'expired'],
  ['4000000000000127', 'wrongCode'],
  ['4000003900000627', 'notAccepted'],
  ['4000003900000577', 'notAccepted'],
  ['4000000000000119', 'tryLater'],
  ['4000003900000916', 'tryLater'],
  // The reasons of these declines would help card testing, so they are not shown.
  ['4100000000000019', 'declined'],
  ['4000000000009987', 'declined'],
  ['4000003900000650', 'declined'],
])('a decline of card %s is shown as %s, without other details', async (number, declined) => {
  const id = await make()
  const { json } = await shopper.openAndPay(id, { payment: { creditCard: card(number) } })
  expect(json).toEqual({
    requestId: expect.any(String),
    status: 'open',
    declined,
    nonce: expect.any(String),
    errors: null,
  })
  expect(await read(id)).toMatchObject({ status: 'open', transactionId: null })
})

/** The simulator's cards by response code. */
const cardOfCode = (code: string): string => {
  const body = `4000003900000${code}`
  return Array.from({ length: 10 }, (_, last) => `${body}${last}`).find(isLuhnValid)!
}
const shownReasons: Record<string, PageDecline> = {
  '51': 'insufficientFunds',
  '61': 'limit',
  '54': 'expired',
  '82': 'wrongCode',
  ...Object.fromEntries(['12', '57', '58', '62', '93'].map((code) => [code, 'notAccepted' as const])),
  ...Object.fromEntries(['06', '19', '30', '91', '92', '96'].map((code) => [code, 'tryLater' as const])),
}
/** All codes of issuers but 68, whose outcome is unknown. */
const issuerCodes = Object.keys(declineCodes).filter((code) => /^\d\d$/.test(code) && code !== '68')

test.each(issuerCodes)(
  'a decline with the response code %s is shown by its reason, others as declined',
  async (code) => {
    const id = await make()
    const { json } = await shopper.openAndPay(id, { payment: { creditCard: card(cardOfCode(code)) } })
    expect(json).toMatchObject({ status: 'open', declined: shownReasons[code] ?? 'declined' })
    expect((await payments(id)).map(({ responseCode }) => responseCode)).toEqual([code])
  },
)

test('a decline by the account’s AVS or CVV rules is shown as declined', async () => {
  const { make, shopper, payments } = await checkoutApiFixture({ settings: { avsReject: ['N'], cvvReject: ['N'] } })
  const id = await make()
  const { json } = await shopper.openAndPay(id, { payment: { creditCard: card('4000000000000010') } })
  expect(json).toMatchObject({ status: 'open', declined: 'declined' })
  await nextMillisecond()
  const second = await shopper.pay(id, json.nonce, {
    payment: { creditCard: card(undefined, { verificationValue: '901' }) },
  })
  expect(second.json).toMatchObject({ status: 'open', declined: 'declined' })
  expect((await payments(id)).map(({ responseCode }) => responseCode)).toEqual(['G04', 'G05'])
})

test('a declined checkout stays open and can be paid with another card', async () => {
  const id = await make()
  const { nonce } = (await shopper.open(id)).data!
  const first = (await shopper.pay(id, nonce, { payment: { creditCard: card(cards.declined) } })).json
  expect(first).toMatchObject({ status: 'open', declined: 'declined' })
  // The nonce of the declined attempt is used, and returns its outcome.
  for (const { json } of [await shopper.pay(id, nonce), await shopper.ask(id, nonce)])
    expect(json).toMatchObject({ status: 'open', declined: 'declined' })
  await nextMillisecond()
  expect((await shopper.pay(id, first.nonce)).json).toMatchObject({ status: 'completed' })
  expect((await payments(id)).map(({ status }) => status)).toEqual(['declined', 'captured'])
})

test('the fourth card of an IP address after three declined ones is declined with G06', async () => {
  const { make, shopper, payments, worker } = await checkoutApiFixture()
  const id = await make()
  const at = { 'cf-connecting-ip': '198.51.100.7' }
  const numbers = ['4539148803436467', '5425233430109903', '4916338506082832', '4024007198964305']
  let { nonce } = (await shopper.open(id)).data!
  for (const [index, number] of numbers.entries()) {
    // The simulated issuer declines this postal code.
    const creditCard = card(number, index < 3 ? { postalCode: '46282' } : {})
    const { json } = await shopper.pay(id, nonce, { payment: { creditCard } }, at)
    expect(json).toMatchObject({ status: 'open', declined: 'declined' })
    nonce = json.nonce
    await nextMillisecond()
  }
  expect((await payments(id)).map(({ responseCode }) => responseCode)).toEqual(['05', '05', '05', 'G06'])
  expect(worker.log.some(({ warnings }) => warnings.includes('card_testing_address'))).toBe(true)
  // Another IP address is not limited.
  expect(
    (await shopper.openAndPay(await make(), { payment: { creditCard: card('4532015112830366') } })).json.status,
  ).toBe('completed')
})

/** The simulator, with an issuer that accepts one security code only. */
const issuerOfCode = (code: string) => {
  const simulated = simulator({ delayMs: 0 })
  let calls = 0
  const authorize: Processor['authorize'] = (operation, ref) => {
    calls += 1
    const { instrument } = operation
    const isWrong = instrument.kind === 'card' && instrument.cvv?.reveal() !== code
    if (isWrong) return Promise.resolve({ result: 'declined', ref, code: '82', cvv: 'N' })
    return simulated.authorize({ ...operation, account: { ...operation.account, mode: 'test' } }, ref)
  }
  return { processor: { ...simulated, authorize }, calls: () => calls }
}

test('the code of a card that was approved before can be guessed five times in an hour, at any number of checkouts', async () => {
  const { processor, calls } = issuerOfCode('777')
  const { make, shopper, payments, clock } = await checkoutApiFixture(
    { settings: { duplicateWindowSeconds: 0 } },
    { processor },
  )
  const attempt = async (verificationValue: string, address: string) => {
    const id = await make()
    const creditCard = card('4539148803436467', { verificationValue })
    const { nonce } = (await shopper.open(id)).data!
    const { json } = await shopper.pay(id, nonce, { payment: { creditCard } }, { 'cf-connecting-ip': address })
    return [json.declined ?? json.status, (await payments(id))[0].responseCode]
  }
  expect(await attempt('777', '203.0.113.1')).toEqual(['completed', '00'])
  const guesses: unknown[] = []
  for (let n = 0; n < 18; n++) {
    clock.advance(1000)
    guesses.push(await attempt(String(100 + n), `198.51.100.${n}`))
  }
  expect(guesses).toEqual([
    ...Array.from({ length: 5 }, () => ['wrongCode', '82']),
    ...Array.from({ length: 13 }, () => ['declined', 'G06']),
  ])
  expect(calls()).toBe(6)
  clock.advance(3_600_000)
  expect(await attempt('777', '203.0.113.1')).toEqual(['completed', '00'])
})

test('the seventh live payment from an address that sent six wrong codes within a minute is 429 without a database call', async () => {
  const { processor, calls } = issuerOfCode('777')
  const counts = new Map<string, number>()
  const tokens = {
    limit: async ({ key }: { readonly key: string }) => {
      counts.set(key, (counts.get(key) ?? 0) + 1)
      return { success: counts.get(key)! <= rateLimits.tokens.quota }
    },
  }
  const shop = await checkoutApiFixture(
    { settings: { duplicateWindowSeconds: 0 } },
    { processor, rateLimiters: { tokens } },
  )
  const pay = async (key: string, address: string, numbers: readonly string[], verificationValue: string) => {
    const responses: PageResponse[] = []
    for (const number of numbers) {
      const { id } = await expectOk(shop.worker.as(key)('POST', '/v1/dynamiccheckout', { body: { total: 5 } }))
      const { data } = await shop.shopper.open(id)
      const creditCard = card(number, { verificationValue })
      responses.push(
        await shop.shopper.pay(id, data!.nonce, { payment: { creditCard } }, { 'cf-connecting-ip': address }),
      )
    }
    return responses
  }
  // Two cards, each three times: fewer than the rules for cards and addresses allow.
  const numbers = Array.from({ length: 7 }, (_, n) => ['4539148803436467', '5425233430109903'][n % 2]!)
  const live = (await shop.merchant.issue('sk', { mode: 'live' })).key
  const responses = await pay(live, '198.51.100.7', numbers, '123')
  expect(responses.map(({ status, json }) => [status, json.declined])).toEqual([
    ...Array.from({ length: 6 }, () => [200, 'wrongCode']),
    [429, undefined],
  ])
  expect(responses.at(-1)!.d1 > 0).toBe(false)
  expect(calls()).toBe(6)
  const [elsewhere] = await pay(live, '198.51.100.8', ['4916338506082832'], '777')
  expect(elsewhere!.json.status).toBe('completed')
  // In test mode wrong codes come from documented test cards.
  const test = await pay(shop.merchant.secretKey, '198.51.100.7', Array(7).fill('4000000000000127'), '123')
  expect(new Set(test.map(({ status }) => status))).toEqual(new Set([200]))
})

test('a live checkout without a processor is declined with G08', async () => {
  const live = shop.worker.as((await merchant.issue('sk', { mode: 'live' })).key)
  const { id } = await expectOk(live('POST', '/v1/dynamiccheckout', { body: { total: 5 } }))
  const { json } = await shopper.openAndPay(id)
  expect(json).toMatchObject({ status: 'open', declined: 'declined' })
  const { transactions } = await expectOk(live('GET', `/v1/transactions?reference=${id}`))
  expect(transactions).toMatchObject([{ status: 'declined', responseCode: 'G08', amountCaptured: 0 }])
})
