import { expect, test } from 'vitest'
import { duplicateSince } from './createPending.ts'

test('duplicateSince returns the start of the duplicate window, and null for a window of 0 seconds', () => {
  const clock = { now: () => 1_000_000 }
  const since = (duplicateWindowSeconds: number) =>
    duplicateSince({ clock, account: { settings: { duplicateWindowSeconds } } } as Parameters<typeof duplicateSince>[0])
  expect(since(60)).toBe(940_000)
  expect(since(0)).toBeNull()
})
