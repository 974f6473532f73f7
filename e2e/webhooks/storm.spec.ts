import { expect, test } from '../support/fixtures.ts'
import { createState } from '../support/servers.ts'
import { WebhookGateway, unlimitedWorker } from './gateway.ts'
import { waitForAllEvents, delayResponses, createEventStorm } from './storm.ts'

/** `npm run bench:webhooks` measures the time. */
const eventCount = process.env['SLUICE_LONG'] === '1' ? 10_000 : 300

test('webhooks: a receiver with ten-second responses delays no other receiver', async () => {
  test.setTimeout(eventCount * 120 + 120_000)
  const { state, envFile, remove } = await createState()
  const gateway = new WebhookGateway({ config: unlimitedWorker, state, envFile })
  await gateway.open()
  const [fast, slow] = [await gateway.addReceiver(), await gateway.addReceiver()]
  delayResponses(slow, 10_000)
  await createEventStorm(gateway, eventCount)
  await waitForAllEvents(gateway, fast)
  expect([...fast.errors, ...slow.errors]).toEqual([])
  expect(fast.events.size).toBeGreaterThanOrEqual(eventCount)
  expect(slow.events.size).toBeGreaterThan(0)
  expect(slow.events.size).toBeLessThan(fast.events.size / 10)
  await gateway.close()
  await remove()
})
