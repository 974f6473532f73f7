import { expect, test } from 'vitest'
import { planRequests } from '../../testing/fixtures/planRequests.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import type { ApiResponse } from '../../testing/merchant.ts'
import { nextLink } from '../../testing/nextLink.ts'
import { listErrors } from '../../testing/fixtures/walletFixture.ts'

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const { newPlan, list, remove } = planRequests(call)
const otherAccount = worker.as((await createMerchant()).secretKey)
const idsOf = (response: ApiResponse): string[] => response.json.subscriptions.map(({ id }: any) => id)
const unknownId = '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79'

test('the list of plans of a new account is empty', async () => {
  const response = await list('', worker.as((await createMerchant()).secretKey))
  expect(response.json).toEqual({ requestId: response.headers.get('x-request-id'), subscriptions: [], errors: null })
  expect(response.headers.get('x-total-count')).toBe('0')
})

test('pages of plans are the same by number and by link, newest first, and continue after a deleted plan', async () => {
  const own = await createMerchant()
  let step = 0
  const started = Date.now()
  // Two plans per millisecond.
  const by = startWorker({ clock: { now: () => started + Math.floor(step / 2) } }).as(own.secretKey)
  const ids: string[] = []
  for (; step < 5; step++) ids.push(await newPlan({}, by))
  const newest = ids.toSorted().toReversed()
  let url: string | undefined = '/v1/subscriptions?pageSize=2'
  for (const [at, page] of [newest.slice(0, 2), newest.slice(2, 4), newest.slice(4)].entries()) {
    const response: ApiResponse = await by('GET', url!)
    expect([idsOf(response), response.headers.get('x-total-count')]).toEqual([page, '5'])
    expect(idsOf(await list(`?page=${at + 1}&limit=2`, by))).toEqual(page)
    url = nextLink(response)
  }
  expect(url).toBeUndefined()
  const next = nextLink(await list('?limit=2', by))
  await remove(newest[1]!, by)
  await newPlan({}, by)
  expect(idsOf(await by('GET', next!))).toEqual(newest.slice(2, 4))
  expect(idsOf(await list('?pageNumber=2147483647', by))).toEqual([])
})

test('a cursor of another account or an unknown one returns 400 query_invalid', async () => {
  const foreign = await newPlan({}, otherAccount)
  for (const cursor of [foreign, unknownId]) {
    const response = await list(`?cursor=${cursor}`)
    expect([response.status, listErrors(response), response.json.subscriptions]).toEqual([
      400,
      [['query_invalid', 'cursor']],
      null,
    ])
  }
})
