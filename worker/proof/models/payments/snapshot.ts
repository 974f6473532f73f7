import type { OperationState, OperationType, TransactionState } from '#contract/transactions/transactions'
import { clientOf } from '../kernel/client.ts'
import { everStored } from '../kernel/storedEvents.ts'
import type { StoredEvent } from '../kernel/storedEvents.ts'
import type { System } from '../kernel/gateway.ts'

/** A payment as GET shows it. Amounts in units of the currency. */
export interface Shown {
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

/** What is stored of an account. */
export interface Snapshot {
  /** Oldest first. */
  readonly payments: readonly Shown[]
  /** By operation, the number of the request that created it, which it carries as `initiatedByUserId`. */
  readonly tags: ReadonlyMap<string, number>
  /** Operations with work that is due. */
  readonly due: number
  readonly events: readonly StoredEvent[]
  /** Ids of closed batches. */
  readonly closed: readonly string[]
  /** Of each payment all that GET shows and that can change: one that has not changed is not read again. */
  readonly prints: ReadonlyMap<string, unknown>
}

export const emptySnapshot: Snapshot = {
  payments: [],
  tags: new Map(),
  due: 0,
  events: [],
  closed: [],
  prints: new Map(),
}

const printsOf = `
  SELECT id, concat_ws('/', status, approved, captured, credited, settled, capturing, released, expires, batchId, updated,
    (SELECT group_concat(concat_ws('/', id, status, amount, responseCode, updated)) FROM operations
     WHERE operations.transactionId = transactions.id)) AS print
  FROM transactions WHERE account = ? ORDER BY id`
const tagsOf = 'SELECT id, initiatedByUserId AS tag FROM operations WHERE account = ? AND initiatedByUserId IS NOT NULL'
const dueOf = 'SELECT count(*) AS due FROM operations WHERE account = ? AND due IS NOT NULL'
const eventsOf = 'SELECT resource, sequence, cause FROM events WHERE account = ? ORDER BY position'
const closedOf = "SELECT id FROM batches WHERE account = ? AND status = 'closed'"

export const takeSnapshot = async (system: System, before: Snapshot): Promise<Snapshot> => {
  const { run, rows, accounts } = system
  const [{ id: account, secretKey }] = accounts
  const known = new Map(before.payments.map((payment) => [payment.transactionId, payment]))
  const prints = new Map((await rows(printsOf, account)).map(({ id, print }) => [String(id), print]))
  const payments = await run(async ({ fetch }) => {
    const shown: Shown[] = []
    for (const [id, print] of prints)
      shown.push(
        before.prints.get(id) === print
          ? known.get(id)!
          : (await clientOf(fetch, secretKey)('GET', `/v1/transactions/${id}`)).json,
      )
    return shown
  }, null)
  const events = (await rows(eventsOf, account)) as unknown as StoredEvent[]
  return {
    payments,
    prints,
    tags: new Map((await rows(tagsOf, account)).map(({ id, tag }) => [String(id), Number(tag)])),
    due: Number((await rows(dueOf, account))[0]!['due']),
    events: everStored(before.events, events),
    closed: (await rows(closedOf, account)).map(({ id }) => String(id)),
  }
}
