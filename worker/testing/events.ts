import * as v from 'valibot'
import { event, resourceOf } from '#contract/events/events'
import type { Event, EventType } from '#contract/events/events'
import { toEvent } from '../domain/events/toApi.ts'
import { decodeEvent } from '../store/events/decodeEvent.ts'
import { eventColumns } from '../store/events/events.ts'
import { selectedEventColumns } from '../store/events/eventReads.ts'
import type { Merchant } from './merchant.ts'

const schema = event()

/**
 * All events of an account in order, as delivered.
 *
 * @throws Error for an event that violates the contract, and for a gap in the sequence numbers of a resource
 */
export const readEvents = async (merchant: Merchant): Promise<Event[]> => {
  const rows = await merchant.rows(
    `SELECT ${selectedEventColumns} FROM events WHERE account = ? AND snapshot IS NOT NULL ORDER BY mode, position`,
    merchant.id,
  )
  for (const [resource, resourceRows] of Map.groupBy(rows, (row) => row['resource'] as string))
    for (const [index, row] of resourceRows.entries())
      if (row['sequence'] !== index + 1)
        throw new Error(`Event ${index + 1} of ${resource} has sequence ${row['sequence']}.`)
  return rows.map(
    (row) => v.parse(schema, JSON.parse(JSON.stringify(toEvent(decodeEvent(eventColumns.decode(row)))))) as Event,
  )
}

/** Types of an account's events in order. @param resource only events of this resource */
export const readEventTypes = async (merchant: Merchant, resource?: string): Promise<EventType[]> => {
  const rows = await merchant.rows('SELECT type, resource FROM events WHERE account = ? ORDER BY position', merchant.id)
  return rows
    .filter((row) => resource === undefined || row['resource'] === resource)
    .map((row) => row['type'] as EventType)
}

/** The resource in an event. */
export const eventResource = ({ type, data }: Event): any =>
  (data as Readonly<Record<string, unknown>>)[resourceOf(type)]
