import { readFileSync } from 'node:fs'
import { accountSql, keySql } from '../../../cli/accounts/accountSql.ts'
import { mintApiKey } from '../../../domain/apiKeys/format.ts'
import { noObjects } from '../../../testing/runtime/noObjects.ts'
import { sqliteD1 } from '../../../cli/sqlite/sqliteD1.ts'
import { cachedCryptography } from './cachedCryptography.ts'
import { createSystem } from './gateway.ts'
import type { Account, Runtime } from './gateway.ts'
import type { WithSystem } from './model.ts'
import { virtualTime } from './virtualTime.ts'

/** All indexes except unique ones and those that queries of a history name in INDEXED BY: reads and the list of payments, and the counts of card testing. */
const indexes = `
  SELECT name FROM sqlite_schema
  WHERE type = 'index' AND sql NOT LIKE '%UNIQUE%' AND name NOT IN (
    'transactionsByTime', 'transactionsByAttention', 'transactionsByLast4', 'auditOfResolutions'
  )`

const tables =
  "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('accounts', 'accountKeys', 'apiKeys')"

const begin = Date.UTC(2026, 10, 20, 12)
const assets = new URL('../../../../dist/assets', import.meta.url)

/** The built assets. */
const builtAssets = {
  fetch: (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    return Promise.resolve(new Response(readFileSync(new URL(assets.href + pathname), 'utf8')))
  },
} as Fetcher

const mint = (mode: 'test' | 'live'): string => mintApiKey({ kind: 'sk', mode, shard: '01' }).reveal()

const holdBack = (): Runtime['delayed'] => {
  let waiting: (() => void)[] = []
  return {
    wait: () => new Promise((resolve) => waiting.push(resolve)),
    release: () => {
      for (const resolve of waiting.splice(0)) resolve()
    },
  }
}

/**
 * The worker in Node, with its real SQL on SQLite in memory. Time, order and ids are deterministic, so a history always runs the same way.
 *
 * @param wrap intercepts the database
 * @param parts more parts of each history's runtime
 */
export const inNode = async (
  wrap = (d1: D1Database): D1Database => d1,
  parts: Pick<Runtime, 'extendProcessor'> = {},
): Promise<WithSystem> => {
  const { d1, rows, exec } = sqliteD1()
  // SQLite recompiles a statement for each set of values that may affect the choice of an index: ten times the work of running it on the
  // few rows of a history.
  for (const { name } of rows(indexes)) exec(`DROP INDEX ${name}`)
  const deleteAllRows = `PRAGMA foreign_keys = OFF; ${rows(tables)
    .map(({ name }) => `DELETE FROM ${name};`)
    .join(' ')} PRAGMA foreign_keys = ON;`
  const accounts = ['account-1', 'account-2'].map((id): Account => ({
    id,
    secretKey: mint('test'),
    liveKey: mint('live'),
  })) as unknown as readonly [Account, Account]
  for (const { id, secretKey, liveKey } of accounts) {
    exec(accountSql({ id, settings: {}, now: 0 }))
    exec(await keySql({ id: `${id}-test`, account: id, key: secretKey, now: 0 }))
    exec(await keySql({ id: `${id}-live`, account: id, key: liveKey, now: 0 }))
  }
  const [initial] = rows('SELECT settings, testSettings, liveSettings FROM accounts') as [Record<string, string>]
  const bindings = {
    ASSETS: builtAssets,
    ROOT_KEYS: `1:${btoa(String.fromCharCode(...new Uint8Array(32)))}`,
    TERMINALS: noObjects.terminals,
    PAIRINGS: noObjects.pairings,
    WEBHOOK_ENDPOINTS: noObjects.webhookEndpoints,
    WEBHOOK_SENDERS: noObjects.webhookSenders,
    SIMULATOR_BOOKS: noObjects.simulatorBooks,
    OUTCOME_KEEPERS: noObjects.outcomeKeepers,
    ACCOUNT_WORK: noObjects.accountWork,
    LANE_WORKERS: noObjects.laneWorkers,
  }
  const cryptography = cachedCryptography()
  const time = virtualTime(cryptography.isBusy)

  const start = (): Runtime => {
    exec(deleteAllRows)
    rows(
      'UPDATE accounts SET testClockOffset = 0, testClockTarget = NULL, testClockMoment = NULL, testClockHeld = 0, suspended = 0, settings = ?, testSettings = ?, liveSettings = ?',
      ...Object.values(initial),
    )
    let now = begin
    let ids = 0
    let lastId = 0
    let mints = 0
    // One id in three collides, often with the newest, to test retries on collision.
    const mintId = (): number => (++mints % 3 === 0 ? lastId : ++lastId)
    const nextId = (): string => String(++ids).padStart(32, '0')
    return {
      ...parts,
      d1: wrap(d1),
      bindings,
      accounts,
      clock: {
        now: () => now,
        advance: (ms) => {
          now += ms
        },
      },
      parts: {
        ids: {
          uuid: nextId,
          requestId: nextId,
          short: nextId,
          transactionId: () => String(91_000_000_000_000 + mintId()),
        },
      },
      delayed: holdBack(),
      turn: time.turn,
      run: time.run,
    }
  }

  return async (work, options) => {
    time.begin()
    cryptography.begin()
    try {
      await work(createSystem(start(), options))
    } finally {
      cryptography.end()
      time.end()
    }
  }
}
