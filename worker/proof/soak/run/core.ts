import type { Ran, Runs } from '../run.ts'

/** Plays histories on the worker in this process. Its modules are loaded now, with whatever hooks there are, and its own lines go nowhere. */
export const runCore = async (runs: Runs): Promise<Ran> => {
  const { log, error, warn } = console
  Object.assign(console, { log: () => {}, error: () => {}, warn: () => {} })
  try {
    // By a variable, since its types are those of the worker.
    const inNode = '../inNode.ts'
    const { runInNode } = (await import(inNode)) as { runInNode: (runs: Runs) => Promise<Ran> }
    return await runInNode(runs)
  } finally {
    Object.assign(console, { log, error, warn })
  }
}
