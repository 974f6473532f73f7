import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { inRepository } from '../repository.ts'
import { fromRepository } from './results.ts'
import { runTask, type Task } from './task.ts'

// Each of these starts a test runner, which starts more programs.
const timeout = 60_000

// In the repository, where programs find its packages, and where no other test is looked for.
mkdirSync(inRepository('.wrangler'), { recursive: true })
const folder = mkdtempSync(inRepository('.wrangler/task-'))
afterAll(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const program = (text: string, rest: Partial<Task> = {}): Task => ({
  name: 'a task',
  program: write('program.js', text).slice(inRepository('').length),
  args: [],
  hasTests: false,
  timeoutMs: 30_000,
  ...rest,
})

const statuses = async (task: Task) => (await runTask(task)).results.map(({ title, status }) => [title, status])

describe('a task without tests', () => {
  test('a task without tests passes or fails by its exit code', async () => {
    expect(await statuses(program(''))).toEqual([['a task', 'passed']])
    expect(await statuses(program('process.exitCode = 1'))).toEqual([['a task', 'failed']])
  })

  test('a task fails after its timeout', async () => {
    expect(await statuses(program('setInterval(() => {}, 1e6)', { timeoutMs: 200 }))).toEqual([['a task', 'failed']])
  })
})

test('a task of tests that ran none fails, unless it may be empty', async () => {
  expect(await statuses(program('', { hasTests: true }))).toEqual([['a task', 'failed']])
  expect(await statuses(program('', { hasTests: true, mayBeEmpty: true }))).toEqual([])
})

/** Tests of each outcome. The flaky one fails until it has left a file: Playwright retries in another process. */
const testsOf = (runner: string): string => {
  const left = JSON.stringify(join(folder, runner.replaceAll('/', '-')))
  return `import { existsSync, writeFileSync } from 'node:fs'
    import { test } from '${runner}'
    test('passes', () => {})
    test('fails', () => { throw new Error('always') })
    test.skip('is skipped', () => {})
    test('is flaky', () => {
      if (existsSync(${left})) return
      writeFileSync(${left}, '')
      throw new Error('at first')
    })`
}

const outcomes = [
  ['passes', 'passed'],
  ['fails', 'failed'],
  ['is skipped', 'failed'],
  ['is flaky', 'flaky'],
]

test(
  'the vitest reporter writes each test, retried ones as flaky with their first failure, and an unhandled error with its file',
  { timeout },
  async () => {
    write('a.test.ts', testsOf('vitest'))
    const unhandled = write(
      'b.test.ts',
      `import { test } from 'vitest'
      test('leaves a rejection', async () => {
        void Promise.reject(new Error('unhandled'))
        await new Promise((resolve) => setTimeout(resolve, 50))
      })`,
    )
    const config = write('vitest.config.ts', 'export default { test: { include: ["*.test.ts"] } }')
    const reporter = inRepository('worker/cli/verify/vitestReporter.ts')
    const args = [
      'run',
      '--root',
      folder,
      '--config',
      config,
      '--reporter=minimal',
      `--reporter=${reporter}`,
      '--retry=1',
    ]
    const { results, output } = await runTask(
      program('', { program: 'node_modules/vitest/vitest.mjs', args, hasTests: true }),
    )
    expect(results.map(({ title, status }) => [title, status])).toEqual([
      ...outcomes,
      ['leaves a rejection', 'passed'],
      ['(outside of any test)', 'failed'],
    ])
    expect(results.find(({ title }) => title === 'is flaky')?.reason).toContain('at first')
    expect(results.at(-1)).toMatchObject({
      file: fromRepository(unhandled),
      reason: expect.stringContaining('unhandled'),
    })
    expect(output).toContain('Error: always')
  },
)

test(
  'the Playwright reporter writes each test, flaky ones with their first failure, and a failed teardown',
  { timeout },
  async () => {
    write('a.spec.ts', testsOf('@playwright/test'))
    write('teardown.ts', `export default () => { throw new Error('a leak') }`)
    const config = write(
      'playwright.config.ts',
      `export default { testMatch: '*.spec.ts', globalTeardown: './teardown.ts', outputDir: '${join(folder, 'output')}', projects: [{ name: 'engine' }] }`,
    )
    const reporter = inRepository('worker/cli/verify/playwrightReporter.ts')
    const args = ['test', '--config', config, `--reporter=dot,${reporter}`, '--retries=1']
    const { results } = await runTask(
      program('', { program: 'node_modules/@playwright/test/cli.js', args, hasTests: true }),
    )
    expect(results.map(({ title, status }) => [title, status])).toEqual([
      ...outcomes,
      ['(outside of any test)', 'failed'],
    ])
    expect(results.find(({ title }) => title === 'is flaky')?.reason).toContain('at first')
    expect(results.at(-1)?.reason).toContain('a leak')
    expect(new Set(results.map(({ project }) => project))).toEqual(new Set(['engine', 'playwright']))
  },
)
