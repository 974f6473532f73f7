import { requestServicesOf } from '../../../testing/requestServicesOf.ts'
import { shippedSettings } from '#contract/accounts'
import type { AccountSettings } from '#contract/accounts'
import { sweep, timedJobs } from '../../../domain/sweep.ts'
import type { Swept } from '../../../domain/sweep.ts'
import { Meter } from '../../../app/meter.ts'
import type { Processor } from '../../../processors/processor.ts'
import { createGateway } from '../../../app/gateway.ts'
import { sweepServices } from '../../../app/compose.ts'
import type { Gateway } from '../../../app/gateway.ts'
import type { RequestServices } from '../../../app/compose.ts'
import { Database } from '../../../store/sql/database.ts'
import { inMemoryAcquirer } from '../../acquirer/memory.ts'
import type { Fault } from '../../acquirer/faultPlan.ts'
import { lateAnswers } from '../payments/lateAnswers.ts'
import { startMachine } from '../payments/machine.ts'
import type { MachineFault } from '../payments/steps.ts'
import type { virtualTime } from '../payments/virtualTime.ts'
import { sqliteD1 } from '../../../testing/sqliteD1.ts'
import { isOutage, verbsWith } from './verbs.ts'
import type { SealedOnce, Verbs } from './verbs.ts'
import { noObjects } from '../../../testing/noObjects.ts'

/** That the acquirer was asked for the money of a period. */
export interface Request {
  readonly op: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly subscription: string
  /** From 0. */
  readonly period: number
}

/** What is to go wrong with a request for the money of a period, after so many others for the same. */
export type Fate = (request: Request, earlier: number) => Fault | null

/** What runs the gateway until it dies. */
export interface Machine extends Verbs {
  sweep(): Promise<Swept>
  /** Whether its end has come. */
  isDead(): boolean
  /**
   * Does pieces of work at once; answers what came of each: its result, or `lost` where the machine died or could not reach its database.
   *
   * @param turns who goes on first whenever several wait for something outside; null for nobody in particular
   */
  run<T>(work: readonly (() => Promise<T>)[], turns?: readonly number[] | null): Promise<(T | typeof lost)[]>
}

export const lost = Symbol('lost')

const doing = async <T>(work: () => Promise<T>): Promise<T | typeof lost> => {
  try {
    return await work()
  } catch (thrown) {
    if (isOutage(thrown)) return lost
    throw thrown
  }
}

/** What drives subscriptions and their payments. Of the rest there is nothing here. */
const { expiry, unfinished, subscriptions, batches } = timedJobs
export const jobs = { expiry, unfinished, subscriptions, batches }

/** What each run starts with again: children first. */
const emptied =
  'events bills subscriptions plans batchTotals batches counters unsettled operations transactions walletEntries customers accounts'

const partialIndexes =
  "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql LIKE '% WHERE %' AND sql NOT LIKE '%UNIQUE%'"

/**
 * The billing with its real SQL and without the worker runtime, on SQLite in memory and with an acquirer that keeps its own book. Time and
 * ids are given, so that a run goes the same way each time.
 *
 * @param indexes what becomes of partial indexes. SQLite compiles a statement anew for each set of values that could decide whether one
 *   helps: ten times the work of running it. A few rows need none, many rows have them whole.
 */
