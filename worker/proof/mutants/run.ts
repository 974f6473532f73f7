import { availableParallelism } from 'node:os'
import { play } from './runModel.ts'
import { mutants } from './mutants.ts'

/**
 * `npm run mutants [-- <model or part of a mutant's name>]` prints what catches each mutant, and ends with code 1 for one that escapes. Each
 * model also plays the sources as they are, which break nothing.
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
let wrong = 0

const work = async (): Promise<void> => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { invariant, histories, message } = await play(next.model, next.name)
    const isRight = next.name === undefined ? message === '' : invariant !== null
    if (!isRight) wrong++
    const detail = invariant ?? message
    console.log([isRight ? 'ok' : 'WRONG', next.model, histories, next.name ?? 'no mutant', detail].join('\t'))
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, work))
console.log(`${pairs.length} mutants, ${wrong} wrong`)
process.exitCode = wrong === 0 ? 0 : 1
