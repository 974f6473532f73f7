import { describe, expect, test } from 'vitest'
import { readLeaks, readPlaywright, readVitest } from './reports.ts'
import { leaksTold } from './trail.ts'

const vitestFile = (status: string, tests: string[], message = '') => ({
  name: 'a.test.ts',
  status,
  message,
  assertionResults: tests.map((status, index) => ({
    status,
    fullName: `promise ${index}`,
    failureMessages: status === 'failed' ? ['expected 1 to be 2'] : [],
  })),
})

describe('vitest’s report', () => {
  test('counts what passed and tells what failed', () => {
    expect(readVitest({ testResults: [vitestFile('failed', ['passed', 'failed', 'passed'])] })).toEqual({
      passed: 2,
      failures: [{ title: 'a.test.ts: promise 1', detail: 'expected 1 to be 2', place: { file: 'a.test.ts' } }],
    })
  })

  test('counts a file that could not be loaded as a failure', () => {
    expect(readVitest({ testResults: [vitestFile('failed', [], 'Cannot find module')] })).toEqual({
      passed: 0,
      failures: [{ title: 'a.test.ts', detail: 'Cannot find module' }],
    })
  })

  test.each(['skipped', 'pending', 'todo', 'disabled'])('counts a test that is %s as a failure', (status) => {
    expect(readVitest({ testResults: [vitestFile('passed', [status])] }).failures).toHaveLength(1)
  })
})

const spec = (status: string, message?: string) => ({
  title: `is ${status}`,
  file: 'a.spec.ts',
  tests: [{ projectName: 'firefox', status, results: [{ errors: message ? [{ message }] : [] }] }],
})

describe('Playwright’s report', () => {
  test('counts what passed and tells what failed and in which engine, in nested groups too', () => {
    const nested = { specs: [spec('expected')], suites: [{ specs: [spec('unexpected', 'it broke')] }] }
    expect(readPlaywright({ suites: [nested], errors: [] })).toEqual({
      passed: 1,
      failures: [
        {
          title: 'firefox: a.spec.ts: is unexpected',
          detail: 'it broke',
          place: { file: 'a.spec.ts', project: 'firefox' },
        },
      ],
    })
  })

  test.each(['skipped', 'flaky'])('counts a test that is %s as a failure', (status) => {
    expect(readPlaywright({ suites: [{ specs: [spec(status)] }], errors: [] }).failures).toHaveLength(1)
  })

  test('counts an error outside of any test', () => {
    expect(readPlaywright({ suites: [], errors: [{ message: 'the global setup broke' }] }).failures).toEqual([
      { title: 'Playwright', detail: 'the global setup broke' },
    ])
  })
})

test('leaks that a runner tells of are failures of no test, which is run no second time', () => {
  const told = `${leaksTold} in 1 places:\n  printed.log: card 424242…4242, plain, at byte 5`
  const tally = { passed: 1, failures: [{ title: 'a.ts: b', detail: 'timed out', place: { file: 'a.ts' } }] }
  const leaks = [{ title: 'Leaks', detail: told }]
  expect(readLeaks('all is well', tally)).toEqual([])
  expect(readLeaks(`error during close Error: ${told}\n    at scan (suite.ts:1)`, tally)).toEqual(leaks)
  expect(readLeaks('', { passed: 0, failures: [{ title: 'a', detail: `Error: ${told}\n    at remove` }] })).toEqual(
    leaks,
  )
})
