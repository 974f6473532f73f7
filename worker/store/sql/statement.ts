/** A bound value. A Secret is not one, so the type checker rejects a card number in a statement. */
export type SqlValue = string | number | null
export interface Statement {
  readonly sql: string
  readonly values: readonly SqlValue[]
  /** Whether the returned rows are inserted events, which webhooks receive. */
  readonly announces?: true
}

/** Creates a statement with bound values. The text is a literal of the source. */
export const sql = (text: string, ...values: readonly SqlValue[]): Statement => ({ sql: text, values })

/** Literals of the source as an SQL list. Input is bound instead. */
export const toSqlList = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ')

/** Joins conditions with AND. */
export const all = (...conditions: readonly Statement[]): Statement =>
  sql(conditions.map(({ sql: text }) => `(${text})`).join(' AND '), ...conditions.flatMap(({ values }) => values))

export type Row = Record<string, unknown>
