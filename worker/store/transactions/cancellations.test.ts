import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { cardPayment, createMerchant, startWorker } from '../../testing/merchant.ts'
import { insertCancellation } from './cancellations.ts'
import { Database } from '../sql/database.ts'

const database = new Database(bindings.DB_00, { trips: 0, databaseMs: 0 })

test('cancellation of a payment that was not canceled at its terminal inserts no void, even if its id is taken', async () => {
  const merchant = await createMerchant()
  const { json } = await startWorker().as(merchant.secretKey)('POST', '/v1/transactions/authorize', {
    body: cardPayment(),
  })
  const taken = Number(json.transactionId)
  const cancellation = {
    id: taken,
    payment: taken,
    canceledCode: 'G15',
    requestId: '01a200b867e474d6a85d5cfbbc154324',
    initiatedByUserId: null,
    referenceTransactionId: null,
    at: Date.now(),
  }
  const owner = { account: merchant.id, mode: 'test' as const }
  expect(await insertCancellation({ database, owner }, cancellation, null)).toBeNull()
})
