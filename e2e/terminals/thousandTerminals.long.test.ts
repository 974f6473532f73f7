import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGateway, type Gateway } from '../../worker/cli/wrangler/gateway.ts'
import { prepareDatabase } from '../../worker/cli/dev/local.ts'
import { findFreePort } from '../../worker/cli/wrangler/ports.ts'
import { inRepository } from '../../worker/cli/repository.ts'
import { ensureWidgets } from '../../worker/cli/build/widgets.ts'
import { GatewayClient } from '../support/gatewayClient.ts'
import type { SimulatedDevice } from './fleet/device.ts'
import { terminalIds, pairDevices, readWakeUps, terminalsByStatus } from './fleet/fleet.ts'
import { expectedOutcome, payAll, planVisits } from './fleet/payments.ts'

/** Not run beside browser tests: a hundred concurrent payments need both cores to reach their devices within five seconds. */

const patience = { timeout: 5 * 60_000 }

let folder: string
let gateway: Gateway
let client: GatewayClient
let devices: readonly SimulatedDevice[]

const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const began = performance.now()
  const result = await work()
  console.log(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return result
}

beforeAll(async () => {
  await ensureWidgets()
  folder = await mkdtemp(join(tmpdir(), 'sluice-devices-'))
  const config = inRepository('worker/testing/workers/wakeUps/wrangler.jsonc')
  const [state, envFile] = [join(folder, 'state'), join(folder, 'worker.vars')]
  await prepareDatabase({ config, state, envFile })
  gateway = await startGateway({ config, state }, { port: await findFreePort(), envFile, onOutput: () => {} })
  client = new GatewayClient(gateway.url)
  await client.call('PUT', '/v1/account', { tipAtSale: true })
  devices = await timed('1,000 devices paired', () => pairDevices(client, 1000))
  await timed('1,000 devices connected', () => Promise.all(devices.map((device) => device.connect())))
}, patience.timeout)

afterAll(async () => {
  await gateway?.worker.stop()
  await rm(folder, { recursive: true })
})

test(
  'terminals: 100 of 1,000 take payments at once, five times, and no other terminal receives them',
  patience,
  async () => {
    expect(await terminalsByStatus(client)).toEqual({ online: terminalIds(devices) })
    for (let round = 0; round < 5; round++) {
      const paying = devices.slice(round * 100, round * 100 + 100)
      const idle = devices.filter((device) => !paying.includes(device))
      const received = idle.map((device) => device.received.length)
      const kinds = ['pays', 'tips', 'keysIn', 'isDeclined', 'cancels', 'canceledByMerchant', 'disconnects'] as const
      const visits = planVisits(paying, kinds, 10 + round * 1000)
      const paid = await payAll(visits, client, async () =>
        expect(await terminalsByStatus(client)).toEqual({ busy: terminalIds(paying), online: terminalIds(idle) }),
      )
      expect(paid.map(({ outcome: end }) => end)).toEqual(visits.map((visit, at) => expectedOutcome(visit, paid[at]!)))
      expect(await terminalsByStatus(client)).toEqual({ online: terminalIds(devices) })
      expect(idle.map((device) => device.received.length)).toEqual(received)
    }
  },
)

test('terminals: 100 concurrent payments all succeed', patience, async () => {
  const durations: number[] = []
  for (let round = 0; round < 5; round++) {
    const visits = planVisits(devices.slice(round * 100, round * 100 + 100), ['pays', 'tips'], 10_000 + round * 1000)
    const paid = await payAll(visits, client)
    expect(paid.map(({ outcome: end }) => end)).toEqual(visits.map((visit, at) => expectedOutcome(visit, paid[at]!)))
    durations.push(...paid.map(({ durationMs: tookMs }) => tookMs))
  }
  const [median, p95] = [0.5, 0.95].map(
    (part) => durations.toSorted((a, b) => a - b)[Math.floor(durations.length * part)]!,
  )
  console.log(`A payment, of 100 at once: median ${median!.toFixed(0)} ms, p95 ${p95!.toFixed(0)} ms`)
})

test('terminals: an idle terminal’s Durable Object hibernates through heartbeats', patience, async () => {
  const before = await readWakeUps(client)
  // The local runtime evicts idle objects every ten seconds.
  for (let beat = 0; beat < 6; beat++) {
    await Promise.all(devices.map(({ connection: line }) => line.sendHeartbeat()))
    await sleep(5_000)
  }
  expect(await readWakeUps(client)).toEqual(before)

  // All objects were evicted: reading the status constructs each one again.
  expect(await terminalsByStatus(client)).toEqual({ online: terminalIds(devices) })
  expect(await readWakeUps(client)).toEqual({
    ...before,
    constructor: before['constructor']! + 1000,
    status: before['status']! + 1000,
  })
})
