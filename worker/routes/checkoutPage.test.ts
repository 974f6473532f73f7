import { describe, expect, test } from 'vitest'
import type { Answered } from '../testing/merchant.ts'
import { card, createMerchant, startWorker, testClock } from '../testing/merchant.ts'
import { shopperAt } from '../testing/shopper.ts'

/** The hosted checkout from its making to its receipt, on the worker and its database. */

const clock = testClock()
const worker = startWorker({ clock })
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const shopper = shopperAt(worker)

const ok = async (answering: Promise<Answered>): Promise<any> => {
  const { status, json } = await answering
  expect([status, json.errors]).toEqual([200, null])
  return json
}
const make = async (body: object = { total: 26.25 }): Promise<string> =>
  (await ok(call('POST', '/v1/dynamiccheckout', { body }))).id
const read = (id: string) => ok(call('GET', `/v1/dynamiccheckout/${id}`))
/** The tries of a checkout, as the list of payments has them. */
const payments = async (id: string): Promise<any[]> =>
  (await ok(call('GET', `/v1/transactions?reference=${id}`))).transactions
const declined = '4000000000000002'

describe('a checkout', () => {
  test('is paid once: the page, the try, the payment, the receipt', async () => {
    const id = await make({ items: [{ name: 'Cup', price: 12.5, quantity: 2 }], tax: 1.25 })
    const page = await shopper.open(id)
    expect(page.status).toBe(200)
    expect(page.html).toContain('$26.25')
    const { json } = await shopper.pay(id, page.data!.nonce)
    expect(json).toMatchObject({ status: 'completed', errors: null })
    expect(await read(id)).toMatchObject({ status: 'completed', transactionId: (json as any).transactionId })
    const after = await shopper.open(id)
    expect(after.html).toContain((json as any).transactionId)
    expect(after.data).toBeNull()
    const transaction = await ok(call('GET', `/v1/transactions/${(json as any).transactionId}`))
    expect(transaction).toMatchObject({ status: 'captured', amountCaptured: 26.25 })
  })

  test('that was declined is paid with another card: one payment, two tries', async () => {
    const id = await make()
    const first = await shopper.openAndPay(id, { payment: { creditCard: card(declined) } })
    expect(first.json).toMatchObject({ status: 'open', declined: 'declined' })
    const second = await shopper.pay(id, (first.json as any).nonce)
    expect(second.json.status).toBe('completed')
    const listed = await payments(id)
    expect(listed.map(({ status }) => status).toSorted()).toEqual(['captured', 'declined'])
  })
})
