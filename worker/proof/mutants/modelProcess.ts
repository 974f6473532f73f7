import type { WithSystem } from '../models/kernel/model.ts'
import { readFileSync } from 'node:fs'
import { patchSources, mutants } from './mutants.ts'
import type { Mutant } from './mutants.ts'

/**
 * `node modelProcess.ts <model> <mutant>` runs histories of a model on a mutant, by its name or as a JSON file of its patches, and at
 * most the given number of them. `node modelProcess.ts <model>` a few on the unchanged sources. Prints the broken invariant as JSON. Needs a new process for each mutant, since Node loads a module once.
 */
const [, , modelName = '', mutant, maxHistories] = process.argv
const patchesOf = (given: string): Mutant['patches'] =>
  given.endsWith('.json')
    ? (JSON.parse(readFileSync(given, 'utf8')) as Mutant['patches'])
    : mutants.find(({ name }) => name === given)!.patches
patchSources(mutant === undefined ? [] : patchesOf(mutant))

const print = console.log
Object.assign(console, { log: () => {}, warn: () => {}, error: () => {} })

// Imported after the loader hooks are registered.
const { run } = await import('../models/kernel/model.ts')
const { InvariantViolation } = await import('../models/kernel/invariant.ts')
const { fixedSeed: seed } = await import('../models/kernel/seed.ts')
const { inNode } = await import('../models/kernel/inNode.ts')
const { accountInNode } = await import('../models/account/system.ts')
const { [modelName]: model } = await import(`../models/${modelName}/${modelName}.ts`)
const withSystem: WithSystem<any> = await (modelName === 'account' ? accountInNode : inNode)()
const count = Number(maxHistories ?? (mutant === undefined ? 10 : model.mutantHistories))
const { error, histories } = await run(model, { seed, count, shrink: false }, withSystem)
const invariant = error instanceof InvariantViolation ? error.invariant : null
print(JSON.stringify({ invariant, histories, message: String(error ?? '') }))
