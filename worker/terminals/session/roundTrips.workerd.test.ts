import { describe, expect, test, vi } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { cardMessage, logInDevice, pairDevice } from '../../testing/device.ts'
import { interceptD1 } from '../../testing/database/interceptD1.ts'
import { card, createMerchant, startWorker } from '../../testing/merchant.ts'
import { objectGateway } from '../../testing/runtime/objectGateway.ts'

/** Counts the database round trips of terminal objects, which no response header contains. Writes of events are counted apart. */
const countObjectTrips = (): { trips: number; eventWrites: number } => {
  const counted = { trips: 0, eventWrites: 0 }
  const d1 = interceptD1(bindings.DB_00, {
    before: ({ sql }) => {
      counted[sql.some((text) => text.includes('json_each(?) AS event')) ? 'eventWrites' : 'trips'] += 1
    },
  })
  const gateway = objectGateway.of!
  const bound = { ...bindings, DB_00: d1 }
  objectGateway.of = () => gateway(bound)
  return counted
}

describe('database round trips of a terminal object', () => {
  test.each([
    // Login: the terminal. Payment: the card, the outcome.
    ['with cached keys', 1, 2, { keyCacheMs: { test: 10_000, live: 10_000 } }],
    // Plus the encryption key of the account, each time.
    ['without a key cache', 2, 3, {}],
  ])('a terminal %s makes %d round trips for a login and %d for a payment', async (_cache, login, payment, parts) => {
    const merchant = await createMerchant()
    // Creates the account's keys, each of which costs one more round trip.
    const first = startWorker().as(merchant.secretKey)
    await first('POST', '/v1/tokens', { body: { creditCard: card() } })
    await first('GET', '/v1/encryptionkeys')
    const { as, fetch } = startWorker(parts)
    const call = as(merchant.secretKey)
    const device = await pairDevice(fetch, call)
    const counted = countObjectTrips()
    // The first login loads the account's keys into the isolate.
    await logInDevice(fetch, device)
    counted.trips = 0
    const { line, welcome } = await logInDevice(fetch, device)
    expect(counted.trips).toBe(login)

    Object.assign(counted, { trips: 0, eventWrites: 0 })
    const paying = call('POST', '/v1/transactions/authorize', {
      body: { payment: { terminal: { id: device.terminal } }, amount: { value: 10.5 } },
    })
    const sent = await line.next('payment')
    line.send({ type: 'received', session: sent.session })
    line.send({ type: 'presented', session: sent.session })
    line.send(await cardMessage(sent, welcome))
    expect((await paying).json.responseCode).toBe('00')
    expect(counted.trips).toBe(payment)
    // Four session steps, written in one to four batches.
    const completedEvent =
      "SELECT 1 FROM events WHERE account = ? AND type = 'terminal.session_updated' AND occasion LIKE '%:completed'"
    await vi.waitFor(async () => expect(await merchant.rows(completedEvent, merchant.id)).toHaveLength(1), 5_000)
    expect(counted.eventWrites).toBeGreaterThanOrEqual(1)
    expect(counted.eventWrites).toBeLessThanOrEqual(4)
  })
})
