import { resourceOf } from '#contract/events/events'
import type { EventResource } from '#contract/events/events'
import type { BatchTotal, TotalAsText } from '../batches/totals.ts'
import type { GivenConsent } from '../checkouts/givenConsents.ts'
import type { CheckoutSnapshot } from '../checkouts/checkoutEvents.ts'
import { customerSnapshotColumns } from '../customers/customerColumns.ts'
import { walletSnapshotColumns } from '../customers/walletEntryColumns.ts'
import { disputeResourceColumns } from '../disputes/disputeColumns.ts'
import type { Row } from '../sql/database.ts'
import { addedLater, defineColumns, integer, json, nested, nullable, text, enumText } from '../sql/row.ts'
import { subscriptionSnapshotColumns } from '../subscriptions/subscriptionColumns.ts'
import { terminalSnapshot } from '../terminals/terminalEvents.ts'
import { decodePaymentSnapshot } from '../transactions/paymentSnapshot.ts'
import type { EventHead, EventRow } from './events.ts'

/**
 * Decodes event snapshots: JSON that SQL creates from a resource's rows, with flags as 1 or 0 and JSON columns as texts. Those of payments have
 * only what may change later. An event is decoded once, when it is returned or delivered.
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
  discountCode: addedLater(text),
  shippingOption: addedLater(text),
  metadata: nullable(nested<Texts>()),
  phone: addedLater(text),
  consents: addedLater(nested<readonly GivenConsent[]>()),
})

/** Decodes a snapshot that has the whole resource. */
const whole =
  <Snapshot>(decode: (row: Row) => Snapshot) =>
  ({ snapshot }: EventRow): Snapshot =>
    decode(json<Row>().read(snapshot, 'snapshot'))

/** How the snapshot of each resource is decoded. */
const decoders = {
  transaction: ({ snapshot, rows, at }: EventRow) => decodePaymentSnapshot(snapshot, rows, at),
  batch: whole((row) => {
    const { totals, ...batch } = batchColumns.decode(row)
    return { ...batch, totals: totals.map(toBatchTotal) }
  }),
  dispute: whole(disputeResourceColumns.decode),
  customer: whole(customerSnapshotColumns.decode),
  wallet: whole(walletSnapshotColumns.decode),
  subscription: whole(subscriptionSnapshotColumns.decode),
  checkout: whole(checkoutColumns.decode),
  terminal: whole(terminalSnapshot.decode),
} as const satisfies Readonly<Record<EventResource, (event: EventRow) => unknown>>

type Snapshots = { readonly [Resource in EventResource]: ReturnType<(typeof decoders)[Resource]> }

/** An event of one kind of resource, with its snapshot. */
export type ResourceEvent<Resource extends EventResource> = EventHead & {
  readonly of: Resource
  /** Null for events of background work. */
  readonly requestId: string | null
  readonly snapshot: Snapshots[Resource]
}

export type DecodedEvent = { readonly [Resource in EventResource]: ResourceEvent<Resource> }[EventResource]

/** @throws TypeError if the snapshot is invalid, or a row of a payment */
export const decodeEvent = (event: EventRow): DecodedEvent => {
  const { snapshot: _stored, rows: _rows, ...head } = event
  const of = resourceOf(head.type)
  const snapshot = decoders[of](event)
  const requestId = head.requestId === '' && 'operation' in snapshot ? snapshot.operation.requestId : head.requestId
  return { ...head, requestId, of, snapshot } as DecodedEvent
}
