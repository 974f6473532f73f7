import { requestServicesOf } from '../../../testing/requestServicesOf.ts'
import { shippedSettings } from '#contract/accounts'
import { parseKeepingNumbers } from '#contract/rawJson'
import { authorizeTransaction, captureTransaction, creditTransaction, voidTransaction } from '#contract/transactions'
import * as v from 'valibot'
import { closeBatch } from '../../../domain/batches/close.ts'
import { sweep, timedJobs } from '../../../domain/sweep.ts'
import { authorize } from '../../../domain/transactions/authorize.ts'
import { capture } from '../../../domain/transactions/capture.ts'
import { credit } from '../../../domain/transactions/credit.ts'
import { getTransaction } from '../../../domain/transactions/get.ts'
import { voidTransaction as voidIt } from '../../../domain/transactions/void.ts'
import { bodyOf } from '../../../http/answer.ts'
import type { Answer as Answerable } from '../../../http/answer.ts'
import { asRefusal } from '../../../http/errors.ts'
import { Meter } from '../../../app/meter.ts'
import { createGateway } from '../../../app/gateway.ts'
import { sweepServices } from '../../../app/compose.ts'
import type { Gateway } from '../../../app/gateway.ts'
import type { RequestServices } from '../../../app/compose.ts'
import { Database } from '../../../store/sql/database.ts'
import { inMemoryAcquirer } from '../../acquirer/memory.ts'
import { sqliteD1 } from '../../../testing/sqliteD1.ts'
import { lateAnswers } from './lateAnswers.ts'
import { startMachine } from './machine.ts'
import { closedOf, dueOf, eventsOf, printsOf, tagsOf } from './seeing.ts'
import type { Answer, Job, Sending, Shown, Told, UnderTest } from './underTest.ts'
import { virtualTime } from './virtualTime.ts'
import { noObjects } from '../../../testing/noObjects.ts'

/** What a verb of the API is in the business. */
const verbs = {
  authorize: { endpoint: authorizeTransaction, run: authorize },
  capture: { endpoint: captureTransaction, run: capture },
  void: { endpoint: voidTransaction, run: voidIt },
  credit: { endpoint: creditTransaction, run: credit },
}

const account = 'account-1'

const key = {
  keyId: 'key-1',
  kind: 'sk' as const,
  scopes: [],
  allowedOrigins: null,
  expires: null,
  revoked: null,
  account: {
    id: account,
    mode: 'test' as const,
    suspended: false,
    settings: shippedSettings,
    clockOffsetMs: 0,
    vaultKey: null,
    endpoints: [],
  },
}

const origin = 'https://pay.test'
const begin = Date.UTC(2026, 10, 20, 12)

const keep = <T>(known: Map<string, Promise<T>>, text: string, make: () => Promise<T>): Promise<T> => {
  const made = known.get(text) ?? make()
  known.set(text, made)
  return made
}

/** Seals a card and takes its fingerprint once: the cryptography is not what is tested here, and would take most of the time. */
const onlyOnce = ({ vault }: RequestServices): RequestServices['vault'] => {
  const seal = new Map<string, ReturnType<typeof vault.sealPan>>()
  const fingerprint = new Map<string, Promise<string>>()
  return {
    ...vault,
    sealPan: (card) => keep(seal, card.number.reveal(), () => vault.sealPan(card)),
    fingerprint: (number) => keep(fingerprint, number.reveal(), () => vault.fingerprint(number)),
  }
}

const partialIndexes =
  "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql LIKE '% WHERE %' AND sql NOT LIKE '%UNIQUE%'"

/** What drives payments. Of the rest there is nothing here. */
const { expiry, unfinished, batches, keys } = timedJobs
const jobs = { expiry, unfinished, batches, keys }

/** What every history starts with again. */
const emptied = [
  'events',
  'idempotency',
  'batchTotals',
  'batches',
  'counters',
  'unsettled',
  'operations',
  'transactions',
]

/**
 * The business with its real SQL and without the worker runtime: a gateway on SQLite in memory, wired as the worker wires it, whose verbs
 * are called as the routes call them. Time, turns and ids are given, so that a history goes the same way each time.
 */
