import { plant } from '../../mutants/plant.ts'
import { plantedBugs } from '../plantedBugs.ts'
import { suiteSeed } from '../suite.ts'
import { runCore } from './core.ts'

/**
 * Plays histories of a whole account with a planted bug: `node tryBug.ts <name>`. Prints what caught it, and after how many histories, as
 * JSON. A program of its own, so that the bug is planted in modules that nobody else has loaded.
 */
const [, , name, count = '200'] = process.argv
plant(plantedBugs, name)
const { failed, histories, error } = await runCore({ seed: suiteSeed, count: Number(count), shrink: false })
const { invariant: by = null, message } = (error ?? {}) as { invariant?: string; message?: string }
process.stdout.write(JSON.stringify({ by, histories, ...(failed && by === null ? { broke: message } : {}) }))
