import type { WithSystem } from '../models/kernel/model.ts'
import { patchSources, mutants } from './mutants.ts'

/**
 * `node modelProcess.ts <model> <mutant>` runs histories of a model on a mutant, `node modelProcess.ts <model>` a few on the unchanged
 * sources. Prints the broken invariant as JSON. Needs a new process for each mutant, since Node loads a module once.
 */
const [, , modelName = '', mutant] = process.argv
patchSources(mutant === undefined ? [] : mutants.find(({ name }) => name === mutant)!.patches)

const print = console.log
Object.assign(console, { log: () => {}, warn: () => {}, error: () => {} })

// Imported after the loader hooks are registered.
const { run, InvariantViolation } = await import('../models/kernel/model.ts')
const { fixedSeed: seed } = await import('../models/kernel/seed.ts')
const { inNode } = await import('../models/kernel/inNode.ts')
const { accountInNode } = await import('../models/account/system.ts')
const { [modelName]: model } = await import(`../models/${modelName}/${modelName}.ts`)
const withSystem: WithSystem<any> = await (modelName === 'account' ? accountInNode : inNode)()
const count = mutant === undefined ? 10 : model.mutantHistories
const { error, histories } = await run(model, { seed, count, shrink: false }, withSystem)
const invariant = error instanceof InvariantViolation ? error.invariant : null
print(JSON.stringify({ invariant, histories, message: String(error ?? '') }))
