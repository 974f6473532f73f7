import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { byCard, createMerchant, startWorker } from '../../testing/merchant.ts'
import { recordAbort } from './cancellations.ts'
import { Database } from '../sql/database.ts'

const database = new Database(bindings.DB_00, { trips: 0, databaseMs: 0 })

test("a void that was not written down is nobody else's operation that has its id", async () => {
  const merchant = await createMerchant()
  const { json } = await startWorker().as(merchant.secretKey)('POST', '/v1/transactions/authorize', { body: byCard() })
  const taken = Number(json.transactionId)
  const abort = {
    id: taken,
    payment: taken,
    abortedCode: 'G15',
    requestId: '01a200b867e474d6a85d5cfbbc154324',
    initiatedByUserId: null,
    referenceTransactionId: null,
    at: Date.now(),
  }
  const owner = { account: merchant.id, mode: 'test' as const }
  expect(await recordAbort({ database, owner }, abort, null)).toBeNull()
})
