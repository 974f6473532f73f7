import { expect, test } from 'vitest'
import type { Processor } from '../../../processors/processor.ts'
import { simulator } from '../../../processors/simulator/simulator.ts'
import { openShopAtAcquirer } from '../../../testing/fixtures/checkoutAtAcquirer.ts'
import { formatErrors, checkoutApiFixture } from '../../../testing/fixtures/checkoutApiFixture.ts'
import { beforePayment } from '../../../testing/database/beforePayment.ts'
import { card } from '../../../testing/merchant.ts'

const simulated = simulator()

test('two windows and a double click charge a checkout once, and each response has the transaction id', async () => {
  const { make, shopper, captured, authorized, read } = await openShopAtAcquirer()
  const id = await make()
  const [first, second] = [(await shopper.open(id)).data!.nonce, (await shopper.open(id)).data!.nonce]
  const sent = await Promise.all([first, second, first].map((nonce) => shopper.pay(id, nonce)))
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
  for (const { json } of sent) expect(['completed', 'processing']).toContain(json.status)
  expect([authorized(), captured()]).toEqual([2625, 2625])
  const { transactionId } = await read(id)
  for (const nonce of [first, second])
    for (const { json } of [await shopper.pay(id, nonce), await shopper.ask(id, nonce)])
      expect(json).toMatchObject({ status: 'completed', transactionId })
  expect([authorized(), captured()]).toEqual([2625, 2625])
})

test('of a concurrent cancellation and payment of a checkout, the first one succeeds', async () => {
  const duringAuthorize: (() => Promise<void>)[] = []
  const processor: Processor = {
    ...simulated,
    authorize: async (op, ref) => {
      await duringAuthorize.pop()?.()
      return simulated.authorize(op, ref)
    },
  }
  const { make, shopper, cancel, read, payments } = await checkoutApiFixture({}, { processor })
  const paidFirst = await make()
  duringAuthorize.push(async () => expect((await cancel(paidFirst)).status).toBe(409))
  expect((await shopper.openAndPay(paidFirst)).json.status).toBe('completed')

  const canceledFirst = await make()
  const { nonce } = (await shopper.open(canceledFirst)).data!
  expect((await cancel(canceledFirst)).status).toBe(200)
  expect((await shopper.pay(canceledFirst, nonce)).json).toMatchObject({ status: 'canceled' })
  expect(await payments(canceledFirst)).toEqual([])

  const both = await make()
  const page = (await shopper.open(both)).data!.nonce
  const [canceled, sent] = await Promise.all([cancel(both), shopper.pay(both, page)])
  const { status } = await read(both)
  expect(canceled.status === 200).toBe(status === 'canceled')
  expect(sent.json.status).toBe(status)
  expect(await payments(both)).toHaveLength(status === 'completed' ? 1 : 0)
})

test.each(['the page is open', 'the attempt is in progress'])(
  'paying with a saved card that is deleted while %s returns 400 wallet_not_found',
  async (when) => {
    const { d1, before } = beforePayment()
    const { createCustomer, store, make, shopper, call, payments } = await checkoutApiFixture({}, {}, { DB_00: d1 })
    const customer = await createCustomer()
    const wallet = await store(customer, { creditCard: card() })
    const id = await make({ total: 5, customerInfo: { id: customer } })
    const { nonce } = (await shopper.open(id)).data!
    const drop = () => call('DELETE', `/v1/customers/${customer}/wallet/${wallet}`)
    if (when === 'the page is open') await drop()
    else before.writing = drop
    const response = await shopper.pay(id, nonce, { payment: { wallet, verificationValue: '123' } })
    expect([response.status, formatErrors(response)]).toEqual([400, ['payment.wallet wallet_not_found']])
    expect(await payments(id)).toEqual([])
  },
)

test.each([
  ['expires', 'expired'],
  ['is canceled', 'canceled'],
  ['has its customer deleted', 'canceled'],
])('a checkout that %s while an attempt is in progress is %s and not paid', async (change, status) => {
  const { d1, before } = beforePayment()
  const { createCustomer, make, shopper, call, cancel, merchant, rows } = await checkoutApiFixture(
    {},
    {},
    { DB_00: d1 },
  )
  const customer = await createCustomer()
  const id = await make({ total: 5, customerInfo: { id: customer } })
  const { nonce } = (await shopper.open(id)).data!
  const written = await rows()
  const changes: Record<string, () => Promise<unknown>> = {
    expires: () => merchant.run('UPDATE checkouts SET expires = created WHERE id = ?', id),
    'is canceled': () => cancel(id),
    'has its customer deleted': () => call('DELETE', `/v1/customers/${customer}`),
  }
  before.writing = changes[change]!
  expect((await shopper.pay(id, nonce)).json).toMatchObject({ status })
  expect(await rows()).toEqual(written)
})
