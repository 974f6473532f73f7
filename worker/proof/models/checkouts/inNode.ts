import { readFileSync } from 'node:fs'
import { accountSql, keySql } from '../../../cli/sql.ts'
import { mintApiKey } from '../../../domain/apiKeys/format.ts'
import type { virtualTime } from '../payments/virtualTime.ts'
import { sqliteD1 } from '../../../testing/sqliteD1.ts'
import type { Runtime } from './underTest.ts'
import { noObjects } from '../../../testing/noObjects.ts'

const indexes = "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql NOT LIKE '%UNIQUE%'"

/** What every schedule starts with again: children first. */
const emptied =
  'checkoutCompletions checkoutTries checkouts bills subscriptions plans batchTotals batches counters unsettled operations transactions walletEntries customers audit events eventCounts'

const begin = Date.UTC(2026, 10, 20, 12)
const account = 'account-1'
const assets = new URL('../../../../dist/assets', import.meta.url)

/** The files that the build left. */
const built = {
  fetch: (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    return Promise.resolve(new Response(readFileSync(new URL(assets.href + pathname), 'utf8')))
  },
} as Fetcher

/**
 * The worker with its real SQL and without its runtime, on SQLite in memory. Time, turns and ids are given, so that a schedule goes the same
 * way each time.
 */
export const checkoutsInNode = async (time: ReturnType<typeof virtualTime>): Promise<() => Runtime> => {
  const { d1, rows, exec } = sqliteD1()
  // SQLite compiles a statement anew for each set of values that could decide whether an index helps: ten times the work of running it on
  // the few rows of a schedule, which need no index.
  for (const { name } of rows(indexes)) exec(`DROP INDEX ${name}`)
  const secretKey = mintApiKey({ kind: 'sk', mode: 'test', shard: '01' }).reveal()
  exec(accountSql({ id: account, settings: {}, now: 0 }))
  exec(await keySql({ id: 'key-1', account, key: secretKey, now: 0 }))
  const bindings = {
    ASSETS: built,
    ROOT_KEYS: `1:${btoa(String.fromCharCode(...new Uint8Array(32)))}`,
    READERS: noObjects.readers,
    PAIRINGS: noObjects.pairings,
    WEBHOOK_ENDPOINTS: noObjects.webhookEndpoints,
  }

  return () => {
    exec(emptied.replaceAll(/\w+/g, 'DELETE FROM $&;'))
    let now = begin
    let ids = 0
    let minted = 0
    let mints = 0
    // Ids are random, so one in many is taken: here it is one in three, and often one of a moment ago.
    const mint = (): number => (++mints % 3 === 0 ? minted : ++minted)
    const nextId = (): string => String(++ids).padStart(32, '0')
    return {
      d1,
      bindings,
      account,
      secretKey,
      clock: {
        now: () => now,
        advance: (ms) => {
          now += ms
        },
      },
      ids: { uuid: nextId, requestId: nextId, transactionId: () => String(91_000_000_000_000 + mint()) },
      turn: time.turn,
      run: (work, turns) => time.run(work, turns),
    }
  }
}
