import { accountSql, keySql } from '../../cli/sql.ts'
import { mintApiKey } from '../../domain/apiKeys/format.ts'
import { cryptoAtOnce } from '../models/checkouts/cryptoAtOnce.ts'
import { gatewayOn } from '../models/checkouts/gateway.ts'
import { checkoutsInNode } from '../models/checkouts/inNode.ts'
import { virtualTime } from '../models/payments/virtualTime.ts'
import { sqliteD1 } from '../../testing/sqliteD1.ts'
import { run } from './run.ts'
import type { Ran, Runs } from './run.ts'
import type { Keys, UnderTest } from './underTest.ts'

const mint = (mode: 'test' | 'live'): string => mintApiKey({ kind: 'sk', mode, shard: '01' }).reveal()

/** The indexes that lists name: checkouts do without any. */
const lists = (): string[] =>
  sqliteD1()
    .rows("SELECT sql FROM sqlite_schema WHERE name IN ('transactionsByTime')")
    .map((row) => row['sql'] as string)

/** What every history starts with again, beside what checkouts leave. */
const asBefore = ['UPDATE accounts SET testClockOffset = 0', 'DELETE FROM idempotency']

/**
 * Plays histories on the worker in this process, on SQLite in memory: over HTTP, but for the wire. Where it has no Durable Objects, there are
 * no webhooks and no card readers; what is told is in the list of events.
 */
export const runInNode = async (runs: Runs): Promise<Ran> => {
  const cryptography = cryptoAtOnce()
  const time = virtualTime(cryptography.isBusy)
  const start = await checkoutsInNode(time)
  const { d1, account, secretKey: own } = start()
  const execute = (...texts: string[]) => d1.batch(texts.map((text) => d1.prepare(text).bind()))
  const keys: Keys = { own, live: mint('live'), stranger: mint('test') }
  await execute(
    ...lists(),
    accountSql({ id: 'stranger', settings: {}, now: 0 }),
    await keySql({ id: 'key-live', account, key: keys.live, now: 0 }),
    await keySql({ id: 'key-stranger', account: 'stranger', key: keys.stranger, now: 0 }),
  )
  return run(runs, async (playOn) => {
    time.begin()
    cryptography.begin()
    try {
      const gateway = gatewayOn(start())
      await execute(...asBefore)
      const under: UnderTest = {
        book: gateway.book,
        orders: gateway.orders,
        account,
        keys,
        run: async (work, fault, turns) => {
          // No two steps in the same millisecond.
          gateway.advance(1)
          await gateway.run(({ fetch }) => work(fetch), fault, turns)
        },
        deaths: () => 0,
        goesOnWith: () => null,
        hearLate: gateway.hearLate,
        sweep: () => gateway.run((machine) => machine.sweep(), null, []),
        openInbox: null,
      }
      await playOn(under)
    } finally {
      cryptography.end()
      time.end()
    }
  })
}
