import { assertInvariant } from '../kernel/invariant.ts'
import { eventsByStatus } from '../payments/expectedEvents.ts'
import type { State } from './model.ts'
import type { DisputeResource, Event, PaymentResource, Snapshot } from './snapshot.ts'

/** By type and status, which are untyped strings in responses. */
const eventNames: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = eventsByStatus

const paymentEvents = ({ transactionId, status, operations }: PaymentResource): string[] => {
  const operationEvents = operations.flatMap((operation) =>
    (eventNames[operation.type]?.[operation.status] ?? []).map(
      (name) => `transaction.${name} ${operation.transactionId}`,
    ),
  )
  return status === 'expired' ? [...operationEvents, `transaction.expired ${transactionId}`] : operationEvents
}

const toText = (value: unknown): string => String(value ?? '')

/** An event with its resource, and the id of the operation or subscription that changed. */
const withResource = (event: Event): { readonly event: Event; readonly resource: string; readonly id: string } => {
  const { type, data } = event
  const [kind = ''] = type.split('.')
  const resource = data[kind] ?? {}
  const changed = toText(resource['customerSubscriptionId'] ?? resource['transactionId'] ?? resource['id'])
  // A checkout and a dispute name transactions, too.
  if (kind === 'checkout' || kind === 'dispute') {
    const id = toText(resource['id'])
    return { event, resource: `${kind} ${id}`, id }
  }
  return { event, resource: `${kind} ${toText(resource['originalTransactionId']) || changed}`, id: changed }
}

/** Types of events that are compared with the snapshot. */
const checkedTypes =
  /^(transaction\.(?!returned|needs_attention)|batch\.closed|dispute\.created|customer\.(created|deleted)|wallet\.created)/

/** Each change has exactly one event, and there are no others. Events of a resource are numbered from 1. */
export const checkEvents = (
  state: State,
  { payments, closedBatches, customers, events, disputes }: Snapshot,
  before: Snapshot,
): void => {
  for (const [id, text] of before.events)
    assertInvariant(events.get(id) === text, 'an event never changes', () => `${text} is now ${events.get(id)}`)
  const all = [...events.values()].map((text) => JSON.parse(text) as Event)
  const withResources = all.map(withResource)
  for (const [resource, own] of Map.groupBy(withResources, ({ resource }) => resource)) {
    const numbers = own.map(({ event }) => event.sequence).toSorted((one, other) => one - other)
    assertInvariant(
      numbers.every((number, at) => number === at + 1),
      'events of a resource are numbered without gaps',
      () => `${resource}: ${numbers.join()}`,
    )
  }
  const stored = withResources
    .filter(({ event }) => checkedTypes.test(event.type))
    .map(({ event, id }) => `${event.type.replace('partially_', '')} ${id}`)
  const deletedCustomers = stored
    .filter((event) => event.startsWith('customer.deleted'))
    .map((event) => event.split(' ')[1]!)
  const walletEvents = stored.filter((event) => event.startsWith('wallet.created'))
  const expected = [
    ...payments.flatMap(paymentEvents),
    ...closedBatches.map((id) => `batch.closed ${id}`),
    ...disputes.flatMap(disputeEvents),
    ...[...customers.keys(), ...deletedCustomers].map((id) => `customer.created ${id}`),
    ...deletedCustomers.map((id) => `customer.deleted ${id}`),
    // Includes stored events, since deleted payment methods are not in the snapshot.
    ...new Set([
      ...walletEvents,
      ...[...customers.values()].flatMap((methods) => methods.map(({ id }) => `wallet.created ${id}`)),
    ]),
  ]
  const missing = expected.filter((event) => !stored.includes(event))
  const unexpected = stored.filter((event) => !expected.includes(event))
  assertInvariant(
    missing.length === 0 && unexpected.length === 0 && new Set(stored).size === stored.length,
    'every change has exactly one event',
    () => `missing: ${missing.join()}; unexpected: ${unexpected.join()}; ${stored.toSorted().join()}`,
  )
  checkDisputes(disputes, all)
  checkAcknowledged(
    state,
    withResources.map(({ event, id }) => `${event.type} ${id}`),
  )
}

const withdrawing = new Set(['open', 'lost', 'accepted'])
const final = new Set(['won', 'lost', 'accepted'])

/** Events of a dispute that it has once, and that of its capture once the bank has withdrawn money. */
const disputeEvents = ({ id, transactionId, stages }: DisputeResource): string[] => [
  `dispute.created ${id}`,
  ...(stages.some(({ stage }) => withdrawing.has(stage)) ? [`transaction.disputed ${transactionId}`] : []),
]

/** Each stage of a dispute after its first one has one event. The newest event has the dispute as a read returns it. */
const checkDisputes = (disputes: readonly DisputeResource[], events: readonly Event[]): void => {
  for (const dispute of disputes) {
    const own = events.filter(({ data }) => data['dispute']?.['id'] === dispute.id)
    const sent = own.toSorted((one, other) => one.sequence - other.sequence).map(({ type }) => type)
    const [, ...later] = dispute.stages
    const expected = [
      'dispute.created',
      ...later.map(({ stage }) => (final.has(stage) ? 'dispute.closed' : 'dispute.updated')),
    ]
    assertInvariant(
      JSON.stringify(sent) === JSON.stringify(expected),
      'each stage of a dispute has one event',
      () => `${sent.join()} instead of ${expected.join()}`,
    )
    const newest = own.find(({ sequence }) => sequence === own.length)?.data['dispute']
    assertInvariant(
      JSON.stringify(newest) === JSON.stringify(dispute),
      'the newest event of a dispute has the dispute as it is',
      () => `${JSON.stringify(newest)} instead of ${JSON.stringify(dispute)}`,
    )
  }
}

/** Checks events of acknowledged changes to resources whose lists omit deleted ones. */
const checkAcknowledged = ({ checkouts, subscriptions, terminals }: State, stored: readonly string[]): void => {
  const count = (event: string) => stored.filter((other) => other === event).length
  const checkOnce = (event: string) =>
    assertInvariant(count(event) === 1, 'every change has exactly one event', () => `${event}: ${count(event)} times`)
  for (const { id, paid } of checkouts) {
    checkOnce(`checkout.created ${id}`)
    if (paid !== null && count(`checkout.completed ${id}`) > 0) checkOnce(`checkout.completed ${id}`)
  }
  for (const { id, deleted } of subscriptions) {
    checkOnce(`subscription.created ${id}`)
    if (deleted === 'yes') checkOnce(`subscription.canceled ${id}`)
  }
  for (const { id, deleted } of terminals) {
    checkOnce(`terminal.registered ${id}`)
    if (deleted === 'yes') checkOnce(`terminal.deleted ${id}`)
  }
}
