import { expect, test } from 'vitest'
import type { Delivery } from '../webhooks/endpoints.ts'
import { at, eventFixture, terminal } from './events.fixture.ts'
import { listAttempts } from './listAttempts.ts'

test('attempts of an event are listed per webhook that it was queued for', async () => {
  const deliveries = new Map<string, Delivery>()
  const { write, webhook, needs, endpoints } = await eventFixture({
    deliveryOf: async (id) => deliveries.get(id) ?? null,
  })
  const [pending, delivered, none] = [await webhook(null), await webhook([6]), await webhook([5])]
  const { id, position } = await write('terminal.online', terminal)
  deliveries.set(pending, { state: 'pending', next: at, attempts: [{ at: at - 5000, status: null, tookMs: 15_000 }] })
  deliveries.set(delivered, { state: 'delivered', next: null, attempts: [{ at, status: 204, tookMs: 12 }] })
  const listed = await listAttempts(id, needs())
  expect(new Map(listed.deliveries.map((one) => [one.webhook, one]))).toEqual(
    new Map([
      [
        pending,
        {
          webhook: pending,
          url: `https://shop.example.com/${pending}`,
          state: 'pending',
          next: '2026-11-22T12:00:00.000Z',
          attempts: [{ at: '2026-11-22T11:59:55.000Z', status: null, tookMs: 15_000 }],
        },
      ],
      [
        delivered,
        {
          webhook: delivered,
          url: `https://shop.example.com/${delivered}`,
          state: 'delivered',
          next: null,
          attempts: [{ at: '2026-11-22T12:00:00.000Z', status: 204, tookMs: 12 }],
        },
      ],
    ]),
  )
  expect(new Set(endpoints.calls.map((call) => JSON.stringify(call)))).toEqual(
    new Set([pending, delivered, none].map((one) => JSON.stringify(['deliveryOf', one, { position, id }]))),
  )
})
