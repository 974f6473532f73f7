import { runInDurableObject } from '#runtime'
import { afterAll, expect, test, vi } from 'vitest'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'
import { causeEvent } from './receiver.fixtures.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const { open } = startWebhookReceivers()

test('the storage of an endpoint’s object contains no secret, custom header or personal data in plain text', async () => {
  const fixture = await open()
  const receiver = await fixture.receive({ headers: { authorization: 'Bearer marker-of-a-header' } })
  receiver.respondWith(500)
  await causeEvent(fixture)
  await receiver.waitForDeliveries(1)
  const stored = await runInDurableObject(receiver.object(), (_object, { storage }) => [
    ...storage.kv.list(),
    ...['pending', 'attempts', 'undelivered', 'ranges'].flatMap((table) =>
      storage.sql.exec(`SELECT * FROM ${table}`).toArray(),
    ),
  ])
  const text = JSON.stringify(stored)
  for (const secret of [receiver.secret, receiver.secret.slice(6), 'marker-of-a-header', 'whsec_', 'Ada'])
    expect(text).not.toContain(secret)
})
