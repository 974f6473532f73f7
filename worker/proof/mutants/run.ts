import { availableParallelism } from 'node:os'
import { runModel } from './runModel.ts'
import { mutants } from './mutants.ts'

/**
 * `npm run mutants [-- <model or part of a mutant's name>]` prints the broken invariant for each mutant, and exits with code 1 if one is not
 * caught. Each model also runs on the unchanged sources, which must break no invariant.
 */
const [, , part = ''] = process.argv
const models = new Set(mutants.flatMap(({ caughtBy }) => caughtBy))
const pairs = mutants
  .flatMap(({ name, caughtBy }) => caughtBy.map((model) => ({ name, model })))
  .filter(({ name, model }) => (models.has(part) ? model === part : name.includes(part)))
const waiting: { readonly name?: string; readonly model: string }[] = [
  ...[...new Set(pairs.map(({ model }) => model))].map((model) => ({ model })),
  ...pairs,
]
let failures = 0

const work = async (): Promise<void> => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { invariant, histories, message } = await runModel(next.model, next.name)
    const isExpected = next.name === undefined ? message === '' : invariant !== null
    if (!isExpected) failures++
    const detail = invariant ?? message
    console.log([isExpected ? 'ok' : 'FAILED', next.model, histories, next.name ?? 'no mutant', detail].join('\t'))
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, work))
console.log(`${pairs.length} mutants, ${failures} failed`)
process.exitCode = failures === 0 ? 0 : 1
