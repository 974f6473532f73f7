import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRepository, repository } from '../../repository.ts'
import { claimsBySubject } from './claims.ts'
import { problems } from './problems.ts'
import { testTitles } from './testTitles.ts'
import { threats } from './threats.ts'

/** Whether a path is a test, or a folder with tests. A folder ends in a slash. */
const isTest = (path: string): boolean => {
  const pattern = path.endsWith('/') ? `${path}**/*.{test,spec}.ts` : path
  return /[^/]$/.test(path) && !/\.(test|spec)\.ts$/.test(path)
    ? false
    : globSync(pattern, { cwd: repository }).length > 0
}

const missing = (rows: readonly (readonly [name: string, tests: readonly string[]])[]): string[] =>
  rows.flatMap(([name, tests]) =>
    tests.length === 0 ? [`${name}: no test`] : tests.filter((path) => !isTest(path)).map((path) => `${name}: ${path}`),
  )

test('each claim names existing tests', () => {
  const claims = Object.values(claimsBySubject).flat()
  expect(missing(claims.map(([claim, ...tests]) => [claim, tests]))).toEqual([])
})

test('SECURITY.md: each threat names a control and existing tests', () => {
  expect(threats.filter(([, control]) => control === '')).toEqual([])
  expect(missing(threats.map(([threat, , ...tests]) => [threat, tests]))).toEqual([])
})

test('each problem of card forms names existing tests by file and title', () => {
  const absent = problems.flatMap(({ problem, tests }) =>
    Object.entries(tests).flatMap(([file, titles]) => {
      const existing = testTitles(readFileSync(inRepository(file), 'utf8'))
      return titles.filter((title) => !existing.has(title)).map((title) => `${problem}: ${file} has no test "${title}"`)
    }),
  )
  expect(absent).toEqual([])
})

test('a missing test, a file that is no test, and a claim without a test are reported', () => {
  const rows = [
    ['Fast', ['worker/boundaries.test.ts', 'worker/proof/mutants/', 'worker/absent.test.ts']],
    ['Small', ['worker/boundaries.ts', 'worker/store/migrations/']],
    ['Pretty', []],
  ] as const
  expect(missing(rows)).toEqual([
    'Fast: worker/absent.test.ts',
    'Small: worker/boundaries.ts',
    'Small: worker/store/migrations/',
    'Pretty: no test',
  ])
})

test('testTitles finds tests and groups, and no skipped test', () => {
  const source = `test('a', () => {}); it.each([1])('b %s', () => {}); test.skip('c'); describe('d', () => { it('e') }); f('g')`
  expect([...testTitles(source)].toSorted()).toEqual(['a', 'b %s', 'd', 'e'])
})
