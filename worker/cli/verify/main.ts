import { isRing, rings } from './rings.ts'
import type { TestResult } from './results.ts'
import { summary, taskReport } from './summary.ts'
import { runTask, type Task } from './task.ts'

/** Two, for two cores: each test runner starts further processes of its own. */
const atOnce = 2

/** Starts the tasks of a stage in their order, `atOnce` at a time. */
const runStage = async (stage: readonly Task[]): Promise<TestResult[]> => {
  const results: TestResult[] = []
  const waiting = [...stage]
  const work = async (): Promise<void> => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
      const result = await runTask(task)
      console.log(taskReport(task, result))
      results.push(...result.results)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}

// Tasks are in process groups of their own: a Ctrl-C reaches this process alone, whose exit ends them. See ../processes.ts.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

const [name = ''] = process.argv.slice(2)
if (!isRing(name)) throw new Error(`Unknown ring "${name}". There are ${Object.keys(rings).join(', ')}.`)
const began = performance.now()
const results: TestResult[] = []
for (const stage of await rings[name]()) results.push(...(await runStage(stage)))
console.log(summary(results, (performance.now() - began) / 1000))
process.exitCode = results.some(({ status }) => status === 'failed') ? 1 : 0
