import { appendFileSync, readFileSync } from 'node:fs'
import { repository } from '../repository.ts'

/** The result of one test. The reporters of vitest and Playwright write it, the summary reads it. */
export interface TestResult {
  /** The runner's project: `unit`, `worker`, `firefox`. */
  readonly project: string
  /** Relative to the repository. */
  readonly file: string
  readonly title: string
  /** Flaky: failed, then passed when its runner retried it. */
  readonly status: 'passed' | 'flaky' | 'failed'
  readonly seconds: number
  /** Why it failed; for a flaky test the first failure. */
  readonly reason?: string
}

/** The environment variable of the file that reporters append to: one JSON line per test. */
export const resultsVariable = 'SLUICE_RESULTS'

/** A skipped test counts as failed. */
export const skipped = 'The test was skipped.'

export const writeResults = (results: readonly TestResult[]): void => {
  const file = process.env[resultsVariable]
  if (!file) throw new Error(`${resultsVariable} names no file: this reporter is for worker/cli/verify/main.ts.`)
  appendFileSync(file, results.map((result) => `${JSON.stringify(result)}\n`).join(''))
}

/** @returns an empty list if no reporter wrote the file */
export const readResults = (file: string): TestResult[] => {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as TestResult)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

export const fromRepository = (path: string): string =>
  path.startsWith(repository) ? path.slice(repository.length) : path
