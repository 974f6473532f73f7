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
import type { CardReader } from './fleet/device.ts'
import { idsOf, pairReaders, readWakeUps, terminalsByStatus } from './fleet/fleet.ts'
import { expectedEnd, payAll, visitsAt } from './fleet/payments.ts'

/** Not beside the browser tests: a hundred payments at once need both cores to reach their readers within five seconds. */

const patience = { timeout: 5 * 60_000 }

let folder: string
let gateway: Gateway
let client: GatewayClient
let readers: readonly CardReader[]

const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const began = performance.now()
  const result = await work()
  console.log(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return result
}

beforeAll(async () => {
  await ensureWidgets()
  folder = await mkdtemp(join(tmpdir(), 'sluice-readers-'))
  const config = inRepository('worker/testing/workers/wakeUps/wrangler.jsonc')
  const [state, envFile] = [join(folder, 'state'), join(folder, 'worker.vars')]
  await prepareDatabase({ config, state, envFile })
  gateway = await startGateway({ config, state }, { port: await findFreePort(), envFile, onOutput: () => {} })
  client = new GatewayClient(gateway.url)
  await client.call('PUT', '/v1/account', { tipAtSale: true })
  readers = await timed('1,000 readers paired', () => pairReaders(client, 1000))
  await timed('1,000 readers connected', () => Promise.all(readers.map((reader) => reader.connect())))
}, patience.timeout)

afterAll(async () => {
  await gateway?.worker.stop()
  await rm(folder, { recursive: true })
})

test('of 1,000 readers 100 take payments at once, five times, and no reader hears of another’s', patience, async () => {
  expect(await terminalsByStatus(client)).toEqual({ online: idsOf(readers) })
  for (let round = 0; round < 5; round++) {
    const paying = readers.slice(round * 100, round * 100 + 100)
    const idle = readers.filter((reader) => !paying.includes(reader))
    const heard = idle.map((reader) => reader.heard.length)
    const kinds = ['pays', 'tips', 'keysIn', 'isDeclined', 'cancels', 'hesitates', 'isCutOff'] as const
    const visits = visitsAt(paying, kinds, 10 + round * 1000)
    const paid = await payAll(visits, client, async () =>
      expect(await terminalsByStatus(client)).toEqual({ busy: idsOf(paying), online: idsOf(idle) }),
    )
    expect(paid.map(({ end }) => end)).toEqual(visits.map((visit, at) => expectedEnd(visit, paid[at]!)))
    expect(await terminalsByStatus(client)).toEqual({ online: idsOf(readers) })
    expect(idle.map((reader) => reader.heard.length)).toEqual(heard)
  }
})

test('100 readers whose shoppers pay at once are all answered', patience, async () => {
  const took: number[] = []
  for (let round = 0; round < 5; round++) {
    const visits = visitsAt(readers.slice(round * 100, round * 100 + 100), ['pays', 'tips'], 10_000 + round * 1000)
    const paid = await payAll(visits, client)
    expect(paid.map(({ end }) => end)).toEqual(visits.map((visit, at) => expectedEnd(visit, paid[at]!)))
    took.push(...paid.map(({ tookMs }) => tookMs))
  }
  const [median, p95] = [0.5, 0.95].map((part) => took.toSorted((a, b) => a - b)[Math.floor(took.length * part)]!)
  console.log(`A payment, of 100 at once: median ${median!.toFixed(0)} ms, p95 ${p95!.toFixed(0)} ms`)
})

test('an idle reader’s object sleeps through its heartbeats, and nothing wakes it', patience, async () => {
  const before = await readWakeUps(client)
  // The local runtime looks every ten seconds for objects that had nothing to do.
  for (let beat = 0; beat < 6; beat++) {
    await Promise.all(readers.map(({ line }) => line.beat()))
    await sleep(5_000)
  }
  expect(await readWakeUps(client)).toEqual(before)

  // All of them slept: asking how they are has to make each anew.
  expect(await terminalsByStatus(client)).toEqual({ online: idsOf(readers) })
  expect(await readWakeUps(client)).toEqual({
    ...before,
    constructor: before['constructor']! + 1000,
    status: before['status']! + 1000,
  })
})
