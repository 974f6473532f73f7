import { dirname, relative } from 'node:path'

/** A mutant in the report of Stryker. */
export interface MutantResult {
  readonly mutatorName: string
  readonly replacement?: string
  readonly status: string
  /** The error of the test that failed. */
  readonly statusReason?: string
  readonly location: { readonly start: { readonly line: number; readonly column: number } }
}

/** The mutants by file. */
export type Results = Readonly<Record<string, { readonly mutants: readonly MutantResult[] }>>

interface Counts {
  readonly killed: number
  readonly survived: number
}

const killed = new Set(['Killed', 'Timeout'])
/** Mutants without coverage survive. Mutants that fail to load count as neither. */
const survived = new Set(['Survived', 'NoCoverage'])

/** A text that SQLite cannot parse fails in any test that runs it, so it counts as neither. */
const isInvalidSql = ({ statusReason = '' }: MutantResult): boolean =>
  /syntax error|no such column|ambiguous column|incomplete input/.test(statusReason)

const count = (mutants: readonly MutantResult[]): Counts => ({
  killed: mutants.filter((mutant) => killed.has(mutant.status) && !isInvalidSql(mutant)).length,
  survived: mutants.filter(({ status }) => survived.has(status)).length,
})

/** The percentage of mutants that a test kills; 0 without mutants, so that an empty run fails. */
export const mutationScore = (mutants: readonly MutantResult[]): number => {
  const { killed, survived } = count(mutants)
  return killed === 0 ? 0 : (100 * killed) / (killed + survived)
}

export const allMutants = (results: Results): MutantResult[] => Object.values(results).flatMap(({ mutants }) => mutants)

const byFolder = (results: Results, root: string): [string, MutantResult[]][] =>
  [...Map.groupBy(Object.entries(results), ([file]) => relative(root, dirname(file)).split('/')[0] || '.')]
    .map(([folder, files]): [string, MutantResult[]] => [folder, allMutants(Object.fromEntries(files))])
    .toSorted(([one], [other]) => one.localeCompare(other))

const row = (name: string, mutants: readonly MutantResult[]): string => {
  const { killed, survived } = count(mutants)
  return `${name.padEnd(24)}${String(killed).padStart(5)} of ${String(killed + survived).padStart(4)}${mutationScore(mutants).toFixed(1).padStart(8)} %`
}

/** A row for each folder below a root. */
export const folderRows = (results: Results, root: string): string[] =>
  byFolder(results, root).map(([folder, mutants]) => row(folder, mutants))

/** The files of a room that have mutants. */
export const mutantsIn = (results: Results, root: string): Results =>
  Object.fromEntries(
    Object.entries(results).filter(([file, { mutants }]) => file.startsWith(`${root}/`) && mutants.length > 0),
  )

/** A row for the mutants of TypeScript, and one for each operator on SQL texts. */
export const sqlRows = (results: Results): string[] =>
  [
    ...Map.groupBy(allMutants(results), ({ mutatorName }) =>
      mutatorName.startsWith('SQL ') ? mutatorName : 'TypeScript',
    ),
  ]
    .map(([operator, mutants]) => row(operator, mutants))
    .toSorted()

export const totalRow = (results: Results): string => row('Mutation score', allMutants(results))

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')

/** A row for each surviving mutant. */
export const survivorRows = (results: Results): string[] =>
  Object.entries(results).flatMap(([file, { mutants }]) =>
    mutants
      .filter(({ status }) => survived.has(status))
      .map(
        ({ location: { start }, mutatorName, replacement = '', status }) =>
          `${file}:${start.line}:${start.column} ${mutatorName} -> ${oneLine(replacement)}${status === 'NoCoverage' ? ' (no test runs it)' : ''}`,
      ),
  )
