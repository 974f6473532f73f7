import { expect, test } from 'vitest'
import { thrownErrors } from '../../testing/domainCalls.ts'
import { deleteConnection } from './delete.ts'
import { connectionFixture, connectionNotFound } from './connections.fixture.ts'

test('a connection that a payment has used, or that a routing rule names, cannot be deleted', async () => {
  const { create, needs, get, merchant } = await connectionFixture()
  const [used, routed, free] = [await create(), await create(), await create()]
  await merchant.rows('UPDATE connections SET used = 1 WHERE id = ?', used.id)
  await merchant.rows(
    `UPDATE accounts SET testSettings = json_set(testSettings, '$.routing', json(?)) WHERE id = ?`,
    JSON.stringify([{ connection: routed.id }]),
    merchant.id,
  )
  const remove = (id: string) => deleteConnection(id, needs())
  expect(await thrownErrors(remove(used.id))).toEqual([{ type: 'connection_in_use', details: { by: 'payment' } }])
  expect(await thrownErrors(remove(routed.id))).toEqual([{ type: 'connection_in_use', details: { by: 'routing' } }])
  expect((await get(used.id)).secretNames).toEqual(['apiKey'])
  expect(await remove(free.id)).toEqual({ errors: null })
  expect(await thrownErrors(remove(free.id))).toEqual(connectionNotFound)
})
