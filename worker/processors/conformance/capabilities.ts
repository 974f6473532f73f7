import { describe, expect, test } from 'vitest'
import type { ConformanceGroup } from './setup.ts'

export const capabilities: ConformanceGroup = (name, start) =>
  describe(`${name} knows itself`, () => {
    test('by name, by what it can, and how it feels', async () => {
      const { processor } = await start()
      expect(processor.name).toMatch(/^[a-z0-9-]+$/)
      expect(processor.can.lookup).toBe(processor.lookup !== undefined)
      expect(await processor.health()).toBe('up')
    })
  })
