import { expect, test } from 'vitest'
import { cardPayment, createMerchant, countRows } from '../../../testing/merchant.ts'
import { createAuthorizeFixture } from '../fixtures/authorizeFixture.ts'

const { acquirer, worker, merchant, call, authorize } = await createAuthorizeFixture()

test.each(['9223372036854775807', '-9223372036854775808', '9007199254740993', '0', '1'])(
  'initiatedByUserId %s of an authorize is returned with each digit',
  async (id) => {
    const body = `{"initiatedByUserId":${id},${JSON.stringify(cardPayment()).slice(1)}`
    const { json } = await authorize(body)
    expect((await call('GET', `/v1/transactions/${json.transactionId}`)).text).toContain(`"initiatedByUserId":${id},`)
  },
)

test.each([
  ['1.0', '1'],
  ['1e3', '1000'],
])('initiatedByUserId %s of an authorize is returned as %s', async (written, id) => {
  const body = `{"initiatedByUserId":${written},${JSON.stringify(cardPayment()).slice(1)}`
  const { json } = await authorize(body)
  expect((await call('GET', `/v1/transactions/${json.transactionId}`)).text).toContain(`"initiatedByUserId":${id},`)
})

test.each(['9223372036854775808', '-9223372036854775809', '1e30'])(
  'authorize with initiatedByUserId %s returns 400 out_of_range',
  async (id) => {
    const response = await authorize(`{"initiatedByUserId":${id},${JSON.stringify(cardPayment()).slice(1)}`)
    expect(response.json.errors).toMatchObject([{ type: 'out_of_range', message: { field: 'initiatedByUserId' } }])
  },
)

test('referenceTransactionId of an authorize may be any transaction of the account', async () => {
  const first = await authorize(cardPayment())
  const { json } = await authorize({ ...cardPayment(), referenceTransactionId: Number(first.json.transactionId) })
  expect(json.responseCode).toBe('00')
  const read = await call('GET', `/v1/transactions/${json.transactionId}`)
  expect(read.json.referenceTransactionId).toBe(Number(first.json.transactionId))
})

test('authorize with an unknown referenceTransactionId returns 400 reference_not_found, stores nothing and calls no processor', async () => {
  const otherMerchant = await createMerchant()
  const foreign = await worker.as(otherMerchant.secretKey)('POST', '/v1/transactions/authorize', {
    body: cardPayment(),
  })
  const before = await countRows(merchant)
  const sent = acquirer.ledger.entries().length
  for (const id of ['5', '0', '-5', '9007199254740993', '9223372036854775807', foreign.json.transactionId]) {
    const response = await authorize(`{"referenceTransactionId":${id},${JSON.stringify(cardPayment()).slice(1)}`)
    expect(response.status).toBe(400)
    expect(response.json.errors).toMatchObject([
      { type: 'reference_not_found', message: { field: 'referenceTransactionId' } },
    ])
  }
  expect(await countRows(merchant)).toEqual(before)
  expect(acquirer.ledger.entries()).toHaveLength(sent)
})
