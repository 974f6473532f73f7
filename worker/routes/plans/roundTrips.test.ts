import { expect, test } from 'vitest'
import { planRequests } from '../../testing/fixtures/planRequests.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const { create, list, remove } = planRequests(call)

test('creating, listing and deleting plans cost two database round trips each', async () => {
  const created = await create()
  const responses = [
    created,
    await list(),
    await create({ label: created.json.subscriptions[0].label }),
    await remove(created.json.subscriptions[0].id),
  ]
  expect(responses.map(({ status, d1 }) => [status, d1])).toEqual([
    [200, 2],
    [200, 2],
    [409, 2],
    [200, 2],
  ])
})
