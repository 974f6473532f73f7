import { shippedSettings } from '#contract/accounts'
import type { AccountSettings } from '#contract/accounts'
import type { Cycle } from '#contract/cycles'
import { createSubscription } from '#contract/plans'
import { parseKeepingNumbers } from '#contract/rawJson'
import { Refusal } from '#contract/refusal'
import { Secret } from '#contract/secret'
import { createCustomerSubscription, updateCustomerSubscription } from '#contract/subscriptions'
import * as v from 'valibot'
import { createPlan } from '../../domain/plans/create.ts'
import { cancelSubscription } from '../../domain/subscriptions/cancel.ts'
import { enrol } from '../../domain/subscriptions/enrol.ts'
import { updateSubscription } from '../../domain/subscriptions/update.ts'
import { sweep, timedJobs } from '../../domain/sweep.ts'
import type { Swept } from '../../domain/sweep.ts'
import { Meter } from '../../http/meter.ts'
import type { Processor } from '../../processors/processor.ts'
import { createGateway, createServices, createSweepServices } from '../../services.ts'
import type { Services } from '../../services.ts'
import { Database } from '../../store/database.ts'
import { inMemoryAcquirer } from '../acquirer/memory.ts'
import { lateAnswers } from '../histories/lateAnswers.ts'
import { startMachine } from '../histories/machine.ts'
import type { MachineFault } from '../histories/steps.ts'
import type { virtualTime } from '../histories/virtualTime.ts'
import { sqliteD1 } from '../sqliteD1.ts'

/** Who is billed for what. */
export interface Enrolment {
  readonly account: string
  readonly customer: string
  readonly cycle: Cycle
  /** Local date, YYYY-MM-DD. */
  readonly startDate: string
  readonly installments: number
  /** In minor units of the US dollar. */
  readonly total: number
}

/** Which subscription is changed. */
export interface Subject {
  readonly account: string
  readonly customer: string
  readonly subscription: string
}

