import { afterAll, expect, test, vi } from 'vitest'
import { tokenPayment, card, createMerchant, countRows, startWorker } from '../../testing/merchant.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const merchant = await createMerchant()
const call = startWorker().as(merchant.secretKey)

const visa = card('4000002500001001')
const check = { accountNumber: '1234567', routingNumber: '021000021', accountType: 'checking' }
const tokenize = (preferredNetwork?: string | null, body: object = { creditCard: visa }) =>
  call('POST', '/v1/tokens', { body: { ...body, preferredNetwork } })
const createToken = async (preferredNetwork?: string | null): Promise<string> =>
  (await tokenize(preferredNetwork)).json.token
const getPayment = async ({ transactionId }: { transactionId: string }) =>
  (await call('GET', `/v1/transactions/${transactionId}`)).json.payment
const authorize = async (body: object) => getPayment((await call('POST', '/v1/transactions/authorize', { body })).json)

test.each(['cartesBancaires', 'visa'])(
  'preferred network %s of a token is returned with the payment and sent to the processor',
  async (preferredNetwork) => {
    const payment = await authorize(tokenPayment(await createToken(preferredNetwork)))
    expect(payment).toMatchObject({ network: 'visa', preferredNetwork })
    expect(payment.networkTransactionId).toMatch(new RegExp(`^SIM${preferredNetwork}\\d{12}$`))
  },
)

test.each([undefined, null])(
  'payment by a token with preferredNetwork %s has no preferred network',
  async (preferredNetwork) => {
    const payment = await authorize(tokenPayment(await createToken(preferredNetwork)))
    expect(payment.preferredNetwork).toBeNull()
    expect(payment.networkTransactionId).toMatch(/^SIM\d{12}$/)
  },
)

test('preferred network of a stored card is sent with each charge', async () => {
  const { id } = (await call('POST', '/v1/customers', { body: {} })).json.customers[0]
  const token = await createToken('cartesBancaires')
  expect((await call('POST', `/v1/customers/${id}/wallet`, { body: { token } })).status).toBe(200)
  for (const order of ['first', 'second']) {
    const payment = await authorize({
      payment: { stored: { customer: id } },
      amount: { value: 10.5 },
      order: { referenceObject: order },
    })
    expect(payment).toMatchObject({ network: 'visa', preferredNetwork: 'cartesBancaires' })
    expect(payment.networkTransactionId).toMatch(/^SIMcartesBancaires/)
  }
})

test('preferred network of a token is sent with an unreferenced credit', async () => {
  const body = tokenPayment(await createToken('cartesBancaires'))
  const payment = await getPayment((await call('POST', '/v1/transactions/credit', { body })).json)
  expect(payment.networkTransactionId).toMatch(/^SIMcartesBancaires/)
})

test.each<[string, string, object]>([
  ['visa', 'an American Express card', { creditCard: card('378282246310005', { verificationValue: '1234' }) }],
  [
    'cartesBancaires',
    'an American Express card',
    { creditCard: card('378282246310005', { verificationValue: '1234' }) },
  ],
  ['mastercard', 'a Visa card', { creditCard: visa }],
  ['visa', 'a card of an unknown network', { creditCard: card('9999999999999995') }],
  ['visa', 'a bank account', { check }],
  ['jaguar', 'a Visa card', { creditCard: visa }],
])(
  'POST /v1/tokens with preferredNetwork %s for %s returns 400 enum_invalid and stores nothing',
  async (preferredNetwork, _method, body) => {
    const before = await countRows(merchant)
    const response = await tokenize(preferredNetwork, body)
    expect(response.status).toBe(400)
    expect(response.json.errors).toMatchObject([{ type: 'enum_invalid', message: { field: 'preferredNetwork' } }])
    expect(response.json.token).toBeNull()
    expect(await countRows(merchant)).toEqual(before)
  },
)

test.each(['6759649826438453', '5555552500001001'])(
  'POST /v1/tokens with preferredNetwork cartesBancaires for card %s returns 200',
  async (number) => {
    expect((await tokenize('cartesBancaires', { creditCard: card(number) })).status).toBe(200)
  },
)
