import { expect, test } from '../support/fixtures.ts'
import { makeState } from '../support/servers.ts'
import { DeliveringGateway, unlimited } from './gateway.ts'
import { hasAll, slowDown, storm } from './storm.ts'

/** How long it takes, npm run bench:webhooks says. */
const least = process.env['SLUICE_LONG'] === '1' ? 10_000 : 300

test('a receiver that takes ten seconds for each answer keeps no event of a storm from another', async () => {
  test.setTimeout(least * 120 + 120_000)
  const { state, envFile, remove } = await makeState()
  const gateway = new DeliveringGateway({ config: unlimited, state, envFile })
  await gateway.open()
  const [fast, slow] = [await gateway.receive(), await gateway.receive()]
  slowDown(slow, 10_000)
  await storm(gateway, least)
  await hasAll(gateway, fast)
  expect([...fast.faults, ...slow.faults]).toEqual([])
  expect(fast.events.size).toBeGreaterThanOrEqual(least)
  expect(slow.events.size).toBeGreaterThan(0)
  expect(slow.events.size).toBeLessThan(fast.events.size / 10)
  await gateway.close()
  await remove()
})
