import { expect, test } from 'vitest'
import { planRequests } from '../../testing/fixtures/planRequests.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'

const worker = startWorker()
const merchant = await createMerchant()
const call = worker.as(merchant.secretKey)
const { create, list, remove } = planRequests(call)

test('each operation is one round trip beside that of the key', async () => {
  const made = await create()
  const answers = [
    made,
    await list(),
    await create({ label: made.json.subscriptions[0].label }),
    await remove(made.json.subscriptions[0].id),
  ]
  expect(answers.map(({ status, d1 }) => [status, d1])).toEqual([
    [200, 2],
    [200, 2],
    [409, 2],
    [200, 2],
  ])
})
