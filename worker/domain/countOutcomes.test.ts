import { expect, test } from 'vitest'
import { countOutcomes } from './countOutcomes.ts'

test('outcomes are counted by their names', async () => {
  const counts = await countOutcomes([1, 2, 3], async (item) => (item === 2 ? 'even' : 'odd'))
  expect([...counts]).toEqual([
    ['odd', 2],
    ['even', 1],
  ])
})

test('no items have no outcomes', async () => {
  expect(await countOutcomes([], () => Promise.resolve('done'))).toEqual(new Map())
})

test('a failure is thrown once all items are processed', async () => {
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
