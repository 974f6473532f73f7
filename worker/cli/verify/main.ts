import { isRing, rings } from './rings.ts'
import type { TestResult } from './results.ts'
import { summary, taskReport } from './summary.ts'
import { runTask, type Task } from './task.ts'

/** For two cores: each test runner starts more processes. */
const atOnce = 2

/** Runs the tasks of a stage in order, `atOnce` at a time. */
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

// Tasks have their own process groups. Ctrl-C reaches this process only, whose exit ends them (see ../wrangler/processes.ts).
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))

const [name = ''] = process.argv.slice(2)
if (!isRing(name)) throw new Error(`Unknown ring "${name}". Known rings: ${Object.keys(rings).join(', ')}.`)
const began = performance.now()
const results: TestResult[] = []
for (const stage of await rings[name]()) results.push(...(await runStage(stage)))
console.log(summary(results, (performance.now() - began) / 1000))
process.exitCode = results.some(({ status }) => status === 'failed') ? 1 : 0
