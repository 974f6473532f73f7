import { describe, expect, test } from 'vitest'
import { play } from './runModel.ts'
import { mutants } from './mutants.ts'

describe.each([...new Set(mutants.flatMap(({ caughtBy }) => caughtBy))])('the model of %s', (model) => {
  test('breaks no invariant without a mutant', { timeout: 300_000 }, async () => {
    expect((await play(model)).message).toBe('')
  })

  const own = mutants.filter(({ caughtBy }) => caughtBy.includes(model))
  test.each(own)('catches the mutant "$name"', { timeout: 300_000 }, async ({ name }) => {
    const caught = await play(model, name)
    expect(caught.invariant, JSON.stringify(caught)).not.toBeNull()
  })
})
