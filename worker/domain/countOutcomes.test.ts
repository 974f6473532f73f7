import { expect, test } from 'vitest'
import { countOutcomes } from './countOutcomes.ts'

test('countOutcomes counts items by outcome', async () => {
  const counts = await countOutcomes([1, 2, 3], async (item) => (item === 2 ? 'even' : 'odd'))
  expect([...counts]).toEqual([
    ['odd', 2],
    ['even', 1],
  ])
})

test('countOutcomes of no items is empty', async () => {
  expect(await countOutcomes([], () => Promise.resolve('done'))).toEqual(new Map())
})

test('countOutcomes throws the first failure after all items are processed', async () => {
  const processed: number[] = []
  const counts = countOutcomes([1, 2, 3], async (item) => {
    if (item === 1) throw new Error('First.')
    await Promise.resolve()
    processed.push(item)
    return 'done'
  })
  await expect(counts).rejects.toThrow('First.')
  expect(processed).toEqual([2, 3])
})
