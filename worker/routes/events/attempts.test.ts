import { afterAll, expect, test, vi } from 'vitest'
import { firstError } from '../../testing/firstError.ts'
import { createCustomer, listDeliveries, listEvents, replayEvent } from '../../testing/fixtures/eventRequests.ts'
import { startReceivers } from '../../testing/fixtures/webhookFixture.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const { open } = startReceivers()

test('are shown for each webhook that was to be told of it', async () => {
  const shop = await open()
  const [takes, fails, others] = [
    await shop.receive({ subscribedEvents: [5] }),
    await shop.receive(),
    await shop.receive({ subscribedEvents: [0] }),
  ]
  fails.answer(503)
  await createCustomer(shop.call)
  await takes.hears(1)
  await fails.hears(1)
  const [{ id }] = await listEvents(shop.call)
  const of = async (inbox: { id: string }) =>
    (await listDeliveries(shop.call, id)).find((one) => one.webhook === inbox.id)
  await expect.poll(async () => (await of(takes))?.state, { timeout: 10_000 }).toBe('delivered')
  await expect.poll(async () => (await of(fails))?.attempts.length, { timeout: 10_000 }).toBe(1)
  const at = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/)
  expect(await of(takes)).toEqual({
    webhook: takes.id,
    url: takes.url,
    state: 'delivered',
    next: null,
    attempts: [{ at, status: 204, tookMs: expect.any(Number) }],
  })
  expect(await of(fails)).toEqual({
    webhook: fails.id,
    url: fails.url,
    state: 'pending',
    next: at,
    attempts: [{ at, status: 503, tookMs: expect.any(Number) }],
  })
  expect(await of(others)).toBeUndefined()
  expect(await listDeliveries(shop.call, id)).toHaveLength(2)
})

test('are none where nobody was to be told, and not found where there is no such event', async () => {
  const { call } = await open()
  await createCustomer(call)
  const [{ id }] = await listEvents(call)
  expect(await listDeliveries(call, id)).toEqual([])
  const unknown = `evt-${crypto.randomUUID()}`
  for (const answer of [
    await call('GET', `/v1/events/${unknown}`),
    await call('GET', `/v1/events/${unknown}/attempts`),
    await replayEvent(call, unknown),
  ])
    expect(firstError(answer)).toEqual([404, 'not_found', null])
  expect(firstError(await call('GET', '/v1/events/short'))).toEqual([400, 'id_invalid', 'Event'])
})
