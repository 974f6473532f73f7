import { expect, test } from 'vitest'
import { createToken } from '#contract/tokens/tokens'
import { payment } from '#contract/transactions/payment'
import { encryptCard } from '../../../widget/encrypt/encryptCard.ts'
import { makeTestWalletPayload } from '../../../widget/encrypt/testWalletPayload.ts'
import { inMemoryAcquirer } from '../../proof/acquirer/memory.ts'
import { card, createMerchant, startWorker, tokenPayment } from '../../testing/merchant.ts'

const worker = startWorker({ processor: inMemoryAcquirer().processor })
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const inBrowser = worker.as(merchant.publishableKey)

/** How a page creates the value of each member that POST /v1/tokens exchanges. */
const values: Readonly<Record<string, () => unknown>> = {
  creditCard: () => card(),
  check: () => ({ accountNumber: '000123456789', routingNumber: '021000021' }),
  creditCardEncrypted: async () => encryptCard(card(), (await inBrowser('GET', '/v1/encryptionkeys')).json),
  digitalPayPayment: () => makeTestWalletPayload({ accountNumber: '4242424242424242', expires: '1230' }),
}

/** The names of which a schema requires exactly one. */
const exactlyOneOf = (schema: object | undefined): string[] =>
  (schema as { pipe: { type: string; metadata?: { exactlyOneOf?: string[] } }[] }).pipe.flatMap(
    ({ metadata }) => metadata?.exactlyOneOf ?? [],
  )

const tokenizable = exactlyOneOf(createToken.body)
const newToken = async (member: string): Promise<string> => {
  const { status, json } = await inBrowser('POST', '/v1/tokens', { body: { [member]: await values[member]!() } })
  expect([status, json.errors]).toEqual([200, null])
  return json.token
}

test('POST /v1/tokens accepts every source of a payment that contains the data of a card or bank account', () => {
  const references = new Set(['token', 'stored', 'terminal', 'cash'])
  const withData = exactlyOneOf(payment()).filter((source) => !references.has(source))
  expect(withData.length).toBeGreaterThan(0)
  expect(tokenizable.toSorted()).toEqual(withData.toSorted())
})

const operations = ['authorize', 'sale', 'credit']

test.each(tokenizable.flatMap((member) => operations.map((operation) => [operation, member] as const)))(
  '%s by a token of %s is approved, and uses the token up',
  async (operation, member) => {
    const token = await newToken(member)
    const pay = () => call('POST', `/v1/transactions/${operation}`, { body: tokenPayment(token) })
    expect((await pay()).json).toMatchObject({ responseCode: '00', errors: null })
    const again = await pay()
    expect([again.status, again.json.errors]).toMatchObject([400, [{ type: 'token_used' }]])
  },
)

test.each(tokenizable)('a token of %s is saved as a payment method that pays repeatedly', async (member) => {
  const customer = (await call('POST', '/v1/customers', { body: {} })).json.customers[0].id
  const token = await newToken(member)
  expect((await call('POST', `/v1/customers/${customer}/wallet`, { body: { token } })).status).toBe(200)
  for (const operation of ['authorize', 'sale']) {
    const body = { payment: { stored: { customer } }, amount: { value: 1 } }
    expect((await call('POST', `/v1/transactions/${operation}`, { body })).json).toMatchObject({
      responseCode: '00',
      errors: null,
    })
  }
})
