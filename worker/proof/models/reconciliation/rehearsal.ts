import type { Reconciliation } from '#contract/connections/reconciliation'
import { accountSql, keySql } from '../../../cli/accounts/accountSql.ts'
import { mintApiKey } from '../../../domain/apiKeys/format.ts'
import { createRegistry } from '../../../processors/registry.ts'
import type { Capabilities } from '../../../processors/processor.ts'
import { sqliteD1 } from '../../../cli/sqlite/sqliteD1.ts'
import { acquirerDefinition } from '../../../testing/fixtures/connectionFixture.ts'
import { startWorker } from '../../../testing/merchant.ts'
import type { ApiResponse } from '../../../testing/merchant.ts'
import { card } from '../../../testing/requestDefaults.ts'

/**
 * A rehearsal: a backup is taken under traffic and restored ten minutes later, shops repeat some of their requests, and the gateway is
 * reconciled with the acquirer, which remembers everything.
 */

const minute = 60_000

/** A lost request, a lost response, or none. */
export type Loss = 'dropBefore' | 'dropAfter' | null

/** What a shop does next. Numbers choose among its orders. */
export type Deed =
  | { readonly does: 'authorize' | 'sale'; readonly loss: Loss }
  | { readonly does: 'capture' | 'refund'; readonly order: number; readonly part: boolean; readonly loss: Loss }
  | { readonly does: 'void'; readonly order: number; readonly loss: Loss }
  | { readonly does: 'wait'; readonly minutes: number }

export interface History {
  readonly before: readonly Deed[]
  /** In the ten minutes that the backup forgets. */
  readonly lost: readonly Deed[]
  /** Which requests of those minutes the shops repeat after the restore, with the same keys. */
  readonly repeated: readonly boolean[]
  readonly after: readonly Deed[]
}

/** A request that a shop can repeat. */
interface Sent {
  readonly verb: string
  readonly body: object
  readonly key: string
  readonly order: Order
}

/** An order of a shop. Its amount names it, at the acquirer as well. Amounts are minor units. */
interface Order {
  readonly amount: number
  /** Ids of its payments, of which a restore and a repetition may leave several. */
  readonly payments: string[]
}

/** The processor of a rehearsal. */
export interface RehearsedProcessor {
  readonly can: Capabilities
  readonly keepsReferenceOf: 'all' | 'transactions'
}

/** How a rehearsal ended. */
export interface Ending {
  /** What the last reconciliation found and did. */
  readonly left: Reconciliation['differences']
  /** What it found of orders with which no shop went on between the restore and the first reconciliation. */
  readonly leftOfOthers: Reconciliation['differences']
  readonly repairs: Reconciliation['repairs']
  /** How many operations a person had to decide. */
  readonly verdicts: number
  /** How many repairs there were. */
  readonly repaired: number
  /** Sums of both books, in minor units. */
  readonly ours: Sums
  readonly theirs: Sums
  /** The most payments of one order that stand at the acquirer. */
  readonly chargesOfAnOrder: number
  /** Pending operations here that the acquirer knows. */
  readonly unfinished: number
}

interface Sums {
  readonly authorized: number
  readonly captured: number
  readonly credited: number
}

const decimal = (minor: number): number => Number((minor / 100).toFixed(2))

/** Begins at noon, far from the settlement of the day. */
const begin = Date.UTC(2026, 10, 20, 12)

