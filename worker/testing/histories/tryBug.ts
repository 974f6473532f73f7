import { registerHooks } from 'node:module'
import { plantedBugs } from './plantedBugs.ts'
import { suiteSeed } from './suite.ts'

/**
 * Plays histories on the gateway with a planted bug: `node tryBug.ts <name>`. Prints what caught it, and after how many histories, as JSON.
 * A program of its own, so that the bug is planted in modules that nobody else has loaded.
 */
const [, , name, count = '2000'] = process.argv
const planted = plantedBugs.find((bug) => bug.name === name)
if (planted === undefined) throw new Error(`No bug is called ${name}.`)
const root = new URL('../../../', import.meta.url).href

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    const patches = planted.patches.filter(({ file }) => url === root + file)
    if (patches.length === 0) return loaded
    const source = patches.reduce((text, { from, to }) => text.replace(from, () => to), String(loaded.source))
    return { ...loaded, source }
  },
})

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
