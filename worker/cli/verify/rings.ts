import { branchPoint, changedSince, comparison, nearbyTests } from './changes.ts'
import type { Task } from './task.ts'
import { typeProjects } from './types.ts'

/** Stages run one after another. The tasks of a stage start in order, two at a time, the longest first. */
export type Ring = readonly (readonly Task[])[]

/** A task that takes longer hangs. */
const timeoutMs = 60 * 60_000
/** For the long ring: a million rows, a million requests, half an hour of random histories. */
const longTimeoutMs = 5 * 3_600_000

const tool = (name: string, program: string, ...args: string[]): Task => ({
  name,
  program,
  args,
  hasTests: false,
  timeoutMs,
})

/**
 * Unit, workerd and browser tests are retried once by their runners, since processes and browsers depend on timing, and reported as flaky if
 * they then pass. API tests in Node and models are not retried. A leak always fails the run: leftovers are searched at its end.
 */
const retrying = { vitest: '--retry=1', playwright: '--retries=1' }

const vitest = (name: string, ...args: string[]): Task => ({
  name,
  program: 'node_modules/vitest/vitest.mjs',
  args: ['run', '--reporter=minimal', '--reporter=./worker/cli/verify/vitestReporter.ts', ...args],
  hasTests: true,
  timeoutMs,
})

const playwright = (name: string, ...projects: string[]): Task => ({
  name,
  program: 'node_modules/@playwright/test/cli.js',
  args: [
    'test',
    '--reporter=dot,./worker/cli/verify/playwrightReporter.ts',
    retrying.playwright,
    ...projects.map((project) => `--project=${project}`),
  ],
  hasTests: true,
  timeoutMs,
})

const format = tool('format', 'node_modules/oxfmt/bin/oxfmt', '--check')
const lint = tool('lint', 'node_modules/oxlint/bin/oxlint', '--deny-warnings')
const types = typeProjects().map((project) => tool(`types of ${project}`, 'worker/cli/verify/types.ts', project))
const browsers = { ...tool('browsers', 'worker/cli/verify/installBrowsers.ts'), printsAlways: true }
const interpreters = tool('Python and PHP', 'worker/cli/verify/installInterpreters.ts')
const build = tool('build', 'node_modules/vite/bin/vite.js', 'build')
const documentation = tool('documentation', 'node_modules/vitepress/bin/vitepress.js', 'build', 'docs')
const ensureBuild = tool('build', 'worker/cli/verify/ensureBuild.ts')
const budgets = { ...tool('sizes', 'worker/cli/verify/sizes/budgetsCommand.ts'), printsAlways: true }

const unit = vitest('unit', '--project=unit', retrying.vitest)
const inNode = vitest('API in Node', '--project=node')
const inWorkerd = vitest('API in workerd', '--project=worker', retrying.vitest)
const models = vitest('models', '--project=models')
const otherLanguages = vitest('samples in Python and PHP', '--project=examplesInCi', retrying.vitest)
const elements = {
  ...vitest('elements in Chromium', '--project=browser', retrying.vitest),
  env: { SLUICE_WIDGETS: 'dist' },
}
const journeys = playwright('journeys and samples in Chromium', 'journeys', 'samples')
const allBrowsers = playwright('three browser engines', 'firefox', 'webkit', 'chromium', 'samplesInCi')

/** Includes .long.test.ts files and more cases of browser tests. */
const long = (task: Task): Task => ({ ...task, env: { ...task.env, SLUICE_LONG: '1' }, timeoutMs: longTimeoutMs })

const everyChange: Ring = [
  [build, documentation, ...types, lint, format, browsers],
  [elements, inNode, journeys, unit, budgets],
]

/** The tasks that everyChange lacks. */
const inCi: Ring = [
  [ensureBuild, browsers, interpreters],
  [inWorkerd, allBrowsers, models, otherLanguages],
]

const longest: Ring = [
  ...everyChange,
  [interpreters],
  [inWorkerd, long(allBrowsers), models, otherLanguages],
  [long(vitest('long', '--project=long*'))],
]

const maybeEmpty = (name: string, ...args: string[]): Task => ({
  ...vitest(name, '--passWithNoTests', ...args),
  mayBeEmpty: true,
  env: { SLUICE_WIDGETS: 'dist' },
})

/** The tests of changes against main: unit tests that import a change, and Node and Chromium tests near it. */
const testsOfChanges = async (): Promise<Task[]> => {
  const base = await branchPoint()
  const changed = await changedSince(base.commit)
  console.log(comparison(base, changed))
  const nearby = nearbyTests(changed)
  const imported = maybeEmpty('unit tests of what changed', '--project=unit', `--changed=${base.commit}`)
  const beside = maybeEmpty('API and elements beside it', '--project=node', '--project=browser', ...nearby)
  return nearby.length > 0 ? [beside, imported] : [imported]
}

/** By the name of their npm script: docs/internals/testing.md. */
export const rings = {
  check: async (): Promise<Ring> => [[ensureBuild, ...types, lint, format], await testsOfChanges()],
  test: async (): Promise<Ring> => everyChange,
  'test:all': async (): Promise<Ring> => inCi,
  'test:long': async (): Promise<Ring> => longest,
}

export const isRing = (name: string): name is keyof typeof rings => Object.hasOwn(rings, name)
