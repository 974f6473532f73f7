import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { command, weighted, run } from './model.ts'
import { assertInvariant } from './invariant.ts'
import type { Model } from './model.ts'

interface State {
  sum: number
}

const add = command('add', { amount: fc.integer({ min: 1, max: 9 }) }, async ({ amount }, state: State) => {
  state.sum += amount
  assertInvariant(state.sum < 20, 'the sum stays below 20', () => `${state.sum}`)
})
const rest = command('rest', {}, async (_data, _state: State) => {})

const model: Model<number, State, { advance(ms: number): void }> = {
  name: 'sums',
  start: fc.constantFrom(0, 1),
  commands: weighted([1, add], [1, rest]),
  maxCommands: 20,
  mutantHistories: 1,
  begin: async (sum) => ({ sum }),
  end: async () => {},
}

const runs = { seed: 7, count: 100 }

test('a broken invariant is reported with a shrunk counterexample; its seed and path replay that history alone', async () => {
  const { report, failed } = await run(model, runs, (work) => work({ advance: () => {} }))
  expect(failed).toBe(true)
  expect(report).toContain('InvariantViolation: the sum stays below 20')
  const [, seed, path] = /Replay: SLUICE_SEED=(\d+) SLUICE_PATH=(\S+)/.exec(report) ?? []
  const [, counterexample] = /Counterexample: (.*) \/\*replayPath/.exec(report) ?? []
  // A shrunk counterexample contains no superfluous command.
  expect(counterexample).not.toContain('rest')
  expect(counterexample!.match(/add/g)!.length).toBeLessThan(6)

  const replayed = await run(model, { ...runs, seed: Number(seed), path: path! }, (work) => work({ advance: () => {} }))
  expect(replayed.histories).toBe(1)
  expect(replayed.report).toContain(`Counterexample: ${counterexample}`)
})
