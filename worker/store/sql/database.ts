import { databaseFailure } from './failures.ts'
import type { Row, Statement } from './statement.ts'

export { all, sql, toSqlList } from './statement.ts'
export type { Row, SqlValue, Statement } from './statement.ts'

export interface TripCounter {
  trips: number
  databaseMs: number
  /** Whether events were inserted, or may have been. */
  announced?: boolean
}

/**
 * One shard's D1 database. Every call is one counted round trip. A batch is one SQLite transaction, so related writes are one batch.
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
   * @throws IdCollision if a transaction id is taken
   */
  async batch(statements: readonly Statement[]): Promise<Row[][]> {
    const prepared = statements.map(({ sql: text, values }) => this.#d1.prepare(text).bind(...values))
    const announcing = statements.flatMap(({ announces }, index) => (announces === true ? [index] : []))
    try {
      const results = await this.#measure(() => this.#d1.batch<Row>(prepared))
      const rows = results.map((result) => result.results)
      if (announcing.some((index) => rows[index]!.length > 0)) this.#counter.announced = true
      return rows
    } catch (thrown) {
      // The batch may have been committed although the response failed.
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

  /** A batch of named statements. Returns the rows by name, no rows for a null. */
  async named<Name extends string>(statements: Readonly<Record<Name, Statement | null>>): Promise<Record<Name, Row[]>> {
    const present = (Object.entries(statements) as [Name, Statement | null][]).filter(
      (entry): entry is [Name, Statement] => entry[1] !== null,
    )
    const results = await this.batch(present.map(([, statement]) => statement))
    const none = Object.keys(statements).map((name) => [name, [] as Row[]] as const)
    const found = present.map(([name], index) => [name, results[index] ?? []] as const)
    return Object.fromEntries([...none, ...found]) as Record<Name, Row[]>
  }

  /**
   * A batch that is not safe to repeat. If its response is lost, a second round trip checks whether it was committed, so that the client
   * is not asked to repeat a committed write.
   *
   * @param written selects the one row that exists only after the batch, by a new id or value
   * @returns the rows of each statement; after a lost response only the row of `written`, as those of a single statement
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
   * A batch that is safe to repeat: each write is keyed by an operation and conditional on its state. Makes up to three attempts, since
   * D1 sheds load with transient errors.
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

  async #measure<T>(work: () => Promise<T>): Promise<T> {
    const started = Date.now()
    this.#counter.trips++
    try {
      return await work()
    } finally {
      this.#counter.databaseMs += Date.now() - started
    }
  }
}
