import { depths, type SqlToken } from './tokens.ts'

/** Replaces `[start, end)` of the source. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

export interface SqlMutation {
  readonly operator: string
  readonly edits: readonly Edit[]
}

/** The words that end a condition, a member of SET or a term of ORDER BY at the same depth. */
const clauses =
  'SELECT FROM WHERE AND OR THEN ELSE WHEN ORDER GROUP HAVING LIMIT OFFSET RETURNING ON DO SET UNION EXCEPT VALUES JOIN LEFT CROSS AS'
const clauseWords = new Set(clauses.split(' '))

interface Text {
  readonly tokens: readonly SqlToken[]
  readonly depth: readonly number[]
}

type Operator = (text: Text, index: number) => SqlMutation | null

const replace = (operator: string, { start, end }: SqlToken, text: string): SqlMutation => ({
  operator,
  edits: [{ start, end, text }],
})

const insert = (operator: string, start: number, text: string): SqlMutation => ({
  operator,
  edits: [{ start, end: start, text }],
})

/** The index behind the last token of the expression that begins at `from`, or null if nothing is in it. */
const expressionEnd = ({ tokens, depth }: Text, from: number): number | null => {
  let end = from
  let betweens = 0
  while (end < tokens.length && depth[end]! >= depth[from]!) {
    const { kind, text } = tokens[end]!
    if (depth[end] === depth[from]) {
      if (text === 'BETWEEN') betweens++
      else if (text === 'AND' && betweens > 0) betweens--
      else if (kind === 'comma' || clauseWords.has(text)) break
    }
    end++
  }
  return end === from ? null : end
}

/** The nearest word before a token at its depth that is one of these. */
const clauseOf = ({ tokens, depth }: Text, index: number, words: readonly string[]): number => {
  for (let before = index - 1; before >= 0 && depth[before]! >= depth[index]!; before--)
    if (depth[before] === depth[index] && words.includes(tokens[before]!.text)) return before
  return -1
}

const isAssignment = (text: Text, index: number): boolean => {
  const { tokens, depth } = text
  const set = clauseOf(text, index, ['SET', 'WHERE', 'FROM', 'RETURNING', 'SELECT', 'ON', 'WHEN'])
  if (set < 0 || tokens[set]!.text !== 'SET') return false
  for (let before = index - 1; before > set; before--) {
    if (depth[before] !== depth[index]) continue
    if (tokens[before]!.kind === 'comma') return true
    if (tokens[before]!.text === '=') return false
  }
  return true
}

const comparisons: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '<>': '=',
  '=': '<>',
}

const comparison: Operator = (text, index) => {
  const token = text.tokens[index]!
  const other = comparisons[token.text]
  if (other === undefined || (token.text === '=' && isAssignment(text, index))) return null
  return replace('comparison', token, other)
}

const negation: Operator = ({ tokens }, index) => {
  const [token, next] = [tokens[index]!, tokens[index + 1]]
  if (token.text === 'IS')
    return next?.text === 'NOT' ? replace('negation', next, '') : insert('negation', token.end, ' NOT')
  if (token.text !== 'NOT' || tokens[index - 1]?.text === 'IS') return null
  return ['IN', 'EXISTS', 'LIKE', 'BETWEEN'].includes(next?.text ?? '') || next?.kind === 'open'
    ? replace('negation', token, '')
    : null
}

const isOfBetween = ({ tokens, depth }: Text, index: number): boolean => {
  for (let before = index - 1; before >= 0 && depth[before]! >= depth[index]!; before--) {
    if (depth[before] !== depth[index]) continue
    if (tokens[before]!.text === 'BETWEEN') return true
    if (clauseWords.has(tokens[before]!.text)) return false
  }
  return false
}

const connective: Operator = (text, index) => {
  const token = text.tokens[index]!
  if (token.text === 'OR') return replace('AND/OR', token, 'AND')
  return token.text === 'AND' && !isOfBetween(text, index) ? replace('AND/OR', token, 'OR') : null
}

