import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { fromRepository, skipped, writeResults, type TestResult } from './results.ts'

interface Failure {
  readonly stack?: string | undefined
  readonly message: string
  /** Vitest names the file that ran when nobody handled an error. */
  readonly VITEST_TEST_PATH?: string
}
type Failures = readonly Failure[]

const reasonOf = (errors: Failures = []): string => errors.map(({ stack, message }) => stack ?? message).join('\n')

const resultOf = (test: TestCase): TestResult => {
  const { state, errors } = test.result()
  const { duration = 0, flaky = false } = test.diagnostic() ?? {}
  const common = {
    project: test.project.name,
    file: fromRepository(test.module.moduleId),
    title: test.fullName,
    seconds: duration / 1000,
  }
  if (state === 'passed')
    return flaky ? { ...common, status: 'flaky', reason: reasonOf(errors) } : { ...common, status: 'passed' }
  return { ...common, status: 'failed', reason: state === 'failed' ? reasonOf(errors) : skipped }
}

const outsideTests = (file: string, project: string, errors: Failures): TestResult[] =>
  errors.length === 0
    ? []
    : [{ project, file, title: '(outside of any test)', status: 'failed', seconds: 0, reason: reasonOf(errors) }]

/** Writes the results of all tests at the end. */
export default class ResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: Failures): void {
    writeResults([
      ...modules.flatMap((module) => [
        ...[...module.children.allTests()].map(resultOf),
        ...outsideTests(fromRepository(module.moduleId), module.project.name, module.errors()),
      ]),
      ...unhandledErrors.flatMap((error) =>
        outsideTests(fromRepository(error.VITEST_TEST_PATH ?? ''), 'vitest', [error]),
      ),
    ])
  }
}
