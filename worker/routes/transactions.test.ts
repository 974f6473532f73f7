import { describe, expect, test } from 'vitest'
import { createMerchant, startWorker } from '../testing/merchant.ts'

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.call(merchant.secretKey)

const card = (accountNumber = '4242424242424242', more = {}) => ({
  accountNumber,
  expires: '1230',
  verificationValue: '123',
  ...more,
})

describe('authorize', () => {
  test('approves a card and shows it by GET', async () => {
    const answer = await call('POST', '/v1/transactions/authorize', {
      body: { payment: { creditCard: card() }, amount: { value: 10.5 } },
    })
    expect(answer.json).toMatchObject({ responseCode: '00', amount: 10.5, errors: null })
    const read = await call('GET', `/v1/transactions/${answer.json.transactionId}`)
    console.log(answer.text, read.text, answer.d1, read.d1, JSON.stringify(worker.log))
    expect(read.json).toMatchObject({ status: 'authorized' })
  })
})
