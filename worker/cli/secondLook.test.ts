import { expect, test } from 'vitest'
import type { Failure, Tally, TestPlace } from './reports.ts'
import { lookAgain } from './secondLook.ts'

const failed = (title: string): Failure => ({
  title,
  detail: 'expected 1 to be 2',
  place: { file: `${title}.test.ts` },
})

const tallyOf = (failures: readonly Failure[]): Tally => ({ passed: 7, failures: [...failures] })

/** A check of which these fail among the others, and those when they run alone. */
const look = async (first: readonly Failure[], again: readonly Failure[]) => {
  const asked: TestPlace[][] = []
  const runAlone = (places: readonly TestPlace[]) => {
    asked.push([...places])
    return Promise.resolve(tallyOf(again))
  }
  const looked = await lookAgain(
    { name: 'tests', run: () => Promise.resolve(tallyOf(first)), runAlone },
    tallyOf(first),
  )
  return { looked, asked }
}

test('what fails alone, too, has failed; what holds is told by its name', async () => {
  const [a, b] = [failed('a'), failed('b')]
  const { looked, asked } = await look([a, b], [b])
  expect(asked).toEqual([[a.place, b.place]])
  expect(looked).toEqual({ passed: 8, failures: [b], unsteady: [a] })
})

test('what failed for the first time when it ran alone has failed', async () => {
  const [a, b] = [failed('a'), failed('b')]
  expect((await look([a], [b])).looked).toMatchObject({ failures: [b], unsteady: [a] })
})

test.each([
  ['nothing failed', []],
  ['many failed', ['a', 'b', 'c', 'd'].map(failed)],
  ['a test was skipped', [failed('a'), { title: 'b', detail: 'It was skipped.' }]],
])('no second look where %s', async (_why, failures) => {
  const { looked, asked } = await look(failures, [])
  expect(asked).toEqual([])
  expect(looked).toEqual({ passed: 7, failures, unsteady: [] })
})
