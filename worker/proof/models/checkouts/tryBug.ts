import { plant } from '../../mutants/plant.ts'
import { plantedBugs } from './plantedBugs.ts'
import { suiteSeed } from './suite.ts'

/**
 * Plays schedules on the worker with a planted bug: `node tryBug.ts <name>`. Prints what caught it, and after how many schedules, as JSON.
 * A program of its own, so that the bug is planted in modules that nobody else has loaded.
 */
const [, , name, count = '2000'] = process.argv
plant(plantedBugs, name)
// The worker's own lines are not what is read here.
const print = console.log
console.log = console.error = () => {}

// After the hooks, so that it loads what they changed; by a variable, since its types are those of the worker.
const schedules = './runInNode.ts'
const { runInNode } = (await import(schedules)) as {
  runInNode: (
    runs: object,
  ) => Promise<{ failed: boolean; count: number; error: { message?: string; invariant?: string } | null }>
}
const { failed, count: played, error } = await runInNode({ seed: suiteSeed, count: Number(count), shrink: false })
const by = error?.invariant ?? null
print(JSON.stringify({ by, histories: played, ...(failed && by === null ? { broke: error?.message } : {}) }))
