import { expect, test } from 'vitest'
import type { TestResult } from './results.ts'
import { summary, taskReport, totals } from './summary.ts'

const result = (title: string, rest: Partial<TestResult> = {}): TestResult => ({
  project: 'unit',
  file: 'a.test.ts',
  title,
  status: 'passed',
  seconds: 0.1,
  ...rest,
})

const flaky = result('a flaky one', { status: 'flaky', reason: 'Error: timed out\n    at a.test.ts:1' })
const failed = result('a failed one', { status: 'failed', reason: 'expected 1 to be 2\n    at b.test.ts:1' })

test('the last line has the totals, and a flaky test counts as passed', () => {
  expect(totals([result('a'), flaky, failed])).toBe('2 passed, 1 failed')
  expect(
    summary([result('a'), flaky, failed], 61.4)
      .split('\n')
      .slice(-2),
  ).toEqual(['Took 61 s.', '2 passed, 1 failed'])
})

test('the summary lists the 20 slowest tests, slowest first', () => {
  const results = Array.from({ length: 25 }, (_, seconds) => result(`test ${seconds}`, { seconds }))
  const lines = summary(results, 1)
    .split('\n')
    .filter((line) => line.includes('a.test.ts'))
  expect(lines).toHaveLength(20)
  expect(lines[0]).toBe('   24.0 s  unit a.test.ts: test 24')
  expect(lines.at(-1)).toBe('    5.0 s  unit a.test.ts: test 5')
})

test('the summary lists flaky tests with their failure and failed tests with its first line', () => {
  const printed = summary([flaky, failed], 1)
  expect(printed).toContain(
    'FLAKY, failed and passed when retried: unit a.test.ts: a flaky one\n    Error: timed out\n        at a.test.ts:1',
  )
  expect(printed).toContain('FAILED unit a.test.ts: a failed one\n    expected 1 to be 2\n\nTook')
})

test('a failed task prints its output, and others if they always do', () => {
  const task = { name: 'sizes', program: '', args: [], hasTests: false, timeoutMs: 1 }
  const ended = { name: 'sizes', seconds: 1, output: 'worker: 1 byte\n' }
  const passed = { ...ended, results: [result('sizes', { file: '' })] }
  expect(taskReport(task, passed)).toBe('✓ sizes: 1 passed, 0 failed (1.0 s)')
  expect(taskReport({ ...task, printsAlways: true }, passed)).toBe(
    '✓ sizes: 1 passed, 0 failed (1.0 s)\n    worker: 1 byte',
  )
  expect(taskReport(task, { ...ended, results: [failed] })).toBe(
    '✗ sizes: 0 passed, 1 failed (1.0 s)\n    worker: 1 byte',
  )
})
