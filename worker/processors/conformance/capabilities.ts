import { describe, expect, test } from 'vitest'
import type { ConformanceGroup } from './setup.ts'

export const capabilities: ConformanceGroup = (name, setup) =>
  describe(`${name}: capabilities`, () => {
    test('processor has a name, capabilities and a health status', async () => {
      const { processor } = await setup()
      expect(processor.name).toMatch(/^[a-z0-9-]+$/)
      expect(processor.can.lookup).toBe(processor.lookup !== undefined)
      expect(await processor.health()).toBe('up')
    })
  })
