import { describe, expect, test } from 'vitest'
import { runModel } from './runModel.ts'
import { mutants } from './mutants.ts'

describe.each([...new Set(mutants.flatMap(({ caughtBy }) => caughtBy))])('%s model', (model) => {
  test(`the ${model} model breaks no invariant on the unchanged sources`, { timeout: 300_000 }, async () => {
    expect((await runModel(model)).message).toBe('')
  })

  const own = mutants.filter(({ caughtBy }) => caughtBy.includes(model))
  test.each(own)(`the ${model} model catches the mutant "$name"`, { timeout: 300_000 }, async ({ name }) => {
    const caught = await runModel(model, name)
    expect(caught.invariant, JSON.stringify(caught)).not.toBeNull()
  })
})
