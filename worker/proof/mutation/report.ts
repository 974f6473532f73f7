import { dirname, relative } from 'node:path'

/** What the JSON reporter of Stryker writes of a mutant. */
export interface MutantResult {
  readonly mutatorName: string
  readonly replacement?: string
  readonly status: string
  readonly location: { readonly start: { readonly line: number; readonly column: number } }
}

/** The mutants of each file. */
export type Results = Readonly<Record<string, { readonly mutants: readonly MutantResult[] }>>

interface Counts {
  readonly caught: number
  readonly escaped: number
}

const caught = new Set(['Killed', 'Timeout'])
/** No test runs a mutant without coverage, so none can notice it. Mutants that do not load are neither. */
const escaped = new Set(['Survived', 'NoCoverage'])

const count = (mutants: readonly MutantResult[]): Counts => ({
  caught: mutants.filter(({ status }) => caught.has(status)).length,
  escaped: mutants.filter(({ status }) => escaped.has(status)).length,
})

/** Percent of the mutants that a test notices; 0 without mutants, so that a run that mutates nothing fails. */
export const scoreOf = (mutants: readonly MutantResult[]): number => {
  const { caught, escaped } = count(mutants)
  return caught === 0 ? 0 : (100 * caught) / (caught + escaped)
}

export const mutantsIn = (results: Results): MutantResult[] => Object.values(results).flatMap(({ mutants }) => mutants)

const byFolder = (results: Results, root: string): [string, MutantResult[]][] =>
  [...Map.groupBy(Object.entries(results), ([file]) => relative(root, dirname(file)).split('/')[0] || '.')]
    .map(([folder, files]): [string, MutantResult[]] => [folder, mutantsIn(Object.fromEntries(files))])
    .toSorted(([one], [other]) => one.localeCompare(other))

const row = (name: string, mutants: readonly MutantResult[]): string => {
  const { caught, escaped } = count(mutants)
  return `${name.padEnd(16)}${String(caught).padStart(5)} of ${String(caught + escaped).padStart(4)}${scoreOf(mutants).toFixed(1).padStart(8)} %`
}

/** A line for each folder below a root. */
export const folderRows = (results: Results, root: string): string[] =>
  byFolder(results, root).map(([folder, mutants]) => row(folder, mutants))

export const totalRow = (results: Results): string => row('Mutation score', mutantsIn(results))

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')

/** A line for each mutant that no test notices. */
export const survivorRows = (results: Results): string[] =>
  Object.entries(results).flatMap(([file, { mutants }]) =>
    mutants
      .filter(({ status }) => escaped.has(status))
      .map(
        ({ location: { start }, mutatorName, replacement = '', status }) =>
          `${file}:${start.line}:${start.column} ${mutatorName} -> ${oneLine(replacement)}${status === 'NoCoverage' ? ' (no test runs it)' : ''}`,
      ),
  )
