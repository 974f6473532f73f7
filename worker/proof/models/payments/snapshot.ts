import type { OperationState, OperationType, TransactionState } from '#contract/transactions/transactions'
import type { AttentionReason } from '#contract/transactions/attention'
import { createClient } from '../kernel/client.ts'
import { mergeEvents } from '../kernel/storedEvents.ts'
import type { StoredEvent } from '../kernel/storedEvents.ts'
import type { System } from '../kernel/gateway.ts'

/** A payment as GET returns it. Amounts in major units. */
export interface PaymentResource {
  readonly transactionId: string
  readonly status: TransactionState
  readonly currency: number
  readonly amountAuthorized: number
  readonly amountCaptured: number
  readonly amountCapturable: number
  readonly amountCredited: number
  readonly amountSettled: number
  readonly expires: string | null
  readonly operations: readonly {
    readonly transactionId: string
    readonly type: OperationType
    readonly status: OperationState
    readonly amount: number
    readonly responseCode: string | null
    readonly created: string
  }[]
  readonly created: string
  readonly needsAttention: {
    readonly since: string
    readonly reason: AttentionReason
    readonly operation: { readonly transactionId: string; readonly type: OperationType }
    readonly attempts: number
    readonly nextAttempt: string | null
  } | null
}

/** An operation that needs a person, as its row has it. Times in milliseconds since 1970. */
export interface AttentionRow {
  readonly id: string
  readonly payment: string
  readonly type: OperationType
  /** Of the reversal of an operation: that operation. Null for the release of the rest of a hold. */
  readonly undoes: string | null
  /** In minor units. */
  readonly amount: number
  readonly reason: AttentionReason
  readonly since: number
  readonly created: number
  readonly attempts: number
  readonly due: number | null
}

/** The stored state of an account. */
export interface Snapshot {
  /** Oldest first. */
  readonly payments: readonly PaymentResource[]
  /** By operation, the number of the request that created it, from `initiatedByUserId`. */
  readonly tags: ReadonlyMap<string, number>
  /** Operations with work that is due. */
  readonly due: number
  /** Operations that need attention, oldest first. */
  readonly attention: readonly AttentionRow[]
  /** Payments of the list with `needsAttention=true`. Read again when these operations change. */
  readonly listedAttention: readonly string[]
  readonly events: readonly StoredEvent[]
  /** Ids of closed batches. */
  readonly closedBatches: readonly string[]
  /** By payment, all mutable data that GET returns. An unchanged payment is not read again. */
  readonly fingerprints: ReadonlyMap<string, unknown>
}

export const emptySnapshot: Snapshot = {
  payments: [],
  tags: new Map(),
  due: 0,
  attention: [],
  listedAttention: [],
  events: [],
  closedBatches: [],
  fingerprints: new Map(),
}

const fingerprintsQuery = `
  SELECT id, concat_ws('/', status, approved, captured, credited, settled, capturing, released, expires, batchId, updated,
    (SELECT group_concat(concat_ws('/', id, status, amount, responseCode, updated, iif(attention IS NULL, '', attempts || due))) FROM operations
     WHERE operations.transactionId = transactions.id)) AS fingerprint
  FROM transactions WHERE account = ? ORDER BY id`
const tagsQuery =
  'SELECT id, initiatedByUserId AS tag FROM operations WHERE account = ? AND initiatedByUserId IS NOT NULL'
const dueQuery = 'SELECT count(*) AS due FROM operations WHERE account = ? AND due IS NOT NULL'
const attentionQuery = `
  SELECT CAST(id AS TEXT) AS id, CAST(transactionId AS TEXT) AS payment, type, CAST(undoes AS TEXT) AS undoes, amount, attention AS since,
    attentionReason AS reason, created, attempts, due
  FROM operations WHERE account = ? AND attention IS NOT NULL ORDER BY operations.id`
const eventsQuery = `SELECT resource, sequence, type || ':' || occasion AS cause FROM events WHERE account = ? ORDER BY position`
const closedBatchesQuery = "SELECT id FROM batches WHERE account = ? AND status = 'closed'"

export const takeSnapshot = async (system: System, before: Snapshot): Promise<Snapshot> => {
  const { run, rows, accounts } = system
  const [{ id: account, secretKey }] = accounts
  const earlier = new Map(before.payments.map((payment) => [payment.transactionId, payment]))
  const fingerprints = new Map(
    (await rows(fingerprintsQuery, account)).map(({ id, fingerprint }) => [String(id), fingerprint]),
  )
  const payments = await run(async ({ fetch }) => {
    const resources: PaymentResource[] = []
    for (const [id, fingerprint] of fingerprints)
      resources.push(
        before.fingerprints.get(id) === fingerprint
          ? earlier.get(id)!
          : (await createClient(fetch, secretKey)('GET', `/v1/transactions/${id}`)).json,
      )
    return resources
  }, null)
  const attention = (await rows(attentionQuery, account)) as unknown as AttentionRow[]
  const listedAttention =
    JSON.stringify(attention) === JSON.stringify(before.attention)
      ? before.listedAttention
      : await run(async ({ fetch }) => {
          const { json } = await createClient(fetch, secretKey)('GET', '/v1/transactions?needsAttention=true')
          return json.transactions.map(({ transactionId }: PaymentResource) => transactionId) as string[]
        }, null)
  const events = (await rows(eventsQuery, account)) as unknown as StoredEvent[]
  return {
    payments,
    fingerprints,
    tags: new Map((await rows(tagsQuery, account)).map(({ id, tag }) => [String(id), Number(tag)])),
    due: Number((await rows(dueQuery, account))[0]!['due']),
    attention,
    listedAttention,
    events: mergeEvents(before.events, events),
    closedBatches: (await rows(closedBatchesQuery, account)).map(({ id }) => String(id)),
  }
}
