import { afterAll, expect, test, vi } from 'vitest'
import { createSettlementFixture, resetTestClocks } from './fixtures/settlementFixture.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
afterAll(() => vi.restoreAllMocks())
resetTestClocks()

test('a batch of another account or mode returns 404, and as a cursor 400 query_invalid', async () => {
  const [one, other] = [await createSettlementFixture(), await createSettlementFixture()]
  await one.pay()
  await other.pay()
  const batch = await one.closeBatch()
  expect(batch.totals).toMatchObject([{ captures: { count: 1 } }])
  expect((await other.call('GET', `/v1/batches/${batch.id}`)).status).toBe(404)
  expect((await other.call('GET', `/v1/batches?cursor=${batch.id}`)).json.errors).toMatchObject([
    { type: 'query_invalid', message: { field: 'cursor' } },
  ])
  expect(await other.listBatches()).toEqual([])
  const live = (await one.merchant.issue('sk', { mode: 'live' })).key
  expect((await one.call('GET', `/v1/batches/${batch.id}`, { key: live })).status).toBe(404)
  expect((await one.call('POST', '/v1/batches/close', { key: live })).json.errors).toMatchObject([
    { type: 'mode_mismatch' },
  ])
})

test('list of batches returns pages by number and by cursor, newest first', async () => {
  const { pay, closeBatch, call } = await createSettlementFixture()
  const ids: string[] = []
  for (let n = 0; n < 3; n++) {
    await pay()
    ids.unshift((await closeBatch()).id)
  }
  const page = async (query: string) => {
    const { json, headers } = await call('GET', `/v1/batches?pageSize=2${query}`)
    return {
      ids: json.batches.map(({ id }: { id: string }) => id),
      link: headers.get('link'),
      total: headers.get('x-total-count'),
    }
  }
  const first = await page('')
  expect(first).toMatchObject({ ids: ids.slice(0, 2), total: '3' })
  expect(first.link).toContain(`cursor=${ids[1]}>; rel="next"`)
  expect((await page('&pageNumber=2')).ids).toEqual(ids.slice(2))
  expect((await page(`&pageNumber=2&cursor=${ids[1]}`)).ids).toEqual(ids.slice(2))
  expect((await page('&pageNumber=3')).ids).toEqual([])
})
