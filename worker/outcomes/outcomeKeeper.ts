import { DurableObject } from 'cloudflare:workers'
import type { Bindings } from '../app/env.ts'
import { memoizedGateway } from '../app/gateway.ts'
import type { Gateway } from '../app/gateway.ts'
import { Meter } from '../app/meter.ts'
import type { OutcomeKeeperRpc } from '../app/objects.ts'
import { Database } from '../store/sql/database.ts'
import { DatabaseError } from '../store/sql/failures.ts'
import { shardOfKeeper } from './objectName.ts'
import { writeKept } from './writeKept.ts'
import type { StoredOutcome } from './stored/storedOutcome.ts'

const gateways = memoizedGateway({})

const firstPauseMs = 1_000
const longestPauseMs = 60_000
/** Outcomes that one alarm writes: an invocation has a limited number of queries. */
const outcomesPerAlarm = 50
/** Batches at the same time: an invocation has six connections. */
const writesAtOnce = 5

/**
 * Keeps the outcomes of one account whose database was away when its processor responded, and writes them later. An outcome is stored before
 * the call returns, at most once per operation, and deleted when it is written or too late.
 */
export class OutcomeKeeper extends DurableObject<Bindings> implements OutcomeKeeperRpc {
  readonly #storage: DurableObjectStorage
  readonly #name: string

  constructor(context: DurableObjectState, bindings: Bindings) {
    super(context, bindings)
    this.#storage = context.storage
    if (context.id.name === undefined) throw new Error('A keeper needs a name.')
    this.#name = context.id.name
    this.#storage.sql.exec(
      'CREATE TABLE IF NOT EXISTS outcomes (operation INTEGER PRIMARY KEY, outcome TEXT NOT NULL, failures INTEGER NOT NULL)',
    )
  }

  /** Overridden in tests with another clock and processor. */
  protected gateway(): Gateway {
    return gateways(this.env)
  }

  async keep(outcome: StoredOutcome): Promise<void> {
    this.#storage.sql.exec(
      'INSERT OR REPLACE INTO outcomes (operation, outcome, failures) VALUES (?, ?, 0)',
      outcome.outcome.id,
      JSON.stringify(outcome),
    )
    if ((await this.#storage.getAlarm()) === null) await this.#storage.setAlarm(Date.now() + firstPauseMs)
  }

  async drop(operation: number): Promise<void> {
    this.#storage.sql.exec('DELETE FROM outcomes WHERE operation = ?', operation)
  }

  async write(operation: number): Promise<boolean> {
    const [row] = this.#storage.sql
      .exec<{ outcome: string }>('SELECT outcome FROM outcomes WHERE operation = ?', operation)
      .toArray()
    return row === undefined ? false : this.#write(operation, row.outcome)
  }

  override async alarm(): Promise<void> {
    const rows = this.#storage.sql
      .exec<{
        operation: number
        outcome: string
      }>('SELECT operation, outcome FROM outcomes ORDER BY failures, operation LIMIT ?', outcomesPerAlarm)
      .toArray()
    let isAway = false
    let hasFailed = false
    const next = async (): Promise<void> => {
      const row = isAway ? undefined : rows.shift()
      if (row === undefined) return
      try {
        await this.#write(row.operation, row.outcome)
      } catch (thrown) {
        hasFailed = true
        isAway ||= thrown instanceof DatabaseError
        this.#storage.sql.exec('UPDATE outcomes SET failures = failures + 1 WHERE operation = ?', row.operation)
        this.#log(thrown)
      }
      return next()
    }
    await Promise.all(Array.from({ length: writesAtOnce }, next))
    await this.#setAlarm(hasFailed)
  }

  async #write(operation: number, outcome: string): Promise<boolean> {
    const gateway = this.gateway()
    const d1 = gateway.environment.shards.get(shardOfKeeper(this.#name))
    if (d1 === undefined) throw new Error('The shard of this account is not bound.')
    const { clock, ids, reportAttention } = gateway
    const database = new Database(d1, new Meter())
    const isWritten = await writeKept(JSON.parse(outcome) as StoredOutcome, { database, clock, ids, reportAttention })
    await this.drop(operation)
    return isWritten
  }

  async #setAlarm(hasFailed: boolean): Promise<void> {
    const [{ count, failures } = { count: 0, failures: null }] = this.#storage.sql
      .exec<{ count: number; failures: number | null }>(
        'SELECT count(*) AS count, max(failures) AS failures FROM outcomes',
      )
      .toArray()
    if (count === 0) return
    const pause = hasFailed ? Math.min(firstPauseMs * 2 ** (failures ?? 0), longestPauseMs) : 0
    await this.#storage.setAlarm(Date.now() + pause)
  }

  #log(thrown: unknown): void {
    const failure = thrown instanceof DatabaseError ? thrown.failure : null
    const exception = thrown instanceof Error ? thrown.name : null
    console.error(JSON.stringify({ outcomes: 'not written', database: failure, exception }))
  }
}
