import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { makeUnclear } from '../../testing/database/makeUnclear.ts'
import { measuredDatabase } from '../../testing/database/measuredDatabase.ts'
import type { Merchant } from '../../testing/merchant.ts'
import { cardPayment, tokenPayment, card, createMerchant, startWorker } from '../../testing/merchant.ts'
import { seedTransactions } from '../../testing/scale/manyTransactions.ts'

interface Earlier {
  readonly count: number
  /** How long ago the newest of them was. */
  readonly ageMs: number
  /** Whether they share the address and the range of the card. */
  readonly similar: boolean
}

/** Rows that an authorize by the token of a browser reads after this many payments from browsers, ten per millisecond. */
const rowsReadByAuthorize = async ({ count, ageMs, similar }: Earlier): Promise<number> => {
  const merchant: Merchant = await createMerchant({ settings: { duplicateWindowSeconds: 0 } })
  const { d1, rowsRead } = measuredDatabase(bindings.DB_00)
  const now = Date.now()
  const worker = startWorker({ clock: { now: () => now } }, { DB_00: d1 })
  const headers = { 'cf-connecting-ip': '198.51.100.7' }
  const token = async () =>
    (
      await worker.as(merchant.publishableKey)('POST', '/v1/tokens', {
        body: { creditCard: card('4500000100000014') },
        headers,
      })
    ).json.token
  const authorize = async () =>
    worker.as(merchant.secretKey)('POST', '/v1/transactions/authorize', { body: tokenPayment(await token()) })
  await authorize()
  await seedTransactions(merchant, { count, youngest: now - ageMs })
  await merchant.run(
    `UPDATE transactions SET (last4, fingerprint, cardRange, source) =
       (SELECT ${similar ? 'last4, fingerprint, cardRange, source' : "'0000', 'other card', 'other range', 'elsewhere'"}
        FROM transactions WHERE account = ?1 AND source IS NOT NULL)
     WHERE account = ?1`,
    merchant.id,
  )
  const heldToken = await token()
  return rowsRead(async () => {
    const body = tokenPayment(heldToken)
    const { json } = await worker.as(merchant.secretKey)('POST', '/v1/transactions/authorize', { body })
    expect(json.responseCode).toBe('00')
  })
}

const second = 1000

test('authorize by the token of a browser reads one row for each payment of the last hour, and at most 5,000', async () => {
  const [none, thousand, most] = [
    await rowsReadByAuthorize({ count: 10, ageMs: 25 * 3600 * second, similar: false }),
    await rowsReadByAuthorize({ count: 1000, ageMs: second, similar: false }),
    await rowsReadByAuthorize({ count: 7000, ageMs: second, similar: false }),
  ]
  expect(none).toBeLessThan(130)
  // Beside the thirty newest, which are read with their rows.
  expect(thousand - none).toBeLessThan(1000 + 250)
  expect(most - none).toBeLessThan(5000 + 250)
})

test('authorize by the token of a browser reads nothing of payments that are older than an hour', async () => {
  const [few, many] = [
    await rowsReadByAuthorize({ count: 100, ageMs: 3601 * second, similar: false }),
    await rowsReadByAuthorize({ count: 5000, ageMs: 3601 * second, similar: false }),
  ]
  // Ends of ranges cost a row more or less by chance, the older payments would cost thousands.
  expect(many).toBeLessThanOrEqual(few + 8)
})

test('authorize by the token of a browser reads at most 16,000 rows among thousands with its card, range and address', async () => {
  const [many, most] = [
    await rowsReadByAuthorize({ count: 5500, ageMs: second, similar: true }),
    await rowsReadByAuthorize({ count: 7000, ageMs: second, similar: true }),
  ]
  expect(many).toBeLessThan(16_000)
  // Beside the thirty newest, which are read with their rows.
  expect(most).toBeLessThan(many + 250)
})

test('list without a match reads at most 2,000 of 4,100 payments', async () => {
  const merchant = await createMerchant()
  await seedTransactions(merchant, { count: 4_100, youngest: Date.UTC(2026, 10, 20) })
  const { d1, rowsRead } = measuredDatabase(bindings.DB_00)
  const call = startWorker({}, { DB_00: d1 }).as(merchant.secretKey)
  expect(await rowsRead(() => call('GET', '/v1/transactions?status=expired'))).toBeLessThan(2_000 * 5)
})

test('the list of payments that need attention reads those alone, among 4,100 payments', async () => {
  const merchant = await createMerchant()
  const call = startWorker().as(merchant.secretKey)
  for (let payment = 0; payment < 3; payment++) {
    const { transactionId } = (await call('POST', '/v1/transactions/sale', { body: cardPayment() })).json
    const [capture] = await merchant.rows(
      "SELECT id FROM operations WHERE transactionId = ? AND type = 'capture'",
      Number(transactionId),
    )
    await makeUnclear(String(capture!['id']))
  }
  await seedTransactions(merchant, { count: 4_100, youngest: Date.UTC(2026, 10, 20) })
  const { d1, rowsRead } = measuredDatabase(bindings.DB_00)
  const measured = startWorker({}, { DB_00: d1 }).as(merchant.secretKey)
  const read = await rowsRead(async () => {
    const { json } = await measured('GET', '/v1/transactions?needsAttention=true')
    expect(json.transactions).toHaveLength(3)
  })
  expect(read).toBeLessThan(50)
})

/** Rows that a page of the payments that were captured or credited on a day reads, of a shop with this many on that day. */
const rowsReadOfDay = async (count: number) => {
  const merchant = await createMerchant()
  const day = Date.UTC(2026, 10, 20)
  await seedTransactions(merchant, { count, youngest: day })
  // Half of the captures are on the next day.
  await merchant.run(
    `UPDATE operations SET created = created + 86400000, paymentCreated = created
     WHERE account = ? AND type = 'capture' AND transactionId % 2 = 0`,
    merchant.id,
  )
  await merchant.run(
    `INSERT INTO operations (id, transactionId, account, mode, type, status, amount, storedRequestId, settlementCycle, created, updated, paymentCreated)
     SELECT -transactionId - 4000000000000000, transactionId, account, mode, 'credit', 'approved', 1, 'seeded', 1, ?, created, created
     FROM operations WHERE account = ? AND type = 'capture'`,
    day + 5 * 86_400_000,
    merchant.id,
  )
  const { d1, rowsRead } = measuredDatabase(bindings.DB_00)
  const call = startWorker({}, { DB_00: d1 }).as(merchant.secretKey)
  const page = (query: string) =>
    rowsRead(async () => {
      const { json } = await call('GET', `/v1/transactions?${query}&pageSize=10`)
      expect([query, json.transactions.length]).toEqual([query, 10])
    })
  await page('capturedOn=2026-11-19')
  return {
    captured: await page('capturedOn=2026-11-19'),
    capturedLater: await page('capturedOn=2026-11-20'),
    credited: await page('creditedOn=2026-11-25'),
    moved: await page('movedOn=2026-11-20'),
  }
}

test('a page of the payments of a day reads the same rows of 400 and of 20,000 payments', async () => {
  const [few, many] = [await rowsReadOfDay(400), await rowsReadOfDay(20_000)]
  for (const [name, rows] of Object.entries(many)) {
    expect(Math.abs(rows - few[name as keyof typeof few]), name).toBeLessThanOrEqual(8)
    expect(rows, name).toBeLessThan(400)
  }
})
