import { parseSync } from 'vite'
import { sqlMutations, type Edit } from './operators.ts'
import { sqlTokens, type SqlLiteral } from './tokens.ts'

/** A mutant of one SQL text. `line` and `column` count from 1, as in an editor. */
export interface SqlMutant {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly operator: string
  readonly edits: readonly Edit[]
}

/** Prose and single words have none of these. */
const sqlWords =
  /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|AND|OR|SET|ORDER BY|LIMIT|IS NULL|IS NOT NULL|BETWEEN|EXISTS|CASE WHEN|NOT IN|IN \()|\w (?:=|<>|<|>|<=|>=) (?:\?|'|\$\{|\w)/
/** Messages, and tables of objects: a database has them from its migrations. */
const isOther = /^[A-Z][a-z]|\bCREATE TABLE\b/

const isSqlText = (text: string): boolean => sqlWords.test(text) && !isOther.test(text)

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly value?: unknown
  readonly quasis?: readonly { readonly start: number; readonly end: number }[]
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

/** The literals of a syntax tree, without those of types. */
const literals = (node: Node): SqlLiteral[] => {
  if (node.type.startsWith('TS') && /Type|Interface|Literal/.test(node.type)) return []
  const inside = Object.values(node)
    .flatMap((child: unknown) => (Array.isArray(child) ? child : [child]))
    .filter(isNode)
    .flatMap(literals)
  if (node.type === 'Literal' && typeof node.value === 'string')
    return [{ start: node.start + 1, end: node.end - 1, expressions: [] }]
  if (node.type !== 'TemplateLiteral') return inside
  const quasis = node.quasis!
  const expressions = quasis
    .slice(1)
    // The range of a part of a template includes the `${` behind it and the `}` before it.
    .map((quasi, index) => ({ start: quasis[index]!.end - 2, end: quasi.start + 1 }))
  return [{ start: node.start + 1, end: node.end - 1, expressions }, ...inside]
}

/** All mutants of the SQL texts of a source. */
export const sqlMutants = (file: string, source: string): SqlMutant[] => {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  return literals(program as unknown as Node)
    .filter(({ start, end }) => isSqlText(source.slice(start, end)))
    .flatMap((literal) => sqlMutations(sqlTokens(source, literal)))
    .map(({ operator, edits }) => {
      const before = source.slice(0, edits[0]!.start).split('\n')
      return { file, line: before.length, column: before.at(-1)!.length + 1, operator, edits }
    })
}

/** The source with a mutant applied. */
export const applyEdits = (source: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: inserted }) => text.slice(0, start) + inserted + text.slice(end), source)
