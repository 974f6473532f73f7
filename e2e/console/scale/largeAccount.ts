import { demoAccount } from '../../../worker/cli/dev/demoAccount.ts'
import { settingsSql } from '../../../worker/cli/accounts/accountSql.ts'
import { seedEventsAndKeys } from '../../../worker/testing/scale/manyEvents.ts'
import { seedTransactions } from '../../../worker/testing/scale/manyTransactions.ts'
import { openDatabaseFile } from '../../bench/load/servers.ts'
import { cloneRows } from './cloneRows.ts'

/** What an account has beside its payments, in rows for each of them. */
const shares: Readonly<Record<string, number>> = {
  disputes: 0.1,
  checkouts: 0.3,
  customers: 0.3,
  subscriptions: 0.1,
  audit: 1,
  batches: 0.03,
}

/** Inserts payments of the demo account, with their operations, batches, events and keys, before the gateway starts. */
export const seedPayments = async (state: string, count: number): Promise<void> => {
  const database = openDatabaseFile(state)
  const run = (text: string, ...values: (string | number)[]) => database.prepare(text).run(...values)
  const { id } = demoAccount
  const now = Date.now()
  try {
    for (const statement of settingsSql({ account: id, mode: 'test', change: { rateTier: 'unlimited' }, now }))
      database.exec(statement)
    const payments = { count, youngest: now - 60_000 }
    await seedTransactions({ id, run }, payments)
    await seedEventsAndKeys({ id, run }, payments)
    // The demo shop's endpoint would be sent every event, which takes an hour.
    run('UPDATE webhooks SET enabled = 0')
  } finally {
    database.close()
  }
}

/** Multiplies what the account has beside its payments. Its gateway may run, but has no requests. */
export const multiplyRows = (state: string, payments: number): void => {
  const database = openDatabaseFile(state)
  database.exec('PRAGMA busy_timeout = 60000')
  try {
    for (const [table, share] of Object.entries(shares))
      cloneRows(database, table, demoAccount.id, Math.ceil(payments * share))
  } finally {
    database.close()
  }
}
