import { expect, test } from 'vitest'
import { planRequests } from '../../testing/fixtures/planRequests.ts'
import type { ApiResponse } from '../../testing/merchant.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import { listErrors } from '../../testing/fixtures/walletFixture.ts'

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const { newPlan, list, remove } = planRequests(call)
const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
const otherAccount = worker.as((await createMerchant()).secretKey)
const ids = (response: ApiResponse): string[] => response.json.subscriptions.map(({ id }: any) => id)
const unknownId = '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79'

test('a deleted plan is in no list; of concurrent deletions, one returns 200 and the others 404', async () => {
  const own = await createMerchant()
  const by = worker.as(own.secretKey)
  const [first, second] = [await newPlan({}, by), await newPlan({}, by)]
  const response = await remove(first, by)
  expect(response.json).toEqual({ requestId: response.headers.get('x-request-id'), errors: null })
  const listed = await list('', by)
  expect([ids(listed), listed.headers.get('x-total-count')]).toEqual([[second], '1'])
  const responses = await Promise.all([remove(first, by), ...Array.from({ length: 5 }, () => remove(second, by))])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404, 404])
  expect((await list('', by)).headers.get('x-total-count')).toBe('0')
})

test('deleting a plan that is unknown, foreign or of the other mode returns the same 404', async () => {
  const bytes = new Set<string>()
  for (const id of [unknownId, await newPlan({}, otherAccount), await newPlan({}, live)]) {
    const response = await remove(id)
    expect([response.status, listErrors(response)]).toEqual([404, [['not_found', null]]])
    bytes.add(response.text.replace(response.json.requestId, ''))
  }
  expect(bytes.size).toBe(1)
  expect(ids(await list('', otherAccount)).length).toBeGreaterThan(0)
})

test.each([
  ['seven characters', 'x'.repeat(7)],
  ['65 characters', 'x'.repeat(65)],
  ['an underscore', 'with_underscore'],
])('deleting a plan by an id with %s returns 400 id_invalid', async (_form, id) => {
  const response = await remove(id)
  expect([response.status, listErrors(response)]).toEqual([400, [['id_invalid', 'Subscription']]])
})
