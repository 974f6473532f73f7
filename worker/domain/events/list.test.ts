import { describe, expect, test } from 'vitest'
import type { EventType } from '#contract/events/events'
import { thrownErrors } from '../../testing/domainCalls.ts'
import { at, customer, eventFixture, page, terminal } from './events.fixture.ts'
import { listEvents } from './list.ts'

describe('list of events', () => {
  test('events are listed newest first and filtered by type and time', async () => {
    const { write, needs } = await eventFixture()
    const [first, second, third] = [
      await write('terminal.online', terminal, { at: at - 2 }),
      await write('customer.created', customer, { at: at - 1 }),
      await write('terminal.offline', terminal, { at }),
    ]
    const listed = async (types: EventType[] | null, since: number | null) =>
      (await listEvents({ types, kinds: null, since, transactionId: null, page, filters: {} }, needs())).events.map(
        ({ id }) => id,
      )
    expect(await listed(null, null)).toEqual([third.id, second.id, first.id])
    expect(await listed(['terminal.online', 'customer.created'], null)).toEqual([second.id, first.id])
    expect(await listed(null, at - 1)).toEqual([third.id, second.id])
    expect(await listed([], null)).toEqual([])
  })

  test('the list of events links to the next page with its filters', async () => {
    const { write, needs } = await eventFixture()
    await write('terminal.online', terminal)
    const { id } = await write('terminal.offline', terminal)
    const search = {
      types: null,
      kinds: null,
      since: null,
      transactionId: null,
      page: { ...page, pageSize: 1 },
      filters: { kind: '6' },
    }
    const { headers, events } = await listEvents(search, needs())
    expect(events.map((event) => event.id)).toEqual([id])
    const link = Object.values(headers).join(' ')
    expect(link).toContain('/v1/events?')
    expect(link).toContain(`cursor=${id}`)
    expect(link).toContain('kind=6')
  })

  test('a list of events with an unknown cursor returns query_invalid', async () => {
    const { needs } = await eventFixture()
    const search = {
      types: null,
      kinds: null,
      since: null,
      transactionId: null,
      page: { ...page, cursor: 'evt-unknown' },
      filters: {},
    }
    expect(await thrownErrors(listEvents(search, needs()))).toEqual([{ type: 'query_invalid', field: 'cursor' }])
  })
})
