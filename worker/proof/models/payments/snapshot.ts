import type { OperationState, OperationType, TransactionState } from '#contract/transactions/transactions'
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
  }[]
}

/** The stored state of an account. */
export interface Snapshot {
  /** Oldest first. */
  readonly payments: readonly PaymentResource[]
  /** By operation, the number of the request that created it, from `initiatedByUserId`. */
  readonly tags: ReadonlyMap<string, number>
  /** Operations with work that is due. */
  readonly due: number
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
  events: [],
  closedBatches: [],
  fingerprints: new Map(),
}

const fingerprintsQuery = `
  SELECT id, concat_ws('/', status, approved, captured, credited, settled, capturing, released, expires, batchId, updated,
    (SELECT group_concat(concat_ws('/', id, status, amount, responseCode, updated)) FROM operations
     WHERE operations.transactionId = transactions.id)) AS fingerprint
  FROM transactions WHERE account = ? ORDER BY id`
const tagsQuery =
  'SELECT id, initiatedByUserId AS tag FROM operations WHERE account = ? AND initiatedByUserId IS NOT NULL'
const dueQuery = 'SELECT count(*) AS due FROM operations WHERE account = ? AND due IS NOT NULL'
const eventsQuery = 'SELECT resource, sequence, cause FROM events WHERE account = ? ORDER BY position'
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
  const events = (await rows(eventsQuery, account)) as unknown as StoredEvent[]
  return {
    payments,
    fingerprints,
    tags: new Map((await rows(tagsQuery, account)).map(({ id, tag }) => [String(id), Number(tag)])),
    due: Number((await rows(dueQuery, account))[0]!['due']),
    events: mergeEvents(before.events, events),
    closedBatches: (await rows(closedBatchesQuery, account)).map(({ id }) => String(id)),
  }
}
