/** A token of an SQL text, with its offsets in the source. */
export interface SqlToken {
  readonly kind: 'word' | 'number' | 'string' | 'operator' | 'open' | 'close' | 'comma' | 'value'
  /** Keywords in upper case, as the stores write them. */
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The text of a literal between its quotes; `expressions` are the `${…}` of a template, by their offsets in the source. */
export interface SqlLiteral {
  readonly start: number
  readonly end: number
  readonly expressions: readonly { readonly start: number; readonly end: number }[]
}

const pattern =
  /(?<string>'(?:[^']|'')*')|(?<number>\b\d+\b)|(?<word>[A-Za-z_][\w.$]*)|(?<value>\?\d*)|(?<open>\()|(?<close>\))|(?<comma>,)|(?<operator>->>|->|<=|>=|<>|!=|\|\||[<>=+\-*/%&|])/g

/** A `${…}` is one `value` token. */
export const sqlTokens = (source: string, { start, end, expressions }: SqlLiteral): SqlToken[] => {
  const tokens: SqlToken[] = []
  const scan = (from: number, to: number): void => {
    for (const { 0: text, index, groups = {} } of source.slice(from, to).matchAll(pattern)) {
      const kind = Object.keys(groups).find((name) => groups[name] !== undefined) as SqlToken['kind']
      tokens.push({ kind, text, start: from + index, end: from + index + text.length })
    }
  }
  let position = start
  for (const expression of expressions) {
    scan(position, expression.start)
    tokens.push({ kind: 'value', text: '${}', ...expression })
    position = expression.end
  }
  scan(position, end)
  return tokens
}

/** The nesting depth of each token; a parenthesis has that of its outside. */
export const depths = (tokens: readonly SqlToken[]): number[] => {
  let depth = 0
  return tokens.map(({ kind, text }) => {
    if (kind === 'close' || text === 'END') return --depth
    return kind === 'open' || text === 'CASE' ? depth++ : depth
  })
}
