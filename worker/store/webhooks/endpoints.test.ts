import { expect, test } from 'vitest'
import { bindings } from '../../testing/bindings.ts'
import { insertEvent } from '../../testing/insertEvents.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import { Database } from '../sql/database.ts'
import { deleteOldEvents } from '../events/eventRetention.ts'
import { readForEndpoint } from './endpoints.ts'

const database = new Database(bindings.DB_00, { trips: 0, databaseMs: 0 })
const at = Date.now()
const event = { type: 'customer.created', at, snapshot: {} } as const

const setUp = async () => {
  const merchant = await createMerchant()
  const call = startWorker().as(merchant.secretKey)
  const body = { url: 'https://r.receivers.net/hooks', enabled: true, subscribedEvents: null }
  const { id } = (await call('POST', '/v1/webhook', { body })).json.webhook
  const read = async (after: number, positions: readonly number[] = [], cursorId: string | null = null) => {
    const found = await readForEndpoint({ database }, id, {
      seen: null,
      cursor: cursorId === null ? null : { position: after, id: cursorId },
      fresh: { limit: 2, withPrevious: false },
      older: null,
      positions,
    })
    const { fresh, retried, newest, isContinued } = found
    return { next: fresh.events.map((one) => one.id), retried: retried.map((one) => one.id), newest, isContinued }
  }
  return { merchant, read }
}

test('a webhook reads the events of its account and mode and the newest of them', async () => {
  const [{ merchant, read }, other] = [await setUp(), await createMerchant()]
  const [first, second, third] = [
    await insertEvent(merchant, event),
    await insertEvent(merchant, event),
    await insertEvent(merchant, event),
  ]
  await insertEvent(other, event)
  await insertEvent(merchant, { ...event, mode: 'live' })
  const end = { newest: third, isContinued: true }
  expect(await read(0)).toEqual({ next: [first.id, second.id], retried: [], ...end })
  expect(await read(1, [1, 3, 7], first.id)).toEqual({
    next: [second.id, third.id],
    retried: [first.id, third.id],
    ...end,
  })
  expect(await read(3, [], third.id)).toEqual({ next: [], retried: [], ...end })
  expect(await read(3, [], first.id)).toMatchObject({ isContinued: false })
  expect(await read(4, [], third.id)).toMatchObject({ isContinued: false })
})

test('a webhook continues after the event at its cursor is past its retention, the newest one included', async () => {
  const { merchant, read } = await setUp()
  expect(await read(0)).toEqual({ next: [], retried: [], newest: null, isContinued: true })
  const events = [await insertEvent(merchant, event), await insertEvent(merchant, event)]
  await deleteOldEvents({ database, owner: { account: merchant.id, mode: 'test' } }, at + 1, 10)
  for (const { id, position } of events)
    expect(await read(position, [position], id)).toEqual({
      next: [],
      retried: [],
      newest: events[1],
      isContinued: true,
    })
})
