import { describe, expect, test } from 'vitest'
import { thrownErrors } from '../../testing/domainCalls.ts'
import { batchFixture } from './batches.fixture.ts'
import { listBatches } from './list.ts'

const hour = 3_600_000
const page = { pageNumber: 1, pageSize: 10, cursor: null }

describe('listBatches', () => {
  test('a list of batches with an unknown cursor returns query_invalid', async () => {
    const { services } = await batchFixture()
    expect(await thrownErrors(listBatches({ ...page, cursor: 'unknown' }, services()))).toEqual([
      { type: 'query_invalid', field: 'cursor' },
    ])
  })

  test('batches are listed newest first, with their total number and page links', async () => {
    const { newCapture: captured, close, services, clock } = await batchFixture()
    await captured()
    const first = await close()
    clock.advance(hour)
    await captured()
    const second = await close()
    const { batches, headers } = await listBatches({ ...page, pageSize: 1 }, services())
    expect(batches.map(({ id }) => id)).toEqual([second!.id])
    expect(headers).toMatchObject({ 'x-total-count': '2' })
    expect(headers['link']).toContain(`cursor=${second!.id}`)
    const rest = await listBatches({ ...page, cursor: second!.id }, services())
    expect(rest.batches.map(({ id }) => id)).toEqual([first!.id])
  })
})
