import { expect, it } from 'vitest'
import { presets, withDays } from './datePresets.ts'

const at = (text: string) => new Date(`${text}T12:00`)

it.each([
  ['today', '2026-03-31', '2026-03-31', '2026-03-31'],
  ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['week', '2026-03-03', '2026-02-25', '2026-03-03'],
  ['thisMonth', '2026-03-31', '2026-03-01', '2026-03-31'],
  ['lastMonth', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['lastMonth', '2026-01-05', '2025-12-01', '2025-12-31'],
  ['lastMonth', '2028-03-15', '2028-02-01', '2028-02-29'],
] as const)('%s on %s is from %s to %s', (name, now, from, to) => {
  expect(presets[name](at(now))).toEqual({ from, to })
})

it('another range of days replaces that of a search, and keeps its other filters', () => {
  const terms = [
    { key: 'from', value: '2026-01-01' },
    { key: 'status', value: 'captured' },
    { key: 'to', value: '2026-01-02' },
  ] as const
  expect(withDays(terms, { from: '2026-02-01', to: '2026-02-28' })).toEqual([
    { key: 'status', value: 'captured' },
    { key: 'from', value: '2026-02-01' },
    { key: 'to', value: '2026-02-28' },
  ])
})
