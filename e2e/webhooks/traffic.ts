import type { Acknowledged } from './books.ts'
import type { DeliveringGateway } from './gateway.ts'

const card = { accountNumber: '4242424242424242', expires: '1230' }

export const payment = { payment: { creditCard: card }, amount: { value: 10.05 } }

/**
 * A merchant's requests, one after the other, until one gets no answer: a customer, a payment that is captured, one that is given back, and
 * so on.
 *
 * @param done hears of each that the gateway has answered
 */
export const trade = async (gateway: DeliveringGateway, done: (change: Acknowledged) => void): Promise<never> => {
  const change = async (type: string, path: string, body: object): Promise<{ transactionId: string }> => {
    const answer = await gateway.call('POST', path, body)
    done({ requestId: answer.requestId, type })
    return answer
  }
  const pay = () => change('transaction.authorized', '/v1/transactions/authorize', payment)
  for (;;) {
    await change('customer.created', '/v1/customers', {})
    const { transactionId } = await pay()
    await change('transaction.captured', '/v1/transactions/capture', { transactionId })
    const { transactionId: another } = await pay()
    await change('transaction.voided', '/v1/transactions/void', { transactionId: another })
  }
}
