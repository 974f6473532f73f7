import { expect, test } from 'vitest'
import { processorTable } from './report.ts'

const subjects = [
  { name: 'one', key: '' },
  { name: 'two', key: '' },
]
const round = (one: number, two: number, cpuMs: number | null = 2) =>
  new Map([
    ['one', { ownMs: one, cpuMs: 1 }],
    ['two', { ownMs: two, cpuMs }],
  ])

test('own times are medians, and shares are those of the same rounds', () => {
  const table = processorTable(subjects, [round(10, 11), round(20, 24), round(5, 5.25)])
  expect(table).toMatch(/\| one +\| +10\.00 \| +1\.00 \(1\.00 to 1\.00\) \| +1\.00 \|/)
  expect(table).toMatch(/\| two +\| +11\.00 \| +1\.10 \(1\.05 to 1\.20\) \| +2\.00 \| +2\.00 \(2\.00 to 2\.00\) \|/)
})

test('without CPU times their share is unknown', () => {
  expect(processorTable(subjects, [round(10, 11, null)])).toContain('unknown')
})