/** The condition stays in the text, so that the bound values fit. */
const droppedCondition: Operator = (text, index) => {
  const { tokens, depth } = text
  const token = tokens[index]!
  if (token.text !== 'WHERE' && (token.text !== 'AND' || isOfBetween(text, index))) return null
  const [first, last] = [index + 1, expressionEnd(text, index + 1)]
  if (last === null || depth[first]! < depth[index]!) return null
  return {
    operator: 'dropped condition',
    edits: [
      { start: tokens[first]!.start, end: tokens[first]!.start, text: '(1 OR (' },
      { start: tokens[last - 1]!.end, end: tokens[last - 1]!.end, text: '))' },
    ],
  }
}

const constant: Operator = ({ tokens }, index) => {
  const token = tokens[index]!
  // The 1 of `EXISTS (SELECT 1 …` is no value.
  if (token.kind === 'number' && tokens[index - 1]?.text === 'SELECT') return null
  if (token.kind === 'number') return replace('constant', token, String(Number(token.text) + 1))
  if (token.kind !== 'string' || token.text.startsWith("'$")) return null
  return replace('constant', token, token.text === "''" ? "'x'" : `${token.text.slice(0, -1)}x'`)
}

/** The column keeps its value: `a = CASE WHEN 1 THEN a ELSE … END`, so that the bound values fit. */
const droppedMember: Operator = (text, index) => {
  const { tokens } = text
  const [column, from] = [tokens[index - 1], index + 1]
  if (tokens[index]!.text !== '=' || column?.kind !== 'word' || !isAssignment(text, index)) return null
  const last = expressionEnd(text, from)
  if (last === null) return null
  return {
    operator: 'dropped SET member',
    edits: [
      { start: tokens[from]!.start, end: tokens[from]!.start, text: `CASE WHEN 1 THEN ${column.text} ELSE ` },
      { start: tokens[last - 1]!.end, end: tokens[last - 1]!.end, text: ' END' },
    ],
  }
}

const direction: Operator = (text, index) => {
  const { tokens, depth } = text
  const token = tokens[index]!
  const isTerm = tokens[index - 1]?.text === 'BY' && tokens[index - 2]?.text === 'ORDER'
  const by = clauseOf(text, index, ['BY', 'LIMIT', 'RETURNING', 'FROM'])
  const isNext =
    tokens[index - 1]?.kind === 'comma' && by > 0 && tokens[by]!.text === 'BY' && depth[by] === depth[index]
  if (!isTerm && !isNext) return null
  const last = expressionEnd(text, index)
  if (last === null || token.kind === 'close') return null
  const end = tokens[last - 1]!
  if (end.text === 'DESC') return replace('ORDER direction', end, 'ASC')
  if (end.text === 'ASC') return replace('ORDER direction', end, 'DESC')
  // The direction may be in a value.
  return end.text === '${}' ? null : insert('ORDER direction', end.end, ' DESC')
}

const limit: Operator = ({ tokens }, index) => {
  const value = tokens[index + 1]
  return tokens[index]!.text === 'LIMIT' && value?.kind === 'value' ? insert('LIMIT', value.start, '1 + ') : null
}

const between: Operator = ({ tokens }, index) => {
  const value = tokens[index + 1]
  return tokens[index]!.text === 'BETWEEN' && value?.kind !== 'number' && value !== undefined
    ? insert('comparison', value.start, '1 + ')
    : null
}

const operators = [
  comparison,
  negation,
  connective,
  droppedCondition,
  constant,
  droppedMember,
  direction,
  limit,
  between,
]

/** All mutations of one SQL text. */
export const sqlMutations = (tokens: readonly SqlToken[]): SqlMutation[] => {
  const text = { tokens, depth: depths(tokens) }
  return tokens.flatMap((_, index) =>
    operators.flatMap((operator) => {
      const mutation = operator(text, index)
      return mutation === null ? [] : [mutation]
    }),
  )
}
