import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mutants, repository } from './mutants.ts'

test('mutants.jsonl has at least 100 mutants with unique names and patches', () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
  expect(new Set(mutants.map(({ patches }) => JSON.stringify(patches))).size).toBe(mutants.length)
  expect(mutants.length).toBeGreaterThanOrEqual(100)
})

test.each(mutants)('mutant "$name" applies to the source exactly once', ({ patches }) => {
  for (const { file, from, to } of patches) {
    expect(readFileSync(new URL(file, repository), 'utf8').split(from), from).toHaveLength(2)
    expect(to).not.toBe(from)
  }
})
