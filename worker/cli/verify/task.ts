import { join } from 'node:path'
import { run } from '../wrangler/processes.ts'
import { inRepository, repository } from '../repository.ts'
import { readResults, resultsVariable, type TestResult } from './results.ts'
import { inTempDir } from './tempDir.ts'

/** A program of a ring, which runs in its own Node process. */
export interface Task {
  readonly name: string
  /** Its file, relative to the repository. */
  readonly program: string
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  /** Whether its reporter writes a result per test. Otherwise the task counts as one test. */
  readonly hasTests: boolean
  /** Whether a run without tests passes, such as one without changes. */
  readonly mayBeEmpty?: boolean
  /** Whether its output is printed even if it passed. */
  readonly printsAlways?: boolean
  /** After this time the task is killed and fails. */
  readonly timeoutMs: number
}

export interface TaskResult {
  readonly name: string
  readonly seconds: number
  readonly output: string
  readonly results: readonly TestResult[]
}

/** A result for the task itself: of a task without tests, or of a failure outside its tests. */
const wholeTask = ({ name }: Task, status: 'passed' | 'failed', reason: string): TestResult => ({
  project: name,
  file: '',
  title: name,
  status,
  seconds: 0,
  ...(status === 'failed' && { reason }),
})

const addWhole = (task: Task, code: number | null, tests: readonly TestResult[]): TestResult[] => {
  const hasFailed = tests.some(({ status }) => status === 'failed')
  if (code !== 0 && !hasFailed) return [...tests, wholeTask(task, 'failed', `Exited with code ${code}.`)]
  if (!task.hasTests) return [wholeTask(task, 'passed', '')]
  if (tests.length === 0 && !task.mayBeEmpty) return [wholeTask(task, 'failed', 'Ran no test.')]
  return [...tests]
}

/** Runs a task with its own temporary folder. */
export const runTask = (task: Task): Promise<TaskResult> =>
  inTempDir(async (folder) => {
    const began = performance.now()
    const results = join(folder, 'results.jsonl')
    const { code, output } = await run({
      command: process.execPath,
      args: [inRepository(task.program), ...task.args],
      cwd: repository,
      env: {
        NO_COLOR: '1',
        FORCE_COLOR: undefined,
        CI: '1',
        WRANGLER_SEND_METRICS: 'false',
        TMPDIR: folder,
        [resultsVariable]: results,
        ...task.env,
      },
      timeoutMs: task.timeoutMs,
    })
    const seconds = (performance.now() - began) / 1000
    return { name: task.name, seconds, output, results: addWhole(task, code, readResults(results)) }
  })
