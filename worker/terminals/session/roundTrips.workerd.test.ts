import { describe, expect, test, vi } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { cardFrame, logIn, pairDevice } from '../../testing/device.ts'
import { interceptD1 } from '../../testing/database/interceptD1.ts'
import { card, createMerchant, startWorker } from '../../testing/merchant.ts'
import { objectGateway } from '../../testing/objectGateway.ts'

/**
 * Round trips that the objects of readers make, which are in no answer's header. Those that only tell of what they have seen are apart:
 * nobody waits for them.
 */
const countReadersTrips = (): { trips: number; told: number } => {
  const counted = { trips: 0, told: 0 }
  const d1 = interceptD1(bindings.DB_00, {
    before: ({ sql }) => {
      counted[sql.some((text) => text.includes('json_each(?) AS news')) ? 'told' : 'trips'] += 1
    },
  })
  const gateway = objectGateway.of!
  const bound = { ...bindings, DB_00: d1 }
  objectGateway.of = () => gateway(bound)
  return counted
}

describe('what the object of a card reader costs beside the requests', () => {
  test.each([
    // Its terminal; the card, and the end of the payment.
    ['where keys are remembered', 1, 2, { keyCacheMs: { test: 10_000, live: 10_000 } }],
    // And each time the key that cards are encrypted to.
    ['in test mode', 2, 3, {}],
  ])('%s: %d to log in, %d for a payment', async (_where, login, payment, parts) => {
    const merchant = await createMerchant()
    // The account's keys exist: making each costs a round trip once.
    const first = startWorker().as(merchant.secretKey)
    await first('POST', '/v1/tokens', { body: { creditCard: card() } })
    await first('GET', '/v1/encryptionkeys')
    const { as, fetch } = startWorker(parts)
    const call = as(merchant.secretKey)
    const device = await pairDevice(fetch, call)
    const counted = countReadersTrips()
    // From here on the isolate knows the account's keys.
    await logIn(fetch, device)
    counted.trips = 0
    const { line, welcome } = await logIn(fetch, device)
    expect(counted.trips).toBe(login)

    Object.assign(counted, { trips: 0, told: 0 })
    const paying = call('POST', '/v1/transactions/authorize', {
      body: { payment: { terminal: { id: device.terminal } }, amount: { value: 10.5 } },
    })
    const asked = await line.next('payment')
    line.send({ type: 'received', session: asked.session })
    line.send({ type: 'presented', session: asked.session })
    line.send(await cardFrame(asked, welcome))
    expect((await paying).json.responseCode).toBe('00')
    expect(counted.trips).toBe(payment)
    // What was told of it: its four steps, those that follow one another soon in one go.
    const isOver = "SELECT 1 FROM events WHERE account = ? AND cause LIKE 'terminal.session_updated:%:completed'"
    await vi.waitFor(async () => expect(await merchant.rows(isOver, merchant.id)).toHaveLength(1), 5_000)
    expect(counted.told).toBeGreaterThanOrEqual(1)
    expect(counted.told).toBeLessThanOrEqual(4)
  })
})
