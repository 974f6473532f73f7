import { resourceOf } from '#contract/events/events'
import type { EventResource } from '#contract/events/events'
import type { BatchTotal, TotalAsText } from '../batches/totals.ts'
import type { CheckoutSnapshot } from '../checkouts/checkoutEvents.ts'
import { customerSnapshotColumns } from '../customers/customerColumns.ts'
import { walletSnapshotColumns } from '../customers/walletEntryColumns.ts'
import { disputeResourceColumns } from '../disputes/disputeColumns.ts'
import type { Row } from '../sql/database.ts'
import { defineColumns, integer, json, nested, nullable, text, enumText } from '../sql/row.ts'
import { subscriptionSnapshotColumns } from '../subscriptions/subscriptionColumns.ts'
import { terminalSnapshot } from '../terminals/terminalEvents.ts'
import { attentionColumn } from '../transactions/attentionOf.ts'
import {
  listedOperationColumns,
  operationResourceColumns,
  transactionResourceColumns,
} from '../transactions/columns.ts'
import type { EventHead, EventRow } from './events.ts'

/**
 * Decodes event snapshots: JSON that SQL creates from a resource's rows, with flags as 1 or 0 and JSON columns as texts. An event is decoded
 * once, when it is returned or delivered.
 */

type Texts = Readonly<Record<string, string>>

const batchColumns = defineColumns({
  id: text,
  status: enumText<'closing' | 'closed'>(),
  cutoff: integer,
  created: integer,
  closed: nullable(integer),
  totals: nested<readonly TotalAsText[]>(),
})

const toBatchTotal = ({ captured, credited, ...counts }: TotalAsText): BatchTotal => ({
  ...counts,
  captured: BigInt(captured),
  credited: BigInt(credited),
})

const checkoutColumns = defineColumns({
  id: text,
  origin: text,
  currency: integer,
  total: integer,
  customer: nullable(text),
  created: integer,
  expires: integer,
  receipt: enumText<CheckoutSnapshot['receipt']>(),
  status: enumText<CheckoutSnapshot['status']>(),
  transactionId: nullable(integer),
  subscription: nullable(text),
  metadata: nullable(nested<Texts>()),
})

const transactionParts = defineColumns({
  transaction: nested<Row>(),
  operation: nested<Row>(),
  operations: nested<Row[]>(),
  attention: attentionColumn,
})

/** How the snapshot of each resource is decoded. */
const decoders = {
  transaction: (row: Row) => {
    const { transaction, operation, operations, attention } = transactionParts.decode(row)
    return {
      attention,
      transaction: transactionResourceColumns.decode(transaction),
      operation: operationResourceColumns.decode(operation),
      operations: operations.map(listedOperationColumns.decode),
    }
  },
  batch: (row: Row) => {
    const { totals, ...batch } = batchColumns.decode(row)
    return { ...batch, totals: totals.map(toBatchTotal) }
  },
  dispute: disputeResourceColumns.decode,
  customer: customerSnapshotColumns.decode,
  wallet: walletSnapshotColumns.decode,
  subscription: subscriptionSnapshotColumns.decode,
  checkout: checkoutColumns.decode,
  terminal: terminalSnapshot.decode,
} as const satisfies Readonly<Record<EventResource, (row: Row) => unknown>>

type Snapshots = { readonly [Resource in EventResource]: ReturnType<(typeof decoders)[Resource]> }

/** An event of one kind of resource, with its snapshot. */
export type ResourceEvent<Resource extends EventResource> = EventHead & {
  readonly of: Resource
  readonly snapshot: Snapshots[Resource]
}

export type DecodedEvent = { readonly [Resource in EventResource]: ResourceEvent<Resource> }[EventResource]

/** @throws TypeError if the snapshot is invalid */
export const decodeEvent = ({ snapshot, ...head }: EventRow): DecodedEvent => {
  const of = resourceOf(head.type)
  const row = json<Row>().read(snapshot, 'snapshot')
  return { ...head, of, snapshot: decoders[of](row) } as DecodedEvent
}
