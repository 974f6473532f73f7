import { expect, test } from './fixtures.ts'
import { makeState } from './servers.ts'
import { DeliveringGateway, unlimited } from './webhooks/gateway.ts'
import { stormBesideSlow } from './webhooks/storm.ts'

/** Three hundred events here, ten thousand in webhooks/storm.long.test.ts; how long it takes, npm run bench:webhooks says. */
test('a receiver that takes ten seconds for each answer keeps no event of a storm from another', async () => {
  test.setTimeout(120_000)
  const { state, envFile, remove } = await makeState()
  const gateway = new DeliveringGateway({ config: unlimited, state, envFile })
  await gateway.open()
  const { events, slowHad, faults } = await stormBesideSlow(gateway, 300)
  expect(faults).toEqual([])
  expect(events).toBeGreaterThanOrEqual(300)
  expect(slowHad).toBeGreaterThan(0)
  expect(slowHad).toBeLessThan(events / 10)
  await gateway.close()
  await remove()
})
