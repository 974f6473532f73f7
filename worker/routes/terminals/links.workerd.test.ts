import { expect, test } from 'vitest'
import type { Call } from '../../testing/merchant.ts'
import {
  authorizeAtTerminal,
  getTransaction,
  registerTerminal,
  terminalRequests,
} from '../../testing/fixtures/terminalRequests.ts'

/** initiatedByUserId and referenceTransactionId of operations at a terminal. */

const { connectTerminal, setUp } = terminalRequests()

const operationLinks = async (call: Call, id: string): Promise<object[]> =>
  (await getTransaction(call, id)).operations.map(({ type, initiatedByUserId, referenceTransactionId }: any) => [
    type,
    initiatedByUserId,
    referenceTransactionId,
  ])

test('operations of a payment at a terminal show their own links', async () => {
  const { call } = await setUp()
  const id = await registerTerminal(call)
  const post = async (operation: string, body: object): Promise<string> => {
    const { status, json } = await call('POST', `/v1/transactions/${operation}`, { body })
    expect([operation, status, json.approved]).toEqual([operation, 200, true])
    return json.transactionId
  }
  const other = Number((await authorizeAtTerminal(call, { id })).json.transactionId)
  const links = { initiatedByUserId: 1, referenceTransactionId: other }
  const payment: string = (await authorizeAtTerminal(call, { id }, links)).json.transactionId
  await post('capture', { transactionId: payment, amount: 5, initiatedByUserId: 2 })
  await post('credit', { referenceTransactionId: Number(payment), amount: { value: 1 }, initiatedByUserId: 3 })
  const operations = await operationLinks(call, payment)
  expect(operations.filter(([type]: any) => type !== 'reversal')).toEqual([
    ['authorize', 1, other],
    ['capture', 2, null],
    ['credit', 3, Number(payment)],
  ])
  const sale = await post('sale', { payment: { terminal: { id } }, amount: { value: 4 }, ...links })
  expect(await operationLinks(call, sale)).toEqual([
    ['authorize', 1, other],
    ['capture', 1, other],
  ])
  const paidOut = await post('credit', { payment: { terminal: { id } }, amount: { value: 3 }, initiatedByUserId: 4 })
  expect(await operationLinks(call, paidOut)).toEqual([['credit', 4, null]])
})

test('a void of a payment that waits at a terminal shows its own links, and the payment keeps its', async () => {
  const { call } = await setUp()
  const { device, line } = await connectTerminal(call)
  const other = Number((await authorizeAtTerminal(call, { id: await registerTerminal(call) })).json.transactionId)
  const paying = authorizeAtTerminal(call, { id: device.terminal }, { initiatedByUserId: 5 })
  const { session } = await line.next('payment')
  const body = { transactionId: session, initiatedByUserId: 6, referenceTransactionId: other }
  expect((await call('POST', '/v1/transactions/void', { body })).json.approved).toBe(true)
  await paying
  expect(await operationLinks(call, session)).toEqual([
    ['authorize', 5, null],
    ['void', 6, other],
  ])
  line.close()
})