export const gatewayInProcess = () => {
  const { d1, rows, exec } = sqliteD1()
  // SQLite compiles a statement anew for each set of values that could decide whether a partial index helps: ten times the work of
  // running it on the few rows of a history, which need no index.
  for (const { name } of rows(partialIndexes)) exec(`DROP INDEX ${name}`)
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
  exec(
    `INSERT INTO accounts (id, settings, created, updated) VALUES ('${account}', '${JSON.stringify(shippedSettings)}', 0, 0)`,
  )
  let vault: RequestServices['vault'] | undefined

  return (time: ReturnType<typeof virtualTime>): UnderTest => {
    exec(emptied.map((table) => `DELETE FROM ${table};`).join(' '))
    const shown = new Map<number, { readonly print: unknown; readonly payment: Shown }>()
    let now = begin
    let ids = 0
    const nextId = (): string => String(++ids)
    let minted = 0
    let mints = 0
    // Ids are random, so one in many is taken: here it is one in three, and often one of a moment ago.
    const mint = (): number => (++mints % 3 === 0 ? minted : ++minted)
    const late = lateAnswers()
    const clock = { now: () => now }
    const { processor, book, orders } = inMemoryAcquirer({ now: clock.now, wait: late.wait })
    const gateway = createGateway(environment, {
      clock,
      processor,
      log: () => {},
      ids: { uuid: nextId, requestId: nextId, transactionId: () => String(91_000_000_000_000 + mint()) },
    })

    const servicesOn = (on: Gateway, database: Database): RequestServices => {
      const services = requestServicesOf(on, { key, database, requestId: nextId() })
      vault ??= onlyOnce(services)
      return { ...services, vault }
    }

    const send = async (
      { verb, body, key: idempotencyKey }: Sending,
      on: Gateway,
      database: Database,
    ): Promise<Answer> => {
      const services = servicesOn(on, database)
      const text = JSON.stringify(body)
      const idempotent =
        idempotencyKey === null
          ? null
          : { route: verb, key: idempotencyKey, fingerprint: text, requestId: services.requestId, at: now }
      const { endpoint, run } = verbs[verb]
      try {
        const request = v.parse(endpoint.body as v.GenericSchema, parseKeepingNumbers(text))
        const answer: Answerable = await run(request as never, { ...services, idempotent })
        return answered(JSON.stringify(bodyOf(answer, { requestId: services.requestId, baseUrl: origin })))
      } catch (thrown) {
        return refused(thrown, services.requestId)
      }
    }

    const doJob = async (job: Job, on: Gateway, database: Database): Promise<Answer> => {
      if ('send' in job) return send(job.send, on, database)
      const done = 'close' in job ? closeBatch(servicesOn(on, database)) : sweepAfter(job.sweepAfterMs, on, database)
      await done.catch(() => {})
      return { kind: 'lost' }
    }

    const sweepAfter = async (ms: number, on: Gateway, database: Database): Promise<void> => {
      await time.turn()
      now += ms
      await sweep(sweepServices(on, { shard: '00', database }, { of: 'shard' }, 0), jobs)
    }

    return {
      book,
      orders,
      account,
      now: clock.now,
      advance: (ms) => {
        now += ms
      },
      run: (asked, fault, turns) =>
        time.run(
          async () => {
            const machine = startMachine({ d1, processor }, fault, time.turn)
            const on: Gateway = { ...gateway, processor: machine.processor }
            const database = new Database(machine.d1, new Meter())
            return Promise.all(
              asked.map((job) =>
                Promise.race([doJob(job, on, database), machine.death.then((): Answer => ({ kind: 'lost' }))]),
              ),
            )
          },
          asked.length > 1 ? turns : null,
        ),
      hearLate: () => time.run(async () => late.arrive(), null),
      see: async () => {
        const services = servicesOn(gateway, new Database(d1, new Meter()))
        for (const { id, print } of rows(printsOf, account)) {
          if (shown.get(id as number)?.print === print) continue
          const text = JSON.stringify(await getTransaction(String(id), services))
          shown.set(id as number, { print, payment: JSON.parse(text) as Shown })
        }
        const tagged = rows(tagsOf, account)
        return {
          payments: [...shown.values()].map(({ payment }) => payment),
          tags: new Map(tagged.map(({ id, tag }) => [String(id), Number(tag)])),
          due: rows(dueOf, account)[0]!['due'] as number,
          events: rows(eventsOf, account) as unknown as Told[],
          closed: rows(closedOf, account).map(({ id }) => id as string),
        }
      },
    }
  }
}

const answered = (text: string): Answer => {
  const { transactionId, responseCode, amount } = JSON.parse(text) as {
    readonly transactionId: string
    readonly responseCode: string
    readonly amount: number
  }
  return { kind: 'answered', id: transactionId, code: responseCode, amount, text }
}

const refused = (thrown: unknown, requestId: string): Answer => {
  const refusal = asRefusal(thrown)
  const [{ type, details }] = refusal.faults
  if (type === 'unavailable') return { kind: 'lost' }
  const id = type === 'processor_timeout' ? (details?.['transactionId'] as string) : null
  // Its own words stay out of an answer; whoever looks for the fault wants them.
  const text = JSON.stringify([
    refusal.replayOf ?? requestId,
    refusal.faults,
    type === 'internal_error' && String(thrown),
  ])
  return { kind: 'refused', type, id, text }
}
