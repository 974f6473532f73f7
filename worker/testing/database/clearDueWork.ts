import type { Merchant } from '../merchant.ts'

/** What the cron would do for accounts is done, forgotten or never due; the newest event of a shard stays, since positions go on from it. */
const quieting = (ofAccount: string): readonly string[] => [
  `UPDATE operations SET due = NULL, foreseenAt = NULL WHERE ${ofAccount}`,
  `UPDATE transactions SET expires = NULL WHERE ${ofAccount}`,
  `UPDATE checkouts SET due = NULL, announceExpiry = NULL, forget = NULL WHERE ${ofAccount}`,
  `UPDATE subscriptions SET status = 'canceled', due = NULL WHERE ${ofAccount}`,
  `UPDATE batches SET status = 'closed' WHERE ${ofAccount}`,
  ...['unsettled', 'webhooks', 'idempotency', 'walletMessages', 'tokens', 'erasures'].map(
    (table) => `DELETE FROM ${table} WHERE ${ofAccount}`,
  ),
  `DELETE FROM events WHERE ${ofAccount} AND position < (SELECT max(position) FROM events)`,
  `UPDATE accounts SET testClockOffset = 0 WHERE ${ofAccount.replaceAll('account', 'id')}`,
]

/** Leaves nothing of an account for the sweeps of other tests, and no rows that grow without end. */
export const quietAccount = async ({ database, id }: Pick<Merchant, 'database' | 'id'>): Promise<void> => {
  await database.batch(quieting('account = ?').map((text) => database.prepare(text).bind(id)))
}

/** The same of all accounts of a shard. */
export const quietAccounts = async (database: D1Database): Promise<void> => {
  await database.batch(quieting('account = account').map((text) => database.prepare(text)))
}

/** The same, and without their keys, which stay wrapped as they were: the returned function puts those back. */
export const quietShard = async (database: D1Database): Promise<() => Promise<void>> => {
  const { results } = await database.prepare('SELECT * FROM accountKeys').all<Record<string, string | number>>()
  await quietAccounts(database)
  await database.batch([database.prepare('DELETE FROM accountKeys')])
  return async () => {
    await database.batch([
      database.prepare('DELETE FROM accountKeys'),
      ...results.map(({ account, mode, wrappedKey, rootVersion }) =>
        database
          .prepare('INSERT INTO accountKeys (account, mode, wrappedKey, rootVersion) VALUES (?, ?, ?, ?)')
          .bind(account, mode, wrappedKey, rootVersion),
      ),
    ])
  }
}
