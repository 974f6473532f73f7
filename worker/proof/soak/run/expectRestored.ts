import { expect } from 'vitest'
import type { RestoreResult } from './restore.ts'

/** The claims about each restore. */
export const expectRestored = (result: RestoreResult): void => {
  expect(result).toMatchObject({
    undelivered: [],
    unlisted: [],
    falselyDelivered: [],
    invalid: [],
    gaps: [],
    isNoticed: true,
    left: [],
    leaks: [],
  })
  expect(result.ours).toEqual(result.theirs)
  expect(result.chargesOfAnOrder).toBe(1)
  // Otherwise the restore has lost nothing.
  expect(result.removed).toBeGreaterThan(0)
  expect(result.repairs).toBeGreaterThan(0)
}
