import * as v from 'valibot'
import { requestId } from '../errors/envelope.ts'
import { batch } from '../batches/batches.ts'
import { checkout } from '../checkouts/checkoutSchema.ts'
import { dispute } from '../disputes/disputeSchema.ts'
import { customer, walletEntry } from '../customers/customers.ts'
import { sessionStates } from '../terminals/device.ts'
import { customerSubscription } from '../subscriptions/subscriptions.ts'
import { terminal } from '../terminals/terminals.ts'
import { readScopes } from '../scopes.ts'
import type { Scope, ScopedResource } from '../scopes.ts'
import { transaction } from '../transactions/transactions.ts'

/** Names of the event kinds; the index is the number in the API. */
export const eventKinds = [
  'Authorization',
  'Capture',
  'Void',
  'Credit',
  'Settlement',
  'Customer and subscription',
  'Terminal and checkout',
] as const

export type EventKind = 0 | 1 | 2 | 3 | 4 | 5 | 6

/**
 * All event types with their kinds. Each event of a type with several kinds has one of them: that of its operation. The word before the dot is the resource, and the name of its member in `data`. eventTexts.ts describes
 * each type.
 */
export const kindsByType = {
  'transaction.authorized': 0,
  'transaction.partially_authorized': 0,
  'transaction.declined': 0,
  'transaction.failed': 0,
  'transaction.expired': 0,
  'transaction.reversed': 0,
  'transaction.captured': 1,
  'transaction.capture_failed': 1,
  'transaction.voided': 2,
  'transaction.void_failed': 2,
  'transaction.credited': 3,
  'transaction.credit_declined': 3,
  'transaction.credit_failed': 3,
  'batch.closed': 4,
  'transaction.settled': 4,
  'transaction.returned': 4,
  'transaction.disputed': 4,
  'transaction.needs_attention': [0, 1, 2, 3],
  'dispute.created': 4,
  'dispute.updated': 4,
  'dispute.closed': 4,
  'customer.created': 5,
  'customer.updated': 5,
  'customer.deleted': 5,
  'wallet.created': 5,
  'wallet.default_changed': 5,
  'wallet.deleted': 5,
  'subscription.created': 5,
  'subscription.updated': 5,
  'subscription.paused': 5,
  'subscription.resumed': 5,
  'subscription.charged': 5,
  'subscription.charge_failed': 5,
  'subscription.past_due': 5,
  'subscription.unpaid': 5,
  'subscription.completed': 5,
  'subscription.canceled': 5,
  'terminal.registered': 6,
  'terminal.online': 6,
  'terminal.offline': 6,
  'terminal.deleted': 6,
  'terminal.session_updated': 6,
  'checkout.created': 6,
  'checkout.completed': 6,
  'checkout.expired': 6,
} as const satisfies Readonly<Record<string, EventKind | readonly EventKind[]>>

export type EventType = keyof typeof kindsByType
export const eventTypes = Object.keys(kindsByType) as EventType[]

/** The kinds that events of a type have: one of the type, or that of the operation. */
export const kindsOf = (type: EventType): readonly EventKind[] => [kindsByType[type]].flat()

export const hasKind = (type: EventType, kind: number): boolean => kindsOf(type).some((one) => one === kind)

/**
 * The resource in an event has the same members as in a read. Payment methods and subscriptions also have the id of their customer, since a
 * read requires it. `terminal.session_updated` has the session's transaction and state, so a till that lost the response of its request can
 * find its payment.
 */
const resources = {
  transaction,
  batch,
  dispute,
  customer,
  wallet: () => v.object({ ...walletEntry().entries, customer: v.string() }),
  subscription: () => v.object({ ...customerSubscription().entries, customer: v.string() }),
  checkout: () => v.object(checkout()),
  terminal: () =>
    v.object({
      ...terminal().entries,
      session: v.optional(v.object({ transactionId: v.string(), state: v.picklist(sessionStates) })),
    }),
} as const satisfies Readonly<Record<ScopedResource, () => v.GenericSchema>>

export type EventResource = keyof typeof resources

type ResourceOf<Type extends EventType> = Type extends `${infer Resource extends EventResource}.${string}`
  ? Resource
  : never

/** The name of an event's resource in `data`. */
export const resourceOf = <Type extends EventType>(type: Type): ResourceOf<Type> =>
  type.split('.')[0] as ResourceOf<Type>

/** The scope that reads events of a type. */
export const readScopeOf = (type: EventType): Scope => readScopes[resourceOf(type)]

/**
 * - `id`: the same in all deliveries of an event
 * - `timestamp`: time of the event, RFC 3339 in UTC
 * - `requestId`: id of the request that caused the event; null for scheduled work
 * - `sequence`: number of the event among those of its resource, from 1, so that receivers can order them
 */
const members = () => ({
  id: v.pipe(v.string(), v.regex(/^evt-[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)),
  timestamp: v.pipe(v.string(), v.isoTimestamp()),
  apiVersion: v.literal('v1'),
  live: v.boolean(),
  requestId: v.nullable(requestId()),
  sequence: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.metadata({ jsonSchema: { type: 'integer', format: 'int64', minimum: 1 } }),
  ),
})

/** An event as it is delivered. */
export type Event<Type extends EventType = EventType> = Type extends EventType
  ? v.InferOutput<v.ObjectSchema<ReturnType<typeof members>, undefined>> & {
      readonly type: Type
      readonly kind: (typeof kindsByType)[Type] extends readonly (infer Kind)[] ? Kind : (typeof kindsByType)[Type]
      readonly data: { readonly [Name in ResourceOf<Type>]: v.InferOutput<ReturnType<(typeof resources)[Name]>> }
    }
  : never

/** The schema of event types with the same kinds and resource. */
const eventSchema = ([first, ...others]: readonly [EventType, ...EventType[]]) => {
  const resource = resourceOf(first)
  const kinds = kindsOf(first)
  return v.object({
    ...members(),
    kind: kinds.length === 1 ? v.literal(kinds[0]!) : v.picklist(kinds),
    type: v.picklist([first, ...others]),
    data: v.strictObject({ [resource]: resources[resource]() }),
  })
}

/** Event types with the same kinds and resource. */
const typeGroups = [...Map.groupBy(eventTypes, (type) => `${kindsOf(type).join()} ${resourceOf(type)}`).values()] as [
  EventType,
  ...EventType[],
][]

/**
 * Named for the resource, or for the kind if the resource has events of several kinds: CustomerEvent, CaptureEvent. One schema has the type
 * whose events are of several kinds.
 */
const schemaNameOf = ([type]: readonly [EventType, ...EventType[]]): string => {
  const resource = resourceOf(type)
  const groups = typeGroups.filter(([first]) => resourceOf(first) === resource)
  const [kind, ...otherKinds] = kindsOf(type)
  if (otherKinds.length > 0) return 'AttentionEvent'
  const name: string = groups.length > 1 ? eventKinds[kind!] : resource
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}Event`
}

/** Names of the schemas of events, with their types. */
export const eventTypesBySchema: ReadonlyMap<string, readonly [EventType, ...EventType[]]> = new Map(
  typeGroups.map((types) => [schemaNameOf(types), types]),
)
export const eventSchemaNames = [...eventTypesBySchema.keys()]

/** The schemas of events by name. */
export const eventSchemas = () =>
  Object.fromEntries([...eventTypesBySchema].map(([name, types]) => [name, eventSchema(types)]))

/** The body of a delivery. Later versions may add members, except to `data`, which has exactly one resource. */
export const event = () => v.variant('type', Object.values(eventSchemas()))
