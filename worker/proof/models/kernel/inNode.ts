import { readFileSync } from 'node:fs'
import { accountSql, keySql } from '../../../cli/accounts/accountSql.ts'
import { mintApiKey } from '../../../domain/apiKeys/format.ts'
import { noObjects } from '../../../testing/runtime/noObjects.ts'
import { sqliteD1 } from '../../../testing/database/sqliteD1.ts'
import { cachedCryptography } from './cachedCryptography.ts'
import { gatewayOn } from './gateway.ts'
import type { Account, Runtime } from './gateway.ts'
import type { WithSystem } from './model.ts'
import { virtualTime } from './virtualTime.ts'

/** All but unique indexes, and the one that lists name. */
const indexes = `
  SELECT name FROM sqlite_schema
  WHERE type = 'index' AND sql NOT LIKE '%UNIQUE%' AND name <> 'transactionsByTime'`

const tables =
  "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('accounts', 'accountKeys', 'apiKeys')"

const begin = Date.UTC(2026, 10, 20, 12)
const assets = new URL('../../../../dist/assets', import.meta.url)

/** The files of the build. */
const built = {
  fetch: (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    return Promise.resolve(new Response(readFileSync(new URL(assets.href + pathname), 'utf8')))
  },
} as Fetcher

const mint = (mode: 'test' | 'live'): string => mintApiKey({ kind: 'sk', mode, shard: '01' }).reveal()

/** What the acquirer holds back. */
const heldBack = (): Runtime['late'] => {
  let waiting: (() => void)[] = []
  return {
    wait: () => new Promise((resolve) => waiting.push(resolve)),
    arrive: () => {
      for (const goOn of waiting.splice(0)) goOn()
    },
  }
}

/**
 * The worker with its real SQL on SQLite in memory, without its runtime. Time, turns and ids are given, so that a history runs the same way
 * each time.
 *
 * @param wrap intercepts the database
 */
export const inNode = async (wrap = (d1: D1Database): D1Database => d1): Promise<WithSystem> => {
  const { d1, rows, exec } = sqliteD1()
  // SQLite compiles a statement again for each set of values that could decide whether an index helps: ten times the work of running it on
  // the few rows of a history.
  for (const { name } of rows(indexes)) exec(`DROP INDEX ${name}`)
  const empty = `PRAGMA foreign_keys = OFF; ${rows(tables)
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
  const [{ settings }] = rows('SELECT settings FROM accounts') as [{ settings: string }]
  const bindings = {
    ASSETS: built,
    ROOT_KEYS: `1:${btoa(String.fromCharCode(...new Uint8Array(32)))}`,
    TERMINALS: noObjects.terminals,
    PAIRINGS: noObjects.pairings,
    WEBHOOK_ENDPOINTS: noObjects.webhookEndpoints,
  }
  const cryptography = cachedCryptography()
  const time = virtualTime(cryptography.isBusy)

  const start = (): Runtime => {
    exec(empty)
    rows('UPDATE accounts SET testClockOffset = 0, suspended = 0, settings = ?', settings)
    let now = begin
    let ids = 0
    let minted = 0
    let mints = 0
    // Random ids collide now and then: here one in three does, often with the newest.
    const mintId = (): number => (++mints % 3 === 0 ? minted : ++minted)
    const nextId = (): string => String(++ids).padStart(32, '0')
    return {
      d1: wrap(d1),
      bindings,
      accounts,
      clock: {
        now: () => now,
        advance: (ms) => {
          now += ms
        },
      },
      parts: { ids: { uuid: nextId, requestId: nextId, transactionId: () => String(91_000_000_000_000 + mintId()) } },
      late: heldBack(),
      turn: time.turn,
      run: time.run,
    }
  }

  return async (work) => {
    time.begin()
    cryptography.begin()
    try {
      await work(gatewayOn(start()))
    } finally {
      cryptography.end()
      time.end()
    }
  }
}
