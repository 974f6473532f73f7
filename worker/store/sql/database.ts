import { DatabaseError, databaseFailure, isTransientFailure } from './failures.ts'
import type { DatabaseFailure } from './failures.ts'
import { briefPatience, Pauses } from './patience.ts'
import type { Patience } from './patience.ts'
import type { Row, Statement } from './statement.ts'

export { all, sql, toSqlList } from './statement.ts'
export type { Row, SqlValue, Statement } from './statement.ts'

export interface TripCounter {
  trips: number
  databaseMs: number
  /** Of all batches. */
  statements?: number
  /** Whether events were inserted, or may have been. */
  announced?: boolean
  /** The latest failure of the database, even if a repetition succeeded. */
  databaseFailure?: DatabaseFailure | null
}

type Named<Name extends string> = Readonly<Record<Name, Statement | null>>

const isRead = ({ sql: text }: Statement): boolean => /^\s*SELECT\b/i.test(text)

/**
 * One shard's D1 database. Every attempt is one counted round trip. A batch is one SQLite transaction, so related writes are one batch.
 *
 * All methods throw DatabaseError if the database stays away longer than its patience, or fails in a way that does not pass.
 */
export class Database {
  readonly #d1: D1Database
  readonly #counter: TripCounter
  readonly #patience: Patience

  constructor(d1: D1Database, counter: TripCounter, patience: Patience = briefPatience) {
    this.#d1 = d1
    this.#counter = counter
    this.#patience = patience
  }

  /** The same database with another time for repetitions of writes, in milliseconds. */
  withPatience(writeMs: number): Database {
    return new Database(this.#d1, this.#counter, { ...this.#patience, writeMs })
  }

  /**
   * Runs statements in order, all or none. Returns the rows of each. Statements that only read are repeated while the database is away for
   * moments; writes are not.
   *
   * @throws IdCollision if a transaction id is taken
   */
  async batch(statements: readonly Statement[]): Promise<Row[][]> {
    return statements.every(isRead)
      ? this.#repeat(() => this.#attempt(statements), this.#patience.readMs)
      : this.#attempt(statements)
  }

  async rows(statement: Statement): Promise<Row[]> {
    const [rows = []] = await this.batch([statement])
    return rows
  }

  async row(statement: Statement): Promise<Row | null> {
    return (await this.rows(statement))[0] ?? null
  }

  /** A batch of named statements. Returns the rows by name, no rows for a null. */
  async named<Name extends string>(statements: Named<Name>): Promise<Record<Name, Row[]>> {
    const present = (Object.entries(statements) as [Name, Statement | null][]).filter(
      (entry): entry is [Name, Statement] => entry[1] !== null,
    )
    const results = await this.batch(present.map(([, statement]) => statement))
    const none = Object.keys(statements).map((name) => [name, [] as Row[]] as const)
    const found = present.map(([name], index) => [name, results[index] ?? []] as const)
    return Object.fromEntries([...none, ...found]) as Record<Name, Row[]>
  }

  /**
   * A batch of named statements that inserts rows under new ids, so that it must take effect once. After a failure that may hide its effect
   * its reads show whether it was committed; only if it was not it is repeated.
   *
   * @param written the name of the statement that selects the row which only this batch inserts
   * @param rereads statements that replace reads whose conditions no longer hold after the batch
   * @returns the rows by name; after a lost response those of reads only
   */
  async namedOnce<Name extends string>(
    statements: Named<Name>,
    written: NoInfer<Name>,
    rereads: Partial<Named<NoInfer<Name>>> = {},
  ): Promise<Record<Name, Row[]>> {
    const names = Object.keys(statements) as Name[]
    // Only after a failure, since most batches succeed at once.
    const reads = (): Named<Name> =>
      Object.fromEntries(
        names.map((name) => {
          const statement = rereads[name] ?? statements[name]
          return [name, statement !== null && isRead(statement) ? statement : null]
        }),
      ) as Named<Name>
    return this.#once(
      () => this.named(statements),
      async () => {
        const found = await this.named(reads())
        return found[written].length === 0 ? null : found
      },
      (rows, found) =>
        Object.fromEntries(names.map((name) => [name, rows[name].length === 0 ? found[name] : rows[name]])) as Record<
          Name,
          Row[]
        >,
    )
  }

  /**
   * A batch that must take effect once. If its response is lost, a second round trip checks whether it was committed; only if it was not it
   * is repeated.
   *
   * @param written selects the one row that exists only after the batch, by a new id or value
   * @returns the rows of each statement; after a failure only the row of `written`, as those of a single statement
   */
  async batchWithVerification(statements: readonly Statement[], written: Statement): Promise<Row[][]> {
    return this.#once(
      () => this.#attempt(statements),
      async () => {
        const row = await this.row(written)
        return row === null ? null : [[row]]
      },
      (_rows, found) => found,
    )
  }

  /**
   * A batch that is safe to repeat: each write is keyed by an operation and conditional on its state. It is repeated while the database is
   * away.
   */
  async batchWithRetry(statements: readonly Statement[]): Promise<Row[][]> {
    return this.#repeat(() => this.#attempt(statements), this.#patience.writeMs)
  }

  async #repeat<T>(work: () => Promise<T>, budgetMs: number): Promise<T> {
    const pauses = new Pauses(this.#patience, budgetMs)
    for (;;) {
      try {
        return await work()
      } catch (thrown) {
        if (!isTransientFailure(thrown) || !(await pauses.next())) throw thrown
      }
    }
  }

  /**
   * Repeats a write that must take effect once. A lost attempt may be committed as late as during the next one.
   *
   * @param find the result of a committed attempt, or null
   * @param merge the results of an attempt after a lost one, and of the committed one
   */
  async #once<T>(write: () => Promise<T>, find: () => Promise<T | null>, merge: (rows: T, found: T) => T): Promise<T> {
    const pauses = new Pauses(this.#patience, this.#patience.writeMs)
    let lost: DatabaseError | null = null
    for (;;) {
      try {
        const rows = await write()
        const found = lost === null ? null : await find()
        return found === null ? rows : merge(rows, found)
      } catch (thrown) {
        // After a lost attempt a conflict may be with this batch itself.
        const isConflict = !(thrown instanceof DatabaseError)
        if (!isConflict) lost = thrown
        if (lost === null) throw thrown
        const found = await find().catch(() => 'unknown' as const)
        if (found === null && isConflict) throw thrown
        if (found !== null && found !== 'unknown') return found
        if (!isTransientFailure(lost) || !(await pauses.next())) throw lost
      }
    }
  }

  /** One round trip. */
  async #attempt(statements: readonly Statement[]): Promise<Row[][]> {
    this.#counter.statements = (this.#counter.statements ?? 0) + statements.length
    const announcing = statements.flatMap(({ announces }, index) => (announces === true ? [index] : []))
    try {
      const prepared = statements.map(({ sql: text, values }) => this.#d1.prepare(text).bind(...values))
      const results = await this.#measure(() => this.#d1.batch<Row>(prepared))
      const rows = results.map((result) => result.results)
      if (announcing.some((index) => rows[index]!.length > 0)) this.#counter.announced = true
      return rows
    } catch (thrown) {
      // The batch may have been committed although the response failed.
      if (announcing.length > 0) this.#counter.announced = true
      const failure = databaseFailure(thrown)
      if (failure instanceof DatabaseError) this.#counter.databaseFailure = failure.failure
      throw failure
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