export const billingInProcess = (indexes: 'none' | 'whole') => {
  const { d1, rows, exec } = sqliteD1()
  for (const { name, sql } of rows(partialIndexes)) {
    exec(`DROP INDEX ${name}`)
    if (indexes === 'whole') exec((sql as string).replace(/ WHERE .*$/s, ''))
  }
  const environment = {
    assets: undefined as never,
    shards: new Map([['00', d1]]),
    rootKeys: `1:${btoa(String.fromCharCode(...new Uint8Array(32)))}`,
    simulatorDelayMs: 0,
    rateLimiters: {},
    wallet: null,
    email: null,
    ...noObjects,
  }
  const sealed: SealedOnce = new Map()
  const opened = new Map<string, ReturnType<RequestServices['vault']['openPan']>>()
  const openingOnce = (vault: RequestServices['vault']): RequestServices['vault'] => ({
    ...vault,
    openPan: (row) => {
      const known = opened.get(row.sealedPan) ?? vault.openPan(row)
      opened.set(row.sealedPan, known)
      return known
    },
  })

  const sweepServicesOn = (on: Gateway, database: Database) => {
    const services = sweepServices(on, { shard: '00', database }, { of: 'shard' }, 0)
    const servicesOf: typeof services.servicesOf = (due, by) => {
      const made = services.servicesOf(due, by)
      return { ...made, vault: openingOnce(made.vault) }
    }
    return { ...services, servicesOf }
  }

  const settingsOf = (account: string): AccountSettings =>
    JSON.parse(rows('SELECT settings FROM accounts WHERE id = ?', account)[0]!['settings'] as string) as AccountSettings

  const keyOf = (account: string) => ({
    keyId: 'key-1',
    kind: 'sk' as const,
    scopes: [],
    allowedOrigins: null,
    expires: null,
    revoked: null,
    account: {
      id: account,
      mode: 'live' as const,
      suspended: false,
      settings: settingsOf(account),
      clockOffsetMs: 0,
      endpoints: [],
      vaultKey: (rows('SELECT wrappedKey, rootVersion FROM accountKeys WHERE account = ?', account)[0] ??
        null) as never,
    },
  })

  const periodOf = (op: string) => {
    const [row] = rows('SELECT orderReference FROM transactions WHERE id = ?', Number(op))
    const [, subscription = '', period] = String(row?.['orderReference']).split(':')
    return { subscription, period: Number(period) }
  }

  /** @param begin the first moment, milliseconds since 1970 */
  return (time: ReturnType<typeof virtualTime>, begin: number, fate: Fate = () => null) => {
    exec(emptied.replaceAll(/\w+/g, 'DELETE FROM $&;'))
    let now = begin
    let ids = 0
    const nextId = (): string => String(++ids).padStart(8, '0')
    const clock = { now: () => now }
    const late = lateAnswers()
    const { processor: acquirer, book, orders } = inMemoryAcquirer({ now: clock.now, wait: late.wait })
    const requests: Request[] = []
    const counts = new Map<string, number>()
    const processor: Processor = {
      ...acquirer,
      authorize: (op, ref) => {
        const request = { op: ref.op, at: now, ...periodOf(ref.op) }
        const name = `${request.subscription}:${request.period}`
        const earlier = counts.get(name) ?? 0
        counts.set(name, earlier + 1)
        requests.push(request)
        const fault = fate(request, earlier)
        if (fault !== null) orders.give({ fault, on: 'authorize', op: ref.op })
        return acquirer.authorize(op, ref)
      },
    }
    const gateway = createGateway(environment, {
      clock,
      processor,
      log: () => {},
      ids: { uuid: nextId, requestId: nextId, transactionId: () => String(91_000_000_000_000 + ++ids) },
    })

    const servicesOn = (on: Gateway, database: Database, account: string): RequestServices => {
      const services = requestServicesOf(on, { key: keyOf(account), database, requestId: nextId() })
      return { ...services, vault: openingOnce(services.vault) }
    }

    /** @param swept what its sweeps do */
    const start = (fault: MachineFault | null = null, swept: Partial<typeof jobs> = jobs): Machine => {
      const machine = startMachine({ d1, processor }, fault, time.turn)
      const on = { ...gateway, processor: machine.processor }
      const database = new Database(machine.d1, new Meter())
      let dead = false
      const death = machine.death.then((): typeof lost => {
        dead = true
        return lost
      })
      return {
        ...verbsWith((account) => servicesOn(on, database, account), nextId, sealed),
        sweep: async () => {
          const came = await sweep(sweepServicesOn(on, database), swept)
          const own = came.failures.find(({ reason }) => !isOutage(reason))
          if (own !== undefined) throw own.reason
          return came
        },
        isDead: () => dead,
        run: (work, turns = null) =>
          time.run(() => Promise.all(work.map((one) => Promise.race([doing(one), death]))), turns),
      }
    }
    const office = start()

    return {
      book,
      orders,
      requests,
      rows,
      now: clock.now,
      /** Milliseconds since 1970. */
      setNow: (ms: number): void => {
        now = ms
      },
      start,
      /** A machine without faults. */
      office,
      turn: time.turn,
      /** Lets requests and answers arrive that nobody waits for any more. */
      hearLate: () => time.run(async () => late.arrive(), null),

      addAccount: (id: string, timeZone: string): void => {
        const settings: AccountSettings = { ...shippedSettings, timeZone }
        rows('INSERT INTO accounts (id, settings, created, updated) VALUES (?, ?, 0, 0)', id, JSON.stringify(settings))
      },
      changeSettings: (id: string, change: Partial<AccountSettings>): void => {
        rows('UPDATE accounts SET settings = ? WHERE id = ?', JSON.stringify({ ...settingsOf(id), ...change }), id)
      },
      suspend: (id: string, suspended: boolean): void => {
        rows('UPDATE accounts SET suspended = ? WHERE id = ?', suspended ? 1 : 0, id)
      },

      /** A customer with a card, which is the default. Answers its id. */
      addCustomer: async (account: string): Promise<string> => {
        const id = nextId()
        rows(
          `INSERT INTO customers (id, account, mode, firstName, lastName, company, phoneNumber, emailAddress, shippingAddress, metadata,
                                  created, updated)
           VALUES (?, ?, 'live', '', '', '', '', '', '{}', '{}', ?, ?)`,
          id,
          account,
          now,
          now,
        )
        await office.run([() => office.storeCard({ account, customer: id })])
        return id
      },

      /** When something falls due next, or was to be done already; null where nothing is left. Milliseconds since 1970. */
      nextDue: (): number | null =>
        rows(
          `SELECT min(due) AS due FROM (
             SELECT max(due, coalesce(leased, 0)) AS due FROM subscriptions
               WHERE due IS NOT NULL AND account IN (SELECT id FROM accounts WHERE suspended = 0)
             UNION ALL SELECT due FROM operations WHERE due IS NOT NULL)`,
        )[0]!['due'] as number | null,
    }
  }
}

export type Billing = ReturnType<ReturnType<typeof billingInProcess>>