export const rehearse = async (history: History, processor: RehearsedProcessor): Promise<Ending> => {
  let ms = begin
  const clock = { now: () => ms, advance: (by: number) => void (ms += by) }
  let database = sqliteD1()
  // The worker keeps its binding while the database behind it is replaced.
  const bound = {
    prepare: (text) => database.d1.prepare(text),
    batch: (statements) => database.d1.batch(statements),
    exec: (text) => database.d1.exec(text),
  } satisfies Partial<D1Database> as D1Database
  const acquirer = acquirerDefinition('acquirer', clock.now, processor)
  const worker = startWorker({ clock, processors: createRegistry([acquirer.definition]) }, { DB_00: bound })
  const key = mintApiKey({ kind: 'sk', mode: 'test', shard: '00' }).reveal()
  database.exec(accountSql({ id: 'shop', settings: {}, now: 0 }))
  database.exec(await keySql({ id: 'shop-key', account: 'shop', key, now: 0 }))
  const call = worker.as(key)
  database.exec(
    `INSERT INTO connections (id, account, mode, processor, label, settings, settlesByReport, created, updated)
     VALUES ('cn-rehearsal', 'shop', 'test', 'acquirer', 'Acquirer', '{}', ${processor.can.settles === 'byReport' ? 1 : 0}, 0, 0)`,
  )
  await call('PUT', '/v1/account', { body: { routing: [{ connection: 'cn-rehearsal' }] } })

  const orders: Order[] = []
  /** Orders that a shop captured, voided or refunded between the restore and the first reconciliation. */
  const changed = new Set<Order>()
  let isRestored = false
  const sent: Sent[] = []

  const send = async ({ verb, body, key: idempotencyKey, order }: Sent): Promise<ApiResponse> => {
    if (isRestored && verb !== 'authorize' && verb !== 'sale') changed.add(order)
    const headers = { 'idempotency-key': idempotencyKey }
    const response = await call('POST', `/v1/transactions/${verb}`, { body, headers })
    if (verb === 'authorize' || verb === 'sale') {
      const { transactionId } = response.json
      if (typeof transactionId === 'string' && !order.payments.includes(transactionId))
        order.payments.push(transactionId)
    }
    return response
  }

  const perform = async (deed: Deed): Promise<void> => {
    clock.advance(1_000)
    if (deed.does === 'wait') {
      for (let minutes = 0; minutes < deed.minutes; minutes++) {
        clock.advance(minute)
        await worker.sweep()
      }
      return
    }
    const isNew = !('order' in deed)
    const order: Order | undefined = isNew
      ? { amount: 1000 + orders.length, payments: [] }
      : orders[deed.order % Math.max(1, orders.length)]
    if (order === undefined) return
    if (isNew) orders.push(order)
    const [transactionId] = order.payments
    if (!isNew && transactionId === undefined) return
    const amount = decimal(Math.floor(order.amount / 3))
    const part = 'part' in deed && deed.part
    const body = {
      authorize: { payment: { creditCard: card() }, amount: { value: decimal(order.amount) } },
      sale: { payment: { creditCard: card() }, amount: { value: decimal(order.amount) } },
      capture: { transactionId, ...(part && { amount }) },
      refund: { referenceTransactionId: Number(transactionId), ...(part && { amount: { value: amount } }) },
      void: { transactionId },
    }[deed.does]
    const request = { verb: deed.does === 'refund' ? 'credit' : deed.does, body, key: `key-${sent.length}`, order }
    sent.push(request)
    acquirer.faultPlan.clear()
    const on = { sale: 'authorize', refund: 'credit' } as const
    if (deed.loss !== null)
      acquirer.faultPlan.add({
        fault: { kind: deed.loss },
        on: deed.does === 'sale' || deed.does === 'refund' ? on[deed.does] : deed.does,
      })
    await send(request)
    acquirer.faultPlan.clear()
  }

  const sweepUntilIdle = async (): Promise<void> => {
    for (let minutes = 0; minutes < 15; minutes++) {
      clock.advance(minute)
      await worker.sweep()
    }
  }

  const reconcile = async (repair: boolean) => {
    const span = { from: new Date(begin).toISOString(), to: new Date(clock.now() + minute).toISOString() }
    const differences: Reconciliation['differences'] = []
    const repairs: Reconciliation['repairs'] = []
    let cursor: string | null = null
    do {
      const body = { ...span, ...(repair && { repair }), ...(cursor !== null && { cursor }) }
      const response = await call('POST', '/v1/connections/cn-rehearsal/reconcile', { body })
      if (response.status !== 200) throw new Error(`${response.status} ${response.text}`)
      const page = response.json.reconciliation as Reconciliation
      differences.push(...page.differences)
      repairs.push(...page.repairs)
      cursor = page.cursor
    } while (cursor !== null)
    return { differences, repairs }
  }

  /** A person looks up what the gateway cannot find out, in the acquirer's ledger. Returns the number of verdicts. */
  const decideByHand = async (): Promise<number> => {
    const waiting = database.rows('SELECT id, transactionId, type FROM operations WHERE attention IS NOT NULL')
    for (const { id, transactionId, type } of waiting) {
      const happened = type === 'reversal' || acquirer.ledger.find(String(id))?.state === 'approved'
      const body = { operation: String(id), outcome: happened ? 'happened' : 'did_not_happen', note: 'Rehearsal' }
      const response = await call('POST', `/v1/transactions/${String(transactionId)}/resolve`, { body })
      if (response.status !== 200) throw new Error(`${response.status} ${response.text}`)
    }
    return waiting.length
  }

  for (const deed of history.before) await perform(deed)
  const backup = database.bytes()
  const sentBefore = sent.length
  for (const deed of history.lost) await perform(deed)
  const restoredAt = Math.max(clock.now(), begin + 10 * minute)
  clock.advance(restoredAt - clock.now())
  const lostRequests = sent.slice(sentBefore)

  database = sqliteD1(undefined, backup)
  isRestored = true

  for (const [index, request] of lostRequests.entries())
    if (history.repeated[index % Math.max(1, history.repeated.length)] === true) {
      clock.advance(1_000)
      await send(request)
    }
  for (const deed of history.after) await perform(deed)
  clock.advance(minute)
  const first = await reconcile(true)
  await sweepUntilIdle()
  const verdicts = await decideByHand()
  const second = await reconcile(true)
  await sweepUntilIdle()
  const last = await reconcile(true)

  const [sums] = database.rows(
    `SELECT coalesce(sum(approved), 0) AS authorized, coalesce(sum(captured), 0) AS captured, coalesce(sum(credited), 0) AS credited
     FROM transactions WHERE type = 'payment' AND status NOT IN ('pending', 'declined', 'failed', 'reversed', 'voided')`,
  ) as unknown as [Sums]
  const totals = acquirer.ledger.totals('shop', 840)
  const entries = acquirer.ledger.entries()
  const standing = entries.filter(({ type, state }) => type === 'authorize' && state === 'approved')
  const pending = database.rows("SELECT id FROM operations WHERE status = 'pending' AND type <> 'reversal'")
  return {
    left: last.differences,
    leftOfOthers: last.differences.filter(
      ({ originalTransactionId: id }) => ![...changed].some(({ payments }) => id !== null && payments.includes(id)),
    ),
    repairs: last.repairs,
    verdicts,
    repaired: first.repairs.length + second.repairs.length,
    ours: { ...sums },
    theirs: {
      authorized: Number(totals.authorized),
      captured: Number(totals.captured),
      credited: Number(totals.credited),
    },
    chargesOfAnOrder: Math.max(
      0,
      ...orders.map(({ amount }) => standing.filter(({ requested }) => requested === String(amount)).length),
    ),
    unfinished: pending.filter(({ id }) => entries.some(({ op, requests }) => op === String(id) && requests > 0))
      .length,
  }
}
