import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { plantedBugs } from './plantedBugs.ts'

const root = new URL('../../../', import.meta.url)

describe('the planted bugs', () => {
  test('are many, and none is there twice', () => {
    expect(plantedBugs.length).toBeGreaterThanOrEqual(15)
    expect(new Set(plantedBugs.map(({ name }) => name)).size).toBe(plantedBugs.length)
  })

  test.each(plantedBugs)('$name: can still be planted', ({ patches }) => {
    for (const { file, from, to } of patches) {
      expect(readFileSync(new URL(file, root), 'utf8').split(from), from).toHaveLength(2)
      expect(to).not.toBe(from)
    }
  })
})
