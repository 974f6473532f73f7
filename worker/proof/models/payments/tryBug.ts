import { plant } from '../../mutants/plant.ts'
import { plantedBugs } from './plantedBugs.ts'
import { suiteSeed } from './suite.ts'

/**
 * Plays histories on the gateway with a planted bug: `node tryBug.ts <name>`. Prints what caught it, and after how many histories, as JSON.
 * A program of its own, so that the bug is planted in modules that nobody else has loaded.
 */
const [, , name, count = '2000'] = process.argv
plant(plantedBugs, name)

// After the hooks, so that it loads what they changed; by a variable, since its types are those of the worker.
const histories = './run.ts'
const { runInProcess } = (await import(histories)) as {
  runInProcess: (
    runs: object,
  ) => Promise<{ failed: boolean; count: number; error: { message?: string; invariant?: string } | null }>
}
const { failed, count: played, error } = await runInProcess({ seed: suiteSeed, count: Number(count), shrink: false })
const by = error?.invariant ?? null
console.log(JSON.stringify({ by, histories: played, ...(failed && by === null ? { broke: error?.message } : {}) }))
