import { plant } from '../../mutants/plant.ts'
import { plantedBugs } from './plantedBugs.ts'
import { suiteSeed } from './suite.ts'

/**
 * Bills with a planted bug: `node tryBug.ts <name>`. Plays histories, then the month of deaths and a year, until one of them catches it.
 * Prints what caught it, and after how many histories, as JSON. A program of its own, so that the bug is planted in modules that nobody else
 * has loaded.
 */
const [, , name, count = '2000'] = process.argv
plant(plantedBugs, name)

// After the hooks, so that it loads what they changed; by a variable, since its types are those of the worker.
const catching = './catching.ts'
const { catchBug } = (await import(catching)) as {
  catchBug: (runs: object) => Promise<{ by: string | null; histories: number }>
}
console.log(JSON.stringify(await catchBug({ seed: suiteSeed, count: Number(count), shrink: false })))
