import { leaksTold } from './trail.ts'

/** What a check found: how many promises hold, and the ones that do not, in words. */
export type Tally = {
  passed: number
  failures: Failure[]
  /** Why tests were left out that cannot run on this machine. */
  notRun?: string[]
}
/** A test's file, as its runner takes it for an argument, and the runner's project that it failed in. */
export type TestPlace = { file: string; project?: string }
export type Failure = {
  title: string
  detail: string
  /** Of a test that ran and failed, and may be run again. */
  place?: TestPlace | undefined
}

/**
 * Leaks that a runner told of, in its own output or as what failed a test. They are failures of no test, so that nobody looks once more, alone,
 * at what another run may not leave behind.
 */
export const readLeaks = (output: string, { failures }: Tally): Failure[] => {
  const telling = [output, ...failures.map(({ detail }) => detail)].filter((text) => text.includes(leaksTold))
  return telling.map((text) => ({ title: 'Leaks', detail: text.slice(text.indexOf(leaksTold)).split(/\n\s*at /)[0]! }))
}

type VitestReport = {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[]
  }[]
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs: {
    title: string
    file: string
    tests: { projectName: string; status: string; results: { errors: { message?: string; stack?: string }[] }[] }[]
  }[]
}
type PlaywrightReport = { suites: PlaywrightSuite[]; errors: { message?: string; stack?: string }[] }

/** A test that was not run shows nothing, so it counts as one that failed. */
const notRun = 'It was skipped: a test that does not run shows nothing.'

const vitestFailures = ({
  name,
  status,
  message,
  assertionResults,
}: VitestReport['testResults'][number]): Failure[] => {
  const failures = assertionResults
    .filter((test) => test.status !== 'passed')
    .map((test) => ({
      title: `${name}: ${test.fullName}`,
      detail: test.status === 'failed' ? (test.failureMessages ?? []).join('\n') : notRun,
      place: test.status === 'failed' ? { file: name } : undefined,
    }))
  // A file that cannot be loaded, or that breaks after its last test, has no failed test to show for it.
  return failures.length === 0 && status !== 'passed' ? [{ title: name, detail: message }] : failures
}

/** Reads what vitest's JSON reporter writes. */
export const readVitest = (report: VitestReport): Tally => ({
  passed: report.testResults.flatMap((file) => file.assertionResults).filter(({ status }) => status === 'passed')
    .length,
  failures: report.testResults.flatMap(vitestFailures),
})

const specsOf = (suite: PlaywrightSuite): PlaywrightSuite['specs'] => [
  ...suite.specs,
  ...(suite.suites ?? []).flatMap(specsOf),
]

const playwrightFailure = ({ title, file, tests }: PlaywrightSuite['specs'][number]): Failure[] =>
  tests
    .filter(({ status }) => status !== 'expected')
    .map(({ projectName, status, results }) => ({
      title: `${projectName}: ${file}: ${title}`,
      detail:
        status === 'skipped'
          ? notRun
          : results.flatMap(({ errors }) => errors.map(({ stack, message }) => stack ?? message ?? '')).join('\n'),
      place: status === 'skipped' ? undefined : { file, project: projectName },
    }))

/** Reads what Playwright's JSON reporter writes. Playwright tries nothing again here: what it calls flaky has failed. */
export const readPlaywright = (report: PlaywrightReport): Tally => {
  const specs = report.suites.flatMap(specsOf)
  return {
    passed: specs.flatMap(({ tests }) => tests).filter(({ status }) => status === 'expected').length,
    failures: [
      ...specs.flatMap(playwrightFailure),
      ...report.errors.map(({ stack, message }) => ({ title: 'Playwright', detail: stack ?? message ?? '' })),
    ],
  }
}
