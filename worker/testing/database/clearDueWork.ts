import type { Merchant } from '../merchant.ts'

/** Statements that clear all due work of accounts. The newest event of each is kept, since later positions continue from it. */
const clearStatements = (ofAccount: string): readonly string[] => [
  `UPDATE operations SET due = NULL, foreseenAt = NULL WHERE ${ofAccount}`,
  `UPDATE transactions SET expires = NULL WHERE ${ofAccount}`,
  `UPDATE checkouts SET due = NULL, announceExpiry = NULL, forget = NULL WHERE ${ofAccount}`,
  `UPDATE subscriptions SET status = 'canceled', due = NULL WHERE ${ofAccount}`,
  `UPDATE batches SET status = 'closed' WHERE ${ofAccount}`,
  ...[
    'settlementReports',
    'unsettled',
    'webhooks',
    'idempotency',
    'walletMessages',
    'usedEncryptedCards',
    'tokens',
    'erasures',
  ].map((table) => `DELETE FROM ${table} WHERE ${ofAccount}`),
  `DELETE FROM events WHERE ${ofAccount} AND position < (SELECT max(position) FROM events AS newer WHERE newer.account = events.account AND newer.mode = events.mode)`,
  `UPDATE accounts SET testClockOffset = 0, testClockTarget = NULL, testClockMoment = NULL, testClockHeld = 0 WHERE ${ofAccount.replaceAll('account', 'id')}`,
]

/** Clears the due work and the unbounded tables of an account, so that sweeps of other tests do not process them. */
export const clearDueWork = async ({ database, id }: Pick<Merchant, 'database' | 'id'>): Promise<void> => {
  await database.batch(clearStatements('account = ?').map((text) => database.prepare(text).bind(id)))
}

/** The same for all accounts of a shard. */
export const clearDueWorkOfShard = async (database: D1Database): Promise<void> => {
  await database.batch(clearStatements('account = account').map((text) => database.prepare(text)))
}

/** The same, and deletes the account keys. The returned function restores them. */
export const clearDueWorkAndKeys = async (database: D1Database): Promise<() => Promise<void>> => {
  const { results } = await database.prepare('SELECT * FROM accountKeys').all<Record<string, string | number>>()
  await clearDueWorkOfShard(database)
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
