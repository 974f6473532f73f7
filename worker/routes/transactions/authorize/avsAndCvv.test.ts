import { expect, test } from 'vitest'
import { card, createMerchant, startWorker } from '../../../testing/merchant.ts'

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const authorize = (body: unknown) => call('POST', '/v1/transactions/authorize', { body })
const getTransaction = async (id: string) => (await call('GET', `/v1/transactions/${id}`)).json

const texts = {
  A: 'Street address matches, but postal code does not match.',
  D: 'Street address and postal code match.',
  I: 'Address not verified.',
  N: 'Street address and postal code do not match.',
  P: 'Postal code matches, but street address not verified.',
  U: 'Address information unavailable.',
  Y: 'Street address and 5-digit postal code match.',
} as const

const street = { line1: '1 Main St' }

test.each<[string, keyof typeof texts, object, object]>([
  ['no address', 'I', {}, {}],
  ['a postal code', 'P', { postalCode: '10001' }, {}],
  ['a postal code and a street', 'Y', { postalCode: '10001' }, { billTo: street }],
  ['a postal code and a street outside the US', 'D', { postalCode: '10001' }, { billTo: { ...street, country: 'CH' } }],
  ["a mismatch of the order's postal code", 'N', {}, { billTo: { ...street, postalCode: '46205' } }],
  [
    "the card's postal code in place of the order's",
    'A',
    { postalCode: '46201' },
    { billTo: { ...street, postalCode: '46205' } },
  ],
  ['a shipping address alone', 'I', {}, { shipTo: { ...street, postalCode: '46205' } }],
  ['an empty address', 'I', { postalCode: '' }, { billTo: { line1: '', postalCode: '' } }],
  ['an unavailable postal code', 'U', { postalCode: '46209' }, {}],
])('authorize with %s returns AVS result %s', async (_address, code, more, order) => {
  const { json } = await authorize({ payment: { creditCard: card(undefined, more) }, amount: { value: 1 }, order })
  expect(json).toMatchObject({ responseCode: '00', avs: { code, text: texts[code] } })
  expect((await getTransaction(json.transactionId)).avs).toEqual({ code, text: texts[code] })
})

test.each([
  ['4242424242424242', '123', 'M', 'CVV matches'],
  ['4242424242424242', '901', 'N', 'CVV does not match'],
  ['4242424242424242', '902', 'S', 'CVV should have been present'],
  ['4242424242424242', '903', 'U', 'CVV request unable to be processed by issuer'],
  ['4242424242424242', '904', 'P', 'CVV not processed'],
  ['4242424242424242', '905', 'X', 'CVV check not supported for card'],
  ['4242424242424242', '906', 'D', 'CVV check flagged transaction as suspicious'],
  ['4242424242424242', null, 'P', 'CVV not processed'],
  ['4242424242424242', '1234', 'I', 'CVV failed data validation check'],
  ['378282246310005', '1234', 'M', 'CVV matches'],
  ['378282246310005', '0901', 'N', 'CVV does not match'],
  ['378282246310005', '123', 'I', 'CVV failed data validation check'],
])('authorize by card %s with CVV %s returns CVV result %s', async (number, verificationValue, code, text) => {
  const { json } = await authorize({
    payment: { creditCard: card(number, { verificationValue }) },
    amount: { value: 1 },
  })
  expect(json).toMatchObject({ responseCode: '00', cvv: { code, text } })
  expect((await getTransaction(json.transactionId)).cvv).toEqual({ code, text })
})

test('declined authorize returns the AVS and CVV results', async () => {
  const { json } = await authorize({
    payment: { creditCard: card('4000000000000127', { postalCode: '46201' }) },
    amount: { value: 1 },
  })
  expect(json).toMatchObject({ responseCode: '82', avs: { code: 'A' }, cvv: { code: 'N' } })
})
