import { expect, test } from 'vitest'
import { planRequests } from '../../testing/fixtures/planRequests.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import type { Answered } from '../../testing/merchant.ts'
import { nextLink } from '../../testing/nextLink.ts'
import { errorsOf } from '../../testing/fixtures/walletFixture.ts'

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const { newPlan, list, remove } = planRequests(call)
const stranger = worker.as((await createMerchant()).secretKey)
const ids = (answer: Answered): string[] => answer.json.subscriptions.map(({ id }: any) => id)
const unknownId = '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79'

test('is empty at first, and shows nobody else’s plans', async () => {
  const answer = await list('', worker.as((await createMerchant()).secretKey))
  expect(answer.json).toEqual({ requestId: answer.headers.get('x-request-id'), subscriptions: [], errors: null })
  expect(answer.headers.get('x-total-count')).toBe('0')
})

test('goes page by page, by numbers as by links, newest first, and on from a plan that was deleted', async () => {
  const own = await createMerchant()
  let step = 0
  const started = Date.now()
  // Two a millisecond.
  const by = startWorker({ clock: { now: () => started + Math.floor(step / 2) } }).as(own.secretKey)
  const made: string[] = []
  for (; step < 5; step++) made.push(await newPlan({}, by))
  const newest = made.toSorted().toReversed()
  let url: string | undefined = '/v1/subscriptions?pageSize=2'
  for (const [at, page] of [newest.slice(0, 2), newest.slice(2, 4), newest.slice(4)].entries()) {
    const answer: Answered = await by('GET', url!)
    expect([ids(answer), answer.headers.get('x-total-count')]).toEqual([page, '5'])
    expect(ids(await list(`?page=${at + 1}&limit=2`, by))).toEqual(page)
    url = nextLink(answer)
  }
  expect(url).toBeUndefined()
  const next = nextLink(await list('?limit=2', by))
  await remove(newest[1]!, by)
  await newPlan({}, by)
  expect(ids(await by('GET', next!))).toEqual(newest.slice(2, 4))
  expect(ids(await list('?pageNumber=2147483647', by))).toEqual([])
})

test('takes no cursor but its own', async () => {
  const foreign = await newPlan({}, stranger)
  for (const cursor of [foreign, unknownId]) {
    const answer = await list(`?cursor=${cursor}`)
    expect([answer.status, errorsOf(answer), answer.json.subscriptions]).toEqual([
      400,
      [['query_invalid', 'cursor']],
      null,
    ])
  }
})
