import * as v from 'valibot'
import { requestId } from './answers.ts'
import { batch } from './batches.ts'
import { checkout } from './checkouts.ts'
import { customer, walletEntry } from './customers.ts'
import { sessionStates } from './device.ts'
import { customerSubscription } from './subscriptions.ts'
import { terminal } from './terminals.ts'
import { transaction } from './transactions.ts'

/** The families of events, by their number on the wire. */
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

interface Rule {
  readonly kind: EventKind
  /** When it happens, in one sentence. */
  readonly when: string
}

/** All that can happen. The word before the point is the resource that it happens to, and the member of `data` that shows it. */
export const events = {
  'transaction.authorized': { kind: 0, when: 'A payment was approved, and its amount is held until it is captured.' },
  'transaction.partially_authorized': { kind: 0, when: 'A payment was approved for less than was asked for.' },
  'transaction.declined': { kind: 0, when: 'A payment was declined, by its issuer or by a rule of the gateway.' },
  'transaction.failed': { kind: 0, when: 'A payment never reached its processor, so no money can have moved.' },
  'transaction.expired': { kind: 0, when: 'A hold ran out before anything of it was captured.' },
  'transaction.reversed': { kind: 0, when: 'A payment whose outcome nobody knew was undone.' },
  'transaction.captured': { kind: 1, when: 'An amount was captured, later or together with its approval.' },
  'transaction.capture_failed': { kind: 1, when: 'A capture was declined, or never reached the processor.' },
  'transaction.voided': { kind: 2, when: 'A payment, or one operation of it, was undone before it settled.' },
  'transaction.void_failed': { kind: 2, when: 'A void was declined, or never reached the processor.' },
  'transaction.credited': { kind: 3, when: 'Money was given back, or paid out.' },
  'transaction.credit_declined': { kind: 3, when: 'A credit was declined.' },
  'transaction.credit_failed': { kind: 3, when: 'A credit never reached the processor.' },
  'batch.closed': { kind: 4, when: 'A batch has settled all that is in it.' },
  'transaction.settled': { kind: 4, when: 'A capture or a credit was settled in a batch.' },
  'transaction.returned': { kind: 4, when: 'A settled operation came back, such as a debit that the bank refused.' },
  'transaction.disputed': { kind: 4, when: 'The shopper disputes a settled payment.' },
  'customer.created': { kind: 5, when: 'A customer was created, by a request or by a checkout.' },
  'customer.updated': { kind: 5, when: 'What is known of a customer was changed.' },
  'customer.deleted': { kind: 5, when: 'A customer was deleted, with their payment methods.' },
  'wallet.created': { kind: 5, when: 'A payment method was stored.' },
  'wallet.default_changed': { kind: 5, when: 'Another payment method than before is the default of its customer.' },
  'wallet.deleted': { kind: 5, when: 'A payment method was erased.' },
  'subscription.created': { kind: 5, when: 'A customer was subscribed to a plan.' },
  'subscription.updated': { kind: 5, when: 'The price or the payment method of a subscription was changed.' },
  'subscription.paused': { kind: 5, when: 'A subscription was paused, so that periods pass without a charge.' },
  'subscription.resumed': { kind: 5, when: 'A paused subscription is charged again from its next date on.' },
  'subscription.charged': { kind: 5, when: 'A period of a subscription was paid.' },
  'subscription.charge_failed': { kind: 5, when: 'A charge of a subscription was declined or failed.' },
  'subscription.past_due': { kind: 5, when: 'A charge was declined for the first time, and is tried again.' },
  'subscription.unpaid': { kind: 5, when: 'The tries are used up, and another payment method is needed.' },
  'subscription.completed': { kind: 5, when: 'The last installment of a subscription was paid.' },
  'subscription.canceled': { kind: 5, when: 'A subscription was canceled for good.' },
  'terminal.registered': { kind: 6, when: 'A card reader was registered.' },
  'terminal.online': { kind: 6, when: 'A card reader has connected.' },
  'terminal.offline': { kind: 6, when: 'A card reader was not heard of for a minute.' },
  'terminal.deleted': { kind: 6, when: 'A card reader was deleted.' },
  'terminal.session_updated': { kind: 6, when: 'The payment at a card reader came a step further.' },
  'checkout.created': { kind: 6, when: 'A hosted checkout was created.' },
  'checkout.completed': { kind: 6, when: 'A hosted checkout was paid.' },
  'checkout.expired': { kind: 6, when: 'A hosted checkout ran out before anybody paid it.' },
} as const satisfies Readonly<Record<string, Rule>>

export type EventType = keyof typeof events
export const eventTypes = Object.keys(events) as EventType[]

export const kindOf = (type: EventType): EventKind => events[type].kind

/**
 * What an event shows of its resource: what a read of it answers. Payment methods and subscriptions say whose they are as well, since
 * their own ids alone do not lead to them. `terminal.session_updated` says which payment came to which step: a till whose request was cut
 * off finds its payment by that, from the first step on.
 */
const resources = {
  transaction,
  batch,
  customer,
  wallet: () => v.object({ ...walletEntry().entries, customer: v.string() }),
  subscription: () => v.object({ ...customerSubscription().entries, customer: v.string() }),
  checkout: () => v.object(checkout()),
  terminal: () =>
    v.object({
      ...terminal().entries,
      session: v.optional(v.object({ transactionId: v.string(), state: v.picklist(sessionStates) })),
    }),
} as const satisfies Readonly<Record<string, () => v.GenericSchema>>

export type EventResource = keyof typeof resources

type ResourceOf<Type extends EventType> = Type extends `${infer Resource extends EventResource}.${string}`
  ? Resource
  : never

/** The member of `data` that shows what an event happened to. */
export const resourceOf = <Type extends EventType>(type: Type): ResourceOf<Type> =>
  type.split('.')[0] as ResourceOf<Type>

/**
 * - `id`: the same however often it is delivered
 * - `timestamp`: when it happened, RFC 3339 in UTC
 * - `requestId`: of the request that brought it about; null where time did
 * - `sequence`: counts the events of one resource from 1 on, so that a receiver can tell which came first
 */
const members = () => ({
  id: v.pipe(v.string(), v.regex(/^evt-[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)),
  timestamp: v.pipe(v.string(), v.isoTimestamp()),
  apiVersion: v.literal('v1'),
  live: v.boolean(),
  requestId: v.nullable(requestId()),
  sequence: v.pipe(v.number(), v.integer(), v.minValue(1)),
})

/** An event as it is delivered. */
export type Event<Type extends EventType = EventType> = Type extends EventType
  ? v.InferOutput<v.ObjectSchema<ReturnType<typeof members>, undefined>> & {
      readonly type: Type
      readonly kind: (typeof events)[Type]['kind']
      readonly data: { readonly [Name in ResourceOf<Type>]: v.InferOutput<ReturnType<(typeof resources)[Name]>> }
    }
  : never

/** Events that look alike: one kind, happening to one sort of resource. */
const family = ([first, ...others]: readonly [EventType, ...EventType[]]) => {
  const resource = resourceOf(first)
  return v.object({
    ...members(),
    kind: v.literal(kindOf(first)),
    type: v.picklist([first, ...others]),
    data: v.strictObject({ [resource]: resources[resource]() }),
  })
}

/** The body of a delivery. A member beside these may come any time, in `data` none: one resource, named by the type. */
export const event = () => {
  const families = Map.groupBy(eventTypes, (type) => `${kindOf(type)} ${resourceOf(type)}`)
  return v.variant(
    'type',
    [...families.values()].map((types) => family(types as [EventType, ...EventType[]])),
  )
}
