import { expect, test } from 'vitest'
import { thrownErrors } from '../../testing/domainCalls.ts'
import { eventFixture, terminal } from './events.fixture.ts'
import { getEvent } from './get.ts'
import { listAttempts } from './listAttempts.ts'
import { replayEvent } from './replay.ts'

const unknown = [{ type: 'not_found', details: { resource: 'event' } }]

test('get, attempts and replay of an unknown event, or of one of another account, return 404', async () => {
  const other = await eventFixture()
  const { needs, endpoints } = await eventFixture()
  const { id } = await other.write('terminal.online', terminal)
  for (const one of [id, 'evt-unknown'])
    for (const verb of [getEvent, listAttempts, (event: string) => replayEvent(event, {}, needs())])
      expect(await thrownErrors(verb(one, needs()))).toEqual(unknown)
  expect(endpoints.calls).toEqual([])
})
