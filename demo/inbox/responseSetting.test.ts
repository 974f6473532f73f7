import { expect, test, vi } from 'vitest'
import { useShop } from './shop.fixture.ts'

const shop = useShop()
const { deliver, post, respondWith, list } = shop

test.each([
  ['ok', 200, null],
  ['fail', 500, null],
  ['busy', 503, '7'],
  ['gone', 410, null],
])('response “%s” returns %d', async (answer, status, retryAfter) => {
  expect(await (await respondWith(answer, '7')).json()).toEqual({ error: '' })
  const response = await deliver()
  expect([response.status, response.headers.get('retry-after')]).toEqual([status, retryAfter])
  expect(await list()).toMatchObject([{ complaint: null, answered: { status } }])
})

test('response “slow” is sent after its delay', async () => {
  await respondWith('slow', '12')
  const response = deliver()
  await vi.waitUntil(() => shop.waiting.length === 1)
  expect(shop.waiting[0]?.ms).toBe(12_000)
  expect(await list()).toMatchObject([{ answered: null }])
  shop.waiting[0]?.end()
  expect((await response).status).toBe(200)
  expect(await list()).toMatchObject([{ answered: { status: 200 } }])
})

test('a delivery whose sender disconnects is listed without a status', async () => {
  await respondWith('slow')
  const controller = new AbortController()
  const response = deliver({}, controller.signal)
  await vi.waitUntil(() => shop.waiting.length === 1)
  controller.abort()
  await expect(response).rejects.toThrow('aborted')
  await vi.waitUntil(async () => (await list())[0]?.answered)
  expect(await list()).toMatchObject([{ answered: { status: null } }])
})

test.each([
  ['an unknown response', 'teapot', '20'],
  ['a name of Object.prototype', 'toString', '20'],
  ['more than 60 seconds', 'slow', '61'],
  ['0 seconds', 'slow', '0'],
  ['half a second', 'slow', '0.5'],
])('a response setting with %s is rejected', async (_, answer, seconds) => {
  await respondWith('fail')
  expect(await (await respondWith(answer, seconds)).json()).toEqual({
    error: 'Invalid response or number of seconds.',
  })
  expect((await deliver()).status).toBe(500)
})

test.each(['', 'toString', 'forget'])('the unknown action “%s” returns 400', async (act) => {
  expect((await post({ act })).status).toBe(400)
})
