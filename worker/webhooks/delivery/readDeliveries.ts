import type { DeliveryFilter } from '#contract/webhooks/deliveries'
import type { DeliveryPage, DeliveryPageRequest } from '../../domain/webhooks/endpoints.ts'
import { positionOfEventId } from '../../store/events/eventId.ts'
import { text } from '../../store/sql/row.ts'
import type { EndpointStorage } from '../stored/endpointStorage.ts'
import type { DeliveryQueue } from './deliveryQueue.ts'

/** From where a list is read: event ids, or positions of pending deliveries. */
interface Reading {
  readonly from: string | number | null
  readonly isNewer: boolean
  readonly limit: number
}

type Source = (reading: Reading) => readonly [sql: string, ...values: SqlStorageValue[]]

/** SELECT of the first event ids of a table in the order of a column. */
const first = (select: string, column: string, { from, isNewer, limit }: Reading): ReturnType<Source> => {
  const where = from === null ? '' : `WHERE ${column} ${isNewer ? '>' : '<'} ?`
  const sql = `SELECT ${select} ${where} ORDER BY ${column} ${isNewer ? 'ASC' : 'DESC'} LIMIT ?`
  return from === null ? [sql, limit] : [sql, from, limit]
}

const undelivered: Source = (reading) => first('event FROM undelivered', 'event', reading)

/** Reads as many rows of each table as the page has, however many there are: both are ordered by event. */
const attemptedOrEnded: Source = (reading) => {
  const [attempted, ...values] = first('DISTINCT event FROM attempts', 'event', reading)
  const [ended, ...more] = undelivered(reading)
  return [
    `SELECT event FROM (SELECT event FROM (${attempted}) UNION SELECT event FROM (${ended}))
     ORDER BY event ${reading.isNewer ? 'ASC' : 'DESC'} LIMIT ?`,
    ...values,
    ...more,
    reading.limit,
  ]
}

/** Pending deliveries have an index by position alone. */
const pending: Source = (reading) => first('event FROM pending', 'position', reading)

const sources: Readonly<Record<DeliveryFilter | 'any', Source>> = { pending, undelivered, any: attemptedOrEnded }

/** A page of the deliveries of an endpoint, newest event first. An event id contains the position. */
export const readDeliveries = (
  { sql }: Pick<EndpointStorage, 'sql'>,
  queue: Pick<DeliveryQueue, 'deliveryOf'>,
  { state, pageNumber, pageSize, cursor }: DeliveryPageRequest,
): DeliveryPage | 'cursor_invalid' => {
  const isNewer = cursor?.startsWith('-') === true
  const id = cursor === null ? null : cursor.slice(isNewer ? 1 : 0)
  const position = id === null ? null : positionOfEventId(id)
  if (id !== null && position === null) return 'cursor_invalid'
  const skipped = id === null ? (pageNumber - 1) * pageSize : 0
  const [query, ...values] = sources[state ?? 'any']({
    from: state === 'pending' ? position : id,
    isNewer,
    limit: skipped + pageSize + 1,
  })
  const found = sql
    .exec(query, ...values)
    .toArray()
    .slice(skipped)
  const ids = found.slice(0, pageSize).map(({ event }) => text.read(event, 'event'))
  if (isNewer) ids.reverse()
  const hasMore = found.length > pageSize
  const hasNewer = isNewer ? hasMore : id !== null || skipped > 0
  const hasOlder = isNewer || hasMore
  const entries = ids.flatMap((one) => {
    const event = { id: one, position: positionOfEventId(one) ?? 0 }
    const delivery = queue.deliveryOf(event)
    return delivery === null ? [] : [{ event, ...delivery }]
  })
  const [newest, oldest] = [ids[0], ids.at(-1)]
  return {
    entries,
    next: hasOlder && oldest !== undefined ? oldest : null,
    previous: hasNewer && newest !== undefined ? `-${newest}` : null,
  }
}
