import { expect, test } from 'vitest'
import type { Processor } from '../../../processors/processor.ts'
import { simulator } from '../../../processors/simulator/simulator.ts'
import { cardPayment, card, createMerchant, startWorker } from '../../../testing/merchant.ts'
import { recordRequests } from '../fixtures/recordRequests.ts'

const merchant = await createMerchant()

const setUp = () => {
  const { processor, requests } = recordRequests(simulator())
  return { requests, call: startWorker({ processor }).as(merchant.secretKey) }
}

const order = { billTo: { line1: '1 Main St', postalCode: '10001', country: 'US' } }

test.each([
  ['a card that the merchant typed', 'manual', "Jose O'Brien", false],
  ['a token of the shopper', 'ecom', 'José Ñandú 王小明', true],
])(
  'authorize by %s sends all its members to the processor in one request',
  async (_source, entry, nameOnCard, tokenized) => {
    const { requests, call } = setUp()
    const creditCard = card(undefined, { expires: '12/2030', nameOnCard, postalCode: '46201' })
    const payment = tokenized
      ? { token: (await call('POST', '/v1/tokens', { body: { creditCard } })).json.token }
      : { creditCard }
    const { json } = await call('POST', '/v1/transactions/authorize', {
      body: { payment, amount: { value: 1.25, currency: 414 }, order },
    })
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatchObject({
      op: json.transactionId,
      ref: { account: merchant.id, op: json.transactionId, root: json.transactionId },
      account: { id: merchant.id, mode: 'test', strictTestPans: false },
      amount: { minor: 1250n, currency: 414, exponent: 3 },
      instrument: { kind: 'card', pan: '4242424242424242', cvv: '123', expiry: '1230', name: nameOnCard, entry },
      credential: { initiatedBy: 'customer', initial: 'first', reason: 'unscheduled' },
      avs: { postal: '46201', line1: '1 Main St', country: 'US' },
      allowPartial: true,
      capture: 'later',
    })
    expect(requests[0].deadline - Date.now()).toBeGreaterThan(20_000)
    expect(requests[0].deadline - Date.now()).toBeLessThanOrEqual(25_000)
  },
)

test('authorize without CVV and address sends neither to the processor', async () => {
  const { requests, call } = setUp()
  const creditCard = { accountNumber: '4242424242424242', expires: '1230', nameOnCard: '', postalCode: '' }
  await call('POST', '/v1/transactions/authorize', { body: { payment: { creditCard }, amount: { value: 1 } } })
  expect(requests[0].instrument.cvv).toBeUndefined()
  expect(requests[0].avs).toEqual({})
})

test('authorize stores the pending operation with its processor reference before the processor is called', async () => {
  const stored: unknown[] = []
  const processor: Processor = {
    ...simulator(),
    authorize: async (operation, reference) => {
      const [row] = await merchant.rows(
        'SELECT status, processorRef, due FROM operations WHERE id = ?',
        Number(operation.op),
      )
      stored.push(row?.['status'], JSON.parse(row?.['processorRef']), row?.['due'] > Date.now())
      expect(reference.op).toBe(operation.op)
      return simulator().authorize(operation, reference)
    },
  }
  const { json } = await startWorker({ processor }).as(merchant.secretKey)('POST', '/v1/transactions/authorize', {
    body: cardPayment(),
  })
  expect(stored).toEqual(['pending', expect.objectContaining({ op: json.transactionId }), true])
})
