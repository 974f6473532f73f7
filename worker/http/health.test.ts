import { describe, expect, test } from 'vitest'
import { bindings } from '../testing/bindings.ts'
import { interceptD1 } from '../testing/database/interceptD1.ts'
import { cardPayment, createMerchant, startWorker, testClock } from '../testing/merchant.ts'

const merchant = await createMerchant()

/** A worker whose database fails with a text, which a test may change, in batches that a test chooses. */
const failingWith = () => {
  const failing = { text: null as string | null, reads: true }
  let batches = 0
  const d1 = interceptD1(bindings.DB_00, {
    before: ({ sql }) => {
      batches++
      const isRead = sql.every((text) => /^\s*SELECT/.test(text))
      if (failing.text !== null && (failing.reads || !isRead)) throw new Error(failing.text)
    },
  })
  const clock = testClock()
  const worker = startWorker({ clock }, { DB_00: d1 })
  return { failing, clock, worker, health: () => worker.as(null)('GET', '/health'), batches: () => batches }
}

describe('GET /health', () => {
  test('health of a working gateway is ok and asks the database once in ten seconds', async () => {
    const { health, batches, clock } = failingWith()
    for (let calls = 0; calls < 20; calls++) {
      const response = await health()
      expect([response.status, response.json]).toEqual([200, { status: 'ok' }])
    }
    expect(batches()).toBe(1)
    clock.advance(10_000)
    await health()
    expect(batches()).toBe(2)
  })

  test('health is 503 database_away while the database does not respond, and ok afterwards', async () => {
    const { failing, health, clock } = failingWith()
    failing.text = 'D1_ERROR: Network connection lost.'
    const response = await health()
    expect([response.status, response.json]).toEqual([503, { status: 'database_away' }])
    failing.text = null
    clock.advance(10_000)
    expect((await health()).json).toEqual({ status: 'ok' })
  })

  test('health is 503 database_full for a minute after a write failed in a full database, whose reads still work', async () => {
    const { failing, health, clock, worker } = failingWith()
    Object.assign(failing, { text: 'D1_ERROR: Exceeded maximum DB size', reads: false })
    const call = worker.as(merchant.secretKey)
    const payment = await call('POST', '/v1/transactions/authorize', { body: cardPayment() })
    expect([payment.status, payment.json.errors[0].type]).toEqual([503, 'unavailable'])
    expect(payment.headers.get('retry-after')).toBe('300')
    expect((await call('GET', '/v1/account')).status).toBe(200)
    const response = await health()
    expect([response.status, response.json]).toEqual([503, { status: 'database_full' }])
    clock.advance(60_000)
    expect((await health()).json).toEqual({ status: 'ok' })
  })
})
