import { afterAll, describe, expect, test, vi } from 'vitest'
import { byToken, card, createMerchant, rowsOf, startWorker } from '../../testing/merchant.ts'

/** How the choice of a shopper with a co-badged card goes from the token to whoever is asked for money. */

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const merchant = await createMerchant()
const call = startWorker().as(merchant.secretKey)

const visa = card('4000002500001001')
const check = { accountNumber: '1234567', routingNumber: '021000021', accountType: 'checking' }
const tokenize = (preferredNetwork?: string | null, body: object = { creditCard: visa }) =>
  call('POST', '/v1/tokens', { body: { ...body, preferredNetwork } })
const tokenOf = async (preferredNetwork?: string | null): Promise<string> =>
  (await tokenize(preferredNetwork)).json.token
const paymentOf = async ({ transactionId }: { transactionId: string }) =>
  (await call('GET', `/v1/transactions/${transactionId}`)).json.payment
const authorize = async (body: object) => paymentOf((await call('POST', '/v1/transactions/authorize', { body })).json)

describe('the network that a shopper chose', () => {
  test.each(['cartesBancaires', 'visa'])('stands in the payment, and the processor is told: %s', async (chosen) => {
    const payment = await authorize(byToken(await tokenOf(chosen)))
    expect(payment).toMatchObject({ network: 'visa', preferredNetwork: chosen })
    expect(payment.networkTransactionId).toMatch(new RegExp(`^SIM${chosen}\\d{12}$`))
  })

  test.each([undefined, null])('is nothing where nothing was chosen: %s', async (chosen) => {
    const payment = await authorize(byToken(await tokenOf(chosen)))
    expect(payment.preferredNetwork).toBeNull()
    expect(payment.networkTransactionId).toMatch(/^SIM\d{12}$/)
  })

  test('is kept with a stored card, and told with every later charge of it', async () => {
    const { id } = (await call('POST', '/v1/customers', { body: {} })).json.customers[0]
    const token = await tokenOf('cartesBancaires')
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

  test('is told with a payout to the card', async () => {
    const body = byToken(await tokenOf('cartesBancaires'))
    const payment = await paymentOf((await call('POST', '/v1/transactions/credit', { body })).json)
    expect(payment.networkTransactionId).toMatch(/^SIMcartesBancaires/)
  })
})

describe('a network that the card cannot be of is refused, and nothing is stored', () => {
  test.each<[string, string, object]>([
    ['visa', 'an American Express card', { creditCard: card('378282246310005', { verificationValue: '1234' }) }],
    [
      'cartesBancaires',
      'an American Express card',
      { creditCard: card('378282246310005', { verificationValue: '1234' }) },
    ],
    ['mastercard', 'a Visa card', { creditCard: visa }],
    ['visa', 'a card of no network that we know', { creditCard: card('9999999999999995') }],
    ['visa', 'a bank account', { check }],
    ['jaguar', 'any card', { creditCard: visa }],
  ])('%s for %s', async (wanted, _of, body) => {
    const before = await rowsOf(merchant)
    const answer = await tokenize(wanted, body)
    expect(answer.status).toBe(400)
    expect(answer.json.errors).toMatchObject([{ type: 'enum_invalid', message: { field: 'preferredNetwork' } }])
    expect(answer.json.token).toBeNull()
    expect(await rowsOf(merchant)).toEqual(before)
  })
})

test.each(['6759649826438453', '5555552500001001'])('Cartes Bancaires is taken with %s, too', async (number) => {
  expect((await tokenize('cartesBancaires', { creditCard: card(number) })).status).toBe(200)
})
