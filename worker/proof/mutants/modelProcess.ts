import type { WithSystem } from '../models/kernel/model.ts'
import { loadSources, mutants } from './mutants.ts'

/**
 * Plays histories of a model on a mutant, `node modelProcess.ts <model> <mutant>`, or a few on the sources as they are, `node modelProcess.ts <model>`.
 * Prints the broken invariant as JSON. A process of its own, since a module is loaded once.
 */
const [, , name = '', mutant] = process.argv
loadSources(mutant === undefined ? [] : mutants.find((one) => one.name === mutant)!.patches)

const print = console.log
Object.assign(console, { log: () => {}, warn: () => {}, error: () => {} })

// After the hooks.
const { run, Violation } = await import('../models/kernel/model.ts')
const { shortSeed: seed } = await import('../models/kernel/seed.ts')
const { inNode } = await import('../models/kernel/inNode.ts')
const { accountInNode } = await import('../models/account/system.ts')
const { [name]: model } = await import(`../models/${name}/${name}.ts`)
const withSystem: WithSystem<any> = await (name === 'account' ? accountInNode : inNode)()
const count = mutant === undefined ? 10 : model.mutantHistories
const { error, histories } = await run(model, { seed, count, shrink: false }, withSystem)
const invariant = error instanceof Violation ? error.invariant : null
print(JSON.stringify({ invariant, histories, message: String(error ?? '') }))
