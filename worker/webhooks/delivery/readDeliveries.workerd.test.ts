import { runInDurableObject } from '#runtime'
import { afterAll, expect, test, vi } from 'vitest'
import type { DeliveryPageRequest } from '../../domain/webhooks/endpoints.ts'
import { eventIdPrefix, positionOfEventId } from '../../store/events/eventId.ts'
import { startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'
import { EndpointStorage } from '../stored/endpointStorage.ts'
import { DeliveryQueue } from './deliveryQueue.ts'
import { readDeliveries } from './readDeliveries.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const { open } = startWebhookReceivers()

const hex = (value: bigint, digits: number) => value.toString(16).padStart(digits, '0')

/** The id of an event at a position, without random bits. */
const eventId = (position: number): string => {
  const sum = BigInt(position)
  const [top, middle, end] = [sum >> 28n, ((sum >> 14n) & 0x3fffn) | 0x8000n, (sum & 0x3fffn) << 34n]
  return `${eventIdPrefix(1_700_000_000_000 + position)}-7${hex(top, 3)}-${hex(middle, 4)}-${hex(end, 12)}`
}

/** The storage of an object, with the rows that its statements have read. */
const measured = (storage: DurableObjectStorage) => {
  const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = []
  const sql = {
    exec: (text: string, ...values: SqlStorageValue[]) => {
      const cursor = storage.sql.exec(text, ...values)
      cursors.push(cursor)
      return cursor
    },
  }
  return {
    storage: new EndpointStorage({ kv: storage.kv, sql } as unknown as DurableObjectStorage),
    rowsRead: () => cursors.splice(0).reduce((sum, cursor) => sum + cursor.rowsRead, 0),
  }
}

/** Stores deliveries: of each three one was delivered after two attempts, one failed after one, and one is pending after one. */
const storeDeliveries = (sql: SqlStorage, count: number): void => {
  const all = Array.from({ length: count }, (_, index) => ({ position: index + 1, event: eventId(index + 1) }))
  const numbered = `json_each(?) AS one, json_each('[0, 1]') AS attempt`
  const values = JSON.stringify(all)
  sql.exec(
    `INSERT INTO attempts (event, at, status, tookMs)
     SELECT one.value ->> 'event', attempt.value, 500, 1 FROM ${numbered}
     WHERE attempt.value = 0 OR (one.value ->> 'position') % 3 = 0`,
    values,
  )
  sql.exec(
    `INSERT INTO undelivered SELECT value ->> 'event', 'failed' FROM json_each(?) WHERE (value ->> 'position') % 3 = 1`,
    values,
  )
  sql.exec(
    `INSERT INTO pending SELECT value ->> 'position', value ->> 'event', 1, 1 FROM json_each(?) WHERE (value ->> 'position') % 3 = 2`,
    values,
  )
}

const pageSize = 25

/** Rows read by pages of the lists of a webhook with this many deliveries. */
const rowsReadAmong = async (count: number): Promise<Readonly<Record<string, number>>> => {
  const receiver = await (await open()).receive()
  return runInDurableObject(receiver.object(), (_endpoint, { storage }) => {
    storeDeliveries(storage.sql, count)
    const { storage: counted, rowsRead } = measured(storage)
    const queue = new DeliveryQueue(counted)
    const rows: Record<string, number> = {}
    const filters = { any: [0, 1, 2], undelivered: [1], pending: [2] } as const
    for (const [name, parts] of Object.entries(filters)) {
      const newestFirst = Array.from({ length: count }, (_, index) => count - index).filter((position) =>
        (parts as readonly number[]).includes(position % 3),
      )
      const middle = newestFirst.length / 2
      const read = (page: string, from: number, request: Partial<DeliveryPageRequest>) => {
        const state = name === 'any' ? null : (name as 'pending' | 'undelivered')
        const found = readDeliveries(counted, queue, { state, pageNumber: 1, pageSize, cursor: null, ...request })
        if (found === 'cursor_invalid') throw new Error('There is no such page.')
        rows[`${name}, ${page}`] = rowsRead()
        expect(found.entries.map(({ event }) => event.position)).toEqual(newestFirst.slice(from, from + pageSize))
      }
      read('first', 0, {})
      read('second', pageSize, { pageNumber: 2 })
      read('older', middle + 1, { cursor: eventId(newestFirst[middle]!) })
      read('newer', middle - pageSize, { cursor: `-${eventId(newestFirst[middle]!)}` })
    }
    return rows
  })
}

test('the lists of a webhook’s deliveries read the same rows of 300 and of 60,000 deliveries', async () => {
  expect(positionOfEventId(eventId(123_456))).toBe(123_456)
  const [few, many] = [await rowsReadAmong(300), await rowsReadAmong(60_000)]
  for (const [page, rows] of Object.entries(many)) expect(rows, page).toBeLessThanOrEqual(few[page]! + 3)
  // Of each delivery its row, its attempts, and whether it is pending or ended.
  expect(many['any, first']).toBeLessThanOrEqual(10 * pageSize)
}, 60_000)
