import type { Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter'
import { fromRepository, skipped, writeResults, type TestResult } from './results.ts'

const reasonOf = (errors: readonly TestError[]): string =>
  errors.map(({ stack, message }) => stack ?? message ?? '').join('\n')

const statusOf = { expected: 'passed', flaky: 'flaky', unexpected: 'failed', skipped: 'failed' } as const

const resultOf = (test: TestCase): TestResult => {
  const outcome = test.outcome()
  const errors = test.results.flatMap((result) => result.errors)
  const reason = outcome === 'skipped' ? skipped : reasonOf(errors)
  const [, project = '', , ...titles] = test.titlePath()
  return {
    project,
    file: fromRepository(test.location.file),
    title: titles.join(' > '),
    status: statusOf[outcome],
    seconds: test.results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    ...(outcome !== 'expected' && { reason }),
  }
}

/** Writes the results of all tests at the end. */
export default class ResultsReporter implements Reporter {
  readonly #errors: TestError[] = []
  #suite: Suite | undefined

  /** Results go to a file; another reporter prints. */
  printsToStdio(): boolean {
    return false
  }

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite
  }

  /** A failure of the global setup or teardown. */
  onError(error: TestError): void {
    this.#errors.push(error)
  }

  onEnd(): void {
    const outside = this.#errors.map((error): TestResult => ({
      project: 'playwright',
      file: '',
      title: '(outside of any test)',
      status: 'failed',
      seconds: 0,
      reason: reasonOf([error]),
    }))
    writeResults([...(this.#suite?.allTests() ?? []).map(resultOf), ...outside])
  }
}
