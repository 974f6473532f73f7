import { expect, test } from 'vitest'
import { thrownErrors } from '../../testing/domainCalls.ts'
import { batchFixture } from './batches.fixture.ts'
import { getBatch } from './get.ts'

test('get of an unknown batch, or of one of another account, returns 404', async () => {
  const { newCapture: captured, close } = await batchFixture()
  await captured()
  const batch = await close()
  const other = await batchFixture()
  for (const id of [batch!.id, 'unknown'])
    expect(await thrownErrors(getBatch(id, other.services()))).toEqual([
      { type: 'not_found', details: { resource: 'batch' } },
    ])
})
