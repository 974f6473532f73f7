import { startGateway, type Gateway } from '../../worker/cli/wrangler/gateway.ts'
import { findFreePort } from '../../worker/cli/wrangler/ports.ts'
import { inRepository } from '../../worker/cli/repository.ts'
import { expect, test } from '../support/fixtures.ts'
import { GatewayClient } from '../support/gatewayClient.ts'
import type { CardReader } from './fleet/device.ts'
import { idsOf, pairReaders, readWakeUps, terminalsByStatus } from './fleet/fleet.ts'
import { expectedEnd, payAll, visitsAt } from './fleet/payments.ts'
import { makeState } from '../support/servers.ts'

/**
 * A hundred card readers at one gateway, the real one; of a thousand see readers/thousand.long.test.ts. It is a gateway of their own: other
 * tests put the clock of the account forward, by which payments at readers are over.
 */
test.describe.configure({ mode: 'default' })

let gateway: Gateway
let client: GatewayClient
let readers: readonly CardReader[]
let beforeConnecting: Awaited<ReturnType<typeof terminalsByStatus>>
let removeState: () => Promise<void>

test.beforeAll(async () => {
  const { state, envFile, remove } = await makeState()
  removeState = remove
  const config = inRepository('worker/testing/workers/wakeUps/wrangler.jsonc')
  gateway = await startGateway({ config, state }, { port: await findFreePort(), envFile, onOutput: () => {} })
  client = new GatewayClient(gateway.url)
  await client.call('PUT', '/v1/account', { tipAtSale: true })
  readers = await pairReaders(client, 100)
  beforeConnecting = await terminalsByStatus(client)
  await Promise.all(readers.map((reader) => reader.connect()))
})
test.afterAll(async () => {
  await gateway?.worker.stop()
  await removeState?.()
})

test('of 100 readers 20 take payments at once, each ends as its shopper wants, and no other reader hears of it', async () => {
  expect(beforeConnecting).toEqual({ pending: idsOf(readers) })
  expect(await terminalsByStatus(client)).toEqual({ online: idsOf(readers) })

  const [paying, idle] = [readers.slice(0, 20), readers.slice(20)]
  const visits = visitsAt(paying, ['pays', 'tips', 'keysIn', 'isDeclined', 'cancels', 'hesitates', 'isCutOff'])
  const paid = await payAll(visits, client, async () =>
    expect(await terminalsByStatus(client)).toEqual({ busy: idsOf(paying), online: idsOf(idle) }),
  )
  expect(paid.map(({ end }) => end)).toEqual(visits.map((visit, at) => expectedEnd(visit, paid[at]!)))
  expect(new Set(paid.map(({ transactionId }) => transactionId)).size).toBe(20)
  expect(await terminalsByStatus(client)).toEqual({ online: idsOf(readers) })
  expect(idle.flatMap((reader) => reader.heard.slice(2))).toEqual([])
})

test('a shopper who walks away leaves the reader free a minute later', async () => {
  const visits = visitsAt(readers.slice(0, 5), ['walksAway'])
  const paid = await payAll(visits, client, () => client.call('POST', '/v1/testclock/advance', { seconds: 60 }))
  expect(paid.map(({ end }) => end)).toEqual(visits.map((visit, at) => expectedEnd(visit, paid[at]!)))
  expect(await terminalsByStatus(client)).toEqual({ online: idsOf(readers) })
})

test('heartbeats of 100 readers are answered and wake none of them, until each closes its connection', async () => {
  const before = await readWakeUps(client)
  for (let beat = 0; beat < 5; beat++) await Promise.all(readers.map(({ line }) => line.beat()))
  expect(await readWakeUps(client)).toEqual(before)

  expect(new Set(await Promise.all(readers.map((reader) => reader.disconnect())))).toEqual(new Set([1000]))
  expect(await terminalsByStatus(client)).toEqual({ offline: idsOf(readers) })
})
