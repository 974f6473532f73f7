import { expect, test } from 'vitest'
import { planRequests } from '../../testing/fixtures/planRequests.ts'
import type { Answered } from '../../testing/merchant.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'
import { errorsOf } from '../../testing/fixtures/walletFixture.ts'

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const { newPlan, list, remove } = planRequests(call)
const live = worker.as((await merchant.issue('sk', { mode: 'live' })).key)
const stranger = worker.as((await createMerchant()).secretKey)
const ids = (answer: Answered): string[] => answer.json.subscriptions.map(({ id }: any) => id)
const unknownId = '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79'

test('is in no list, not counted, and not there to be deleted again', async () => {
  const own = await createMerchant()
  const by = worker.as(own.secretKey)
  const [first, second] = [await newPlan({}, by), await newPlan({}, by)]
  const answer = await remove(first, by)
  expect(answer.json).toEqual({ requestId: answer.headers.get('x-request-id'), errors: null })
  const listed = await list('', by)
  expect([ids(listed), listed.headers.get('x-total-count')]).toEqual([[second], '1'])
  const answers = await Promise.all([remove(first, by), ...Array.from({ length: 5 }, () => remove(second, by))])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404, 404])
  expect((await list('', by)).headers.get('x-total-count')).toBe('0')
})

test('is nobody else’s: unknown, foreign and of the other mode are one answer', async () => {
  const bytes = new Set<string>()
  for (const id of [unknownId, await newPlan({}, stranger), await newPlan({}, live)]) {
    const answer = await remove(id)
    expect([answer.status, errorsOf(answer)]).toEqual([404, [['not_found', null]]])
    bytes.add(answer.text.replace(answer.json.requestId, ''))
  }
  expect(bytes.size).toBe(1)
  expect(ids(await list('', stranger)).length).toBeGreaterThan(0)
})

test.each(['x'.repeat(7), 'x'.repeat(65), 'with_underscore'])('is not looked for by the id %s', async (id) => {
  const answer = await remove(id)
  expect([answer.status, errorsOf(answer)]).toEqual([400, [['id_invalid', 'Subscription']]])
})
