import { expect, test } from 'vitest'
import { cards, expectOk, checkoutApiFixture } from '../../../testing/fixtures/checkoutApiFixture.ts'
import { card } from '../../../testing/merchant.ts'
import { nextMillisecond } from '../../../testing/nextMillisecond.ts'

const shop = await checkoutApiFixture()
const { make, read, shopper, payments, merchant } = shop

test.each([
  ['4000000000000002', 'declined'],
  ['4000000000009995', 'insufficientFunds'],
  ['4000000000000069', 'expired'],
  ['4000003900000627', 'notAccepted'],
  ['4000003900000577', 'notAccepted'],
  ['4000000000000119', 'tryLater'],
  ['4000003900000916', 'tryLater'],
  // The reasons of these declines would help card testing, so they are not shown.
  ['4000000000000127', 'declined'],
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

test('a live checkout without a processor is declined with G08', async () => {
  const live = shop.worker.as((await merchant.issue('sk', { mode: 'live' })).key)
  const { id } = await expectOk(live('POST', '/v1/dynamiccheckout', { body: { total: 5 } }))
  const { json } = await shopper.openAndPay(id)
  expect(json).toMatchObject({ status: 'open', declined: 'declined' })
  const { transactions } = await expectOk(live('GET', `/v1/transactions?reference=${id}`))
  expect(transactions).toMatchObject([{ status: 'declined', responseCode: 'G08', amountCaptured: 0 }])
})
