import { startGateway, type Gateway } from '../../worker/cli/wrangler/gateway.ts'
import { findFreePort } from '../../worker/cli/wrangler/ports.ts'
import { inRepository } from '../../worker/cli/repository.ts'
import { expect, test } from '../support/fixtures.ts'
import { GatewayClient } from '../support/gatewayClient.ts'
import type { SimulatedDevice } from './fleet/device.ts'
import { terminalIds, pairDevices, readWakeUps, terminalsByStatus } from './fleet/fleet.ts'
import { expectedOutcome, payAll, planVisits } from './fleet/payments.ts'
import { createState } from '../support/servers.ts'

/**
 * A hundred devices at one gateway; thousandTerminals.long.test.ts runs a thousand. The gateway is separate, since other tests advance the
 * account's test clock, which times out payments at terminals.
 */
test.describe.configure({ mode: 'default' })

let gateway: Gateway
let client: GatewayClient
let devices: readonly SimulatedDevice[]
let beforeConnecting: Awaited<ReturnType<typeof terminalsByStatus>>
let removeState: () => Promise<void>

test.beforeAll(async () => {
  const { state, envFile, remove } = await createState()
  removeState = remove
  const config = inRepository('worker/testing/workers/wakeUps/wrangler.jsonc')
  gateway = await startGateway({ config, state }, { port: await findFreePort(), envFile, onOutput: () => {} })
  client = new GatewayClient(gateway.url)
  await client.call('PUT', '/v1/account', { tipAtSale: true })
  devices = await pairDevices(client, 100)
  beforeConnecting = await terminalsByStatus(client)
  await Promise.all(devices.map((device) => device.connect()))
})
test.afterAll(async () => {
  await gateway?.worker.stop()
  await removeState?.()
})

test('terminals: 20 of 100 take payments at once with the expected outcomes, and the others receive nothing', async () => {
  expect(beforeConnecting).toEqual({ pending: terminalIds(devices) })
  expect(await terminalsByStatus(client)).toEqual({ online: terminalIds(devices) })

  const [paying, idle] = [devices.slice(0, 20), devices.slice(20)]
  const visits = planVisits(paying, [
    'pays',
    'tips',
    'keysIn',
    'isDeclined',
    'cancels',
    'canceledByMerchant',
    'disconnects',
  ])
  const paid = await payAll(visits, client, async () =>
    expect(await terminalsByStatus(client)).toEqual({ busy: terminalIds(paying), online: terminalIds(idle) }),
  )
  expect(paid.map(({ outcome: end }) => end)).toEqual(visits.map((visit, at) => expectedOutcome(visit, paid[at]!)))
  expect(new Set(paid.map(({ transactionId }) => transactionId)).size).toBe(20)
  expect(await terminalsByStatus(client)).toEqual({ online: terminalIds(devices) })
  expect(idle.flatMap((device) => device.received.slice(2))).toEqual([])
})

test('terminals: a payment times out after a minute and frees the terminal', async () => {
  const visits = planVisits(devices.slice(0, 5), ['timesOut'])
  const paid = await payAll(visits, client, () => client.advance(60))
  expect(paid.map(({ outcome: end }) => end)).toEqual(visits.map((visit, at) => expectedOutcome(visit, paid[at]!)))
  expect(await terminalsByStatus(client)).toEqual({ online: terminalIds(devices) })
})

test('terminals: heartbeats of 100 devices are answered without waking their Durable Objects', async () => {
  const before = await readWakeUps(client)
  for (let beat = 0; beat < 5; beat++) await Promise.all(devices.map(({ connection: line }) => line.sendHeartbeat()))
  expect(await readWakeUps(client)).toEqual(before)

  expect(new Set(await Promise.all(devices.map((device) => device.disconnect())))).toEqual(new Set([1000]))
  expect(await terminalsByStatus(client)).toEqual({ offline: terminalIds(devices) })
})
