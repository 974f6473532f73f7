import { databaseFailure } from './failures.ts'

/** What SQL may hold. A Secret is no such value, so the type checker stops a card number on its way into a statement. */
export type SqlValue = string | number | null
export interface Statement {
  readonly sql: string
  readonly values: readonly SqlValue[]
  /** Whether the rows that it answers are events that it has written down, of which webhooks are to be told. */
  readonly announces?: true
}

/** Writes a statement with bound values. The text is a literal of the source: values never become SQL. */
export const sql = (text: string, ...values: readonly SqlValue[]): Statement => ({ sql: text, values })

/** Words of our own source as an SQL list. Never what came from outside: that is bound. */
export const toSqlList = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ')

/** Conditions, joined: a piece of SQL that is true where all of them are. */
export const all = (...conditions: readonly Statement[]): Statement =>
  sql(conditions.map(({ sql: text }) => `(${text})`).join(' AND '), ...conditions.flatMap(({ values }) => values))

export interface TripCounter {
  trips: number
  databaseMs: number
  /** Whether events were written down, or may have been. */
  announced?: boolean
}

export type Row = Record<string, unknown>

/**
 * One shard's D1 database. Every call is one round trip, and counted; a batch is one round trip and one SQLite transaction, which is why
 * everything that belongs together is written as one batch.
 */
export class Database {
  readonly #d1: D1Database
  readonly #counter: TripCounter

  constructor(d1: D1Database, counter: TripCounter) {
    this.#d1 = d1
    this.#counter = counter
  }

  /**
   * Runs statements in order, all or none. Returns the rows of each.
   *
   * @throws IdCollision where a transaction id is taken
   */
  async batch(statements: readonly Statement[]): Promise<Row[][]> {
    const prepared = statements.map(({ sql: text, values }) => this.#d1.prepare(text).bind(...values))
    const announcing = statements.flatMap(({ announces }, index) => (announces === true ? [index] : []))
    try {
      const results = await this.#counted(() => this.#d1.batch<Row>(prepared))
      const rows = results.map((result) => result.results)
      if (announcing.some((index) => rows[index]!.length > 0)) this.#counter.announced = true
      return rows
    } catch (thrown) {
      // It may have been written all the same.
      if (announcing.length > 0) this.#counter.announced = true
      throw databaseFailure(thrown)
    }
  }

  async rows(statement: Statement): Promise<Row[]> {
    const [rows = []] = await this.batch([statement])
    return rows
  }

  async row(statement: Statement): Promise<Row | null> {
    return (await this.rows(statement))[0] ?? null
  }

  /** A batch whose statements have names, so that nobody counts them: the rows of each by its name, none for a null. */
  async named<Name extends string>(statements: Readonly<Record<Name, Statement | null>>): Promise<Record<Name, Row[]>> {
    const given = (Object.entries(statements) as [Name, Statement | null][]).filter(
      (entry): entry is [Name, Statement] => entry[1] !== null,
    )
    const results = await this.batch(given.map(([, statement]) => statement))
    const none = Object.keys(statements).map((name) => [name, [] as Row[]] as const)
    const answered = given.map(([name], index) => [name, results[index] ?? []] as const)
    return Object.fromEntries([...none, ...answered]) as Record<Name, Row[]>
  }

  /**
   * A batch that writes something new, and would write it twice if it were repeated. Where its answer is lost, a second round trip asks
   * whether it was written: whoever asked for it must not be told to repeat what stands already.
   *
   * @param written selects the one row that is there once the batch has run, and not before: by an id or a value that is new
   * @returns the rows of each statement; where their answer was lost, that row as the only one of the only statement
   */
  async batchWithVerification(statements: readonly Statement[], written: Statement): Promise<Row[][]> {
    try {
      return await this.batch(statements)
    } catch (thrown) {
      const row = await this.row(written).catch(() => null)
      if (row === null) throw thrown
      return [[row]]
    }
  }

  /**
   * A batch that may be repeated without harm, because each of its writes is keyed by an operation and conditional on its state. Tried up
   * to three times, since D1 sheds load with errors that a moment later are gone.
   */
  async batchWithRetry(statements: readonly Statement[]): Promise<Row[][]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.batch(statements)
      } catch (thrown) {
        if (attempt === 3) throw thrown
        await new Promise((resolve) => setTimeout(resolve, attempt * 50))
      }
    }
  }

  async #counted<T>(work: () => Promise<T>): Promise<T> {
    const started = Date.now()
    this.#counter.trips++
    try {
      return await work()
    } finally {
      this.#counter.databaseMs += Date.now() - started
    }
  }
}