/** That the acquirer was asked for a payment, and when. */
export interface Request {
  readonly op: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** What runs the gateway until it dies. */
export interface Machine {
  sweep(): Promise<Swept>
  /** Answers the id of the new subscription. */
  enrol(enrolment: Enrolment): Promise<string>
  /** Changes a subscription by the body of a PUT: answers false where that is refused. */
  update(subject: Subject, body: object): Promise<boolean>
  /** Answers false where it is refused. */
  cancel(subject: Subject): Promise<boolean>
  /** Stores a card, which becomes the customer's default. */
  storeCard(account: string, customer: string): Promise<void>
  /** Whether its end has come. */
  isDead(): boolean
  /**
   * Does pieces of work at once; answers what came of each: its result, or `lost` where the machine died or the piece failed.
   *
   * @param turns who goes on first whenever several wait for something outside; null for nobody in particular
   */
  run<T>(work: readonly (() => Promise<T>)[], turns?: readonly number[] | null): Promise<(T | typeof lost)[]>
}

export const lost = Symbol('lost')

const begin = Date.UTC(2027, 5, 30, 12)

/** What drives subscriptions and their payments. Of the rest there is nothing here. */
const { expiry, unfinished, subscriptions, batches } = timedJobs
const jobs = { expiry: expiry!, unfinished: unfinished!, subscriptions: subscriptions!, batches: batches! }

/** What each history starts with again: children first. */
const emptied = [
  'bills',
  'subscriptions',
  'plans',
  'batchTotals',
  'batches',
  'counters',
  'unsettled',
  'operations',
  'transactions',
  'walletEntries',
  'customers',
  'accounts',
]

const partialIndexes =
  "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql LIKE '% WHERE %' AND sql NOT LIKE '%UNIQUE%'"

const card = { number: new Secret('4242424242424242'), expiry: '1230', nameOnCard: null, postalCode: null }

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
  }
  /** A card is sealed once for each account and opened once: the cryptography is not what is tested, and would take most of the time. */
  const opened = new Map<string, ReturnType<Services['vault']['openPan']>>()
  const sealed = new Map<string, ReturnType<typeof sealCard>>()
  const openingOnce = (vault: Services['vault']): Services['vault'] => ({
    ...vault,
    openPan: (row) => {
      const known = opened.get(row.sealedPan) ?? vault.openPan(row)
      opened.set(row.sealedPan, known)
      return known
    },
  })
  const sealCard = async ({ vault }: Services) => ({
    ...(await vault.sealPan(card)),
    network: 'visa',
    last4: '4242',
    digits: 16,
    expiry: card.expiry,
    fingerprint: await vault.fingerprint(card.number),
    cardRange: '42424242',
  })

  return (time: ReturnType<typeof virtualTime>) => {
    exec(emptied.map((table) => `DELETE FROM ${table};`).join(' '))
    let now = begin
    let ids = 0
    const nextId = (): string => String(++ids).padStart(8, '0')
    const clock = { now: () => now }
    const late = lateAnswers()
    const acquirer = inMemoryAcquirer({ now: clock.now, wait: late.wait })
    const requests: Request[] = []
    const processor: Processor = {
      ...acquirer.processor,
      authorize: (op, ref) => {
        requests.push({ op: ref.op, at: now })
        return acquirer.processor.authorize(op, ref)
      },
    }
    const gateway = createGateway(environment, {
      clock,
      processor,
      log: () => {},
      ids: { uuid: nextId, requestId: nextId, transactionId: () => String(91_000_000_000_000 + ++ids) },
    })

    const settingsOf = (account: string): AccountSettings =>
      JSON.parse(
        rows('SELECT settings FROM accounts WHERE id = ?', account)[0]!['settings'] as string,
      ) as AccountSettings

    const vaultKeyOf = (account: string) =>
      (rows("SELECT wrappedKey, rootVersion FROM accountKeys WHERE account = ? AND mode = 'live'", account)[0] ??
        null) as never

    const start = (fault: MachineFault | null = null): Machine => {
      const machine = startMachine({ d1, processor }, fault, time.turn)
      const on = { ...gateway, processor: machine.processor }
      const database = new Database(machine.d1, new Meter())
      let dead = false
      void machine.death.then(() => {
        dead = true
      })
      const sweepServices = createSweepServices(on, database, { of: 'shard' }, 0)
      const paymentServices: typeof sweepServices.subscriptions.paymentServices = (due) => {
        const services = sweepServices.subscriptions.paymentServices(due)
        return { ...services, vault: openingOnce(services.vault) }
      }
      const billing = { ...sweepServices, subscriptions: { ...sweepServices.subscriptions, paymentServices } }
      const servicesOf = (account: string): Services => {
        const services = createServices(on, {
          requestId: nextId(),
          meter: new Meter(),
          warnings: [],
          database,
          shard: '00',
          address: null,
          key: {
            keyId: 'key-1',
            kind: 'sk',
            scopes: [],
            allowedOrigins: null,
            expires: null,
            revoked: null,
            account: {
              id: account,
              mode: 'live',
              suspended: false,
              settings: settingsOf(account),
              clockOffsetMs: 0,
              vaultKey: vaultKeyOf(account),
            },
          },
        })
        return { ...services, vault: openingOnce(services.vault) }
      }
      const parsed = <T>(schema: v.GenericSchema | undefined, value: object): T =>
        v.parse(schema!, parseKeepingNumbers(JSON.stringify(value))) as T
      const unlessRefused = async (work: Promise<unknown>): Promise<boolean> => {
        try {
          await work
          return true
        } catch (thrown) {
          if (thrown instanceof Refusal && !isOutage(thrown)) return false
          throw thrown
        }
      }
      return {
        sweep: async () => {
          const swept = await sweep(billing, jobs)
          const own = swept.failures.find(({ reason }) => !isOutage(reason))
          if (own !== undefined) throw own.reason
          return swept
        },
        enrol: async ({ account, customer, cycle, startDate, installments, total }) => {
          const services = servicesOf(account)
          const { subscriptions: plans } = await createPlan(
            parsed(createSubscription.body, {
              label: `Plan ${nextId()}`,
              cycle,
              amount: { value: total / 100, currency: 840 },
              installments,
            }),
            services,
          )
          const said = parsed<never>(createCustomerSubscription.body, { plan: plans[0]!.id, startDate })
          const { customerSubscriptions } = await enrol(customer, said, services)
          return customerSubscriptions[0]!.customerSubscriptionId
        },
        update: ({ account, customer, subscription }, body) => {
          const said = parsed<never>(updateCustomerSubscription.body, body)
          const of = { Customer: customer, Subscription: subscription }
          return unlessRefused(updateSubscription(of, said, servicesOf(account)))
        },
        cancel: ({ account, customer, subscription }) =>
          unlessRefused(cancelSubscription({ Customer: customer, Subscription: subscription }, servicesOf(account))),
        storeCard: async (account, customer) => {
          const services = servicesOf(account)
          const once = sealed.get(account) ?? sealCard(services)
          sealed.set(account, once)
          await services.walletEntries.addCard(
            { id: nextId(), customer, makeDefault: true, address: {}, created: now },
            await once,
            { at: now, action: 'wallet.default', detail: {} },
          )
        },
        isDead: () => dead,
        run: (work, turns = null) =>
          time.run(
            () =>
              Promise.all(
                work.map((one) =>
                  Promise.race([
                    one().catch((thrown: unknown): typeof lost => {
                      if (isOutage(thrown)) return lost
                      throw thrown
                    }),
                    machine.death.then((): typeof lost => lost),
                  ]),
                ),
              ),
            turns,
          ),
      }
    }

    const office = start()

    return {
      book: acquirer.book,
      orders: acquirer.orders,
      requests,
      rows,
      exec,
      now: clock.now,
      /** Milliseconds since 1970. */
      setNow: (ms: number): void => {
        now = ms
      },
      start,
      /** A machine without faults. */
      office,
      /** Lets requests and answers arrive that nobody waits for any more. */
      hearLate: () => time.run(async () => late.arrive(), null),

      addAccount: (id: string, timeZone: string, change: Partial<AccountSettings> = {}): void => {
        const settings: AccountSettings = { ...shippedSettings, timeZone, ...change }
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
        await office.run([() => office.storeCard(account, id)])
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

/** A database that cannot be reached, which a client would hear as 503. Every other failure is ours. */
const isOutage = (thrown: unknown): boolean =>
  thrown instanceof Error && /Network connection lost|unavailable/.test(thrown.message)

export type Billing = ReturnType<ReturnType<typeof billingInProcess>>
