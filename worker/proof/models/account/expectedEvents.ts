import { holds } from '../kernel/model.ts'
import { outcomes } from '../payments/expectedEvents.ts'
import type { State } from './model.ts'
import type { Event, Shown, Snapshot } from './snapshot.ts'

/** By type and status, which come as text here. */
const wordsOf: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = outcomes

const ofPayment = ({ transactionId, status, operations }: Shown): string[] => {
  const ofOperations = operations.flatMap((one) =>
    (wordsOf[one.type]?.[one.status] ?? []).map((word) => `transaction.${word} ${one.transactionId}`),
  )
  return status === 'expired' ? [...ofOperations, `transaction.expired ${transactionId}`] : ofOperations
}

const textOf = (value: unknown): string => String(value ?? '')

/** An event with its resource, and what of that it happened to. */
const subjectOf = (event: Event): { readonly event: Event; readonly resource: string; readonly id: string } => {
  const { type, data } = event
  const [kind = ''] = type.split('.')
  const shown = data[kind] ?? {}
  const own = textOf(shown['customerSubscriptionId'] ?? shown['transactionId'] ?? shown['id'])
  const id = kind === 'checkout' ? textOf(shown['id']) : own
  return { event, resource: `${kind} ${textOf(shown['originalTransactionId']) || id}`, id }
}

/** What events of these types must name, and name once. */
const held = /^(transaction\.(?!disputed|returned)|batch\.closed|customer\.(created|deleted)|wallet\.created)/

/** Each change has one event, and there is no other event; those of a resource are numbered from 1. */
export const checkEvents = (
  state: State,
  { payments, closed, customers, events }: Snapshot,
  before: Snapshot,
): void => {
  for (const [id, text] of before.events)
    holds(events.get(id) === text, 'an event never changes', () => `${text} is now ${events.get(id)}`)
  const all = [...events.values()].map((text) => JSON.parse(text) as Event)
  const bySubject = all.map(subjectOf)
  for (const [resource, own] of Map.groupBy(bySubject, (one) => one.resource)) {
    const numbers = own.map(({ event }) => event.sequence).toSorted((one, other) => one - other)
    holds(
      numbers.every((number, at) => number === at + 1),
      'the events of a resource are numbered without a gap',
      () => `${resource}: ${numbers.join()}`,
    )
  }
  const told = bySubject
    .filter(({ event }) => held.test(event.type))
    .map(({ event, id }) => `${event.type.replace('partially_', '')} ${id}`)
  const gone = told.filter((one) => one.startsWith('customer.deleted')).map((one) => one.split(' ')[1]!)
  const ofWallets = told.filter((one) => one.startsWith('wallet.created'))
  const expected = [
    ...payments.flatMap(ofPayment),
    ...closed.map((id) => `batch.closed ${id}`),
    ...[...customers.keys(), ...gone].map((id) => `customer.created ${id}`),
    ...gone.map((id) => `customer.deleted ${id}`),
    // Of those that are gone nothing else is known.
    ...new Set([
      ...ofWallets,
      ...[...customers.values()].flatMap((methods) => methods.map(({ id }) => `wallet.created ${id}`)),
    ]),
  ]
  const missing = expected.filter((one) => !told.includes(one))
  const unheard = told.filter((one) => !expected.includes(one))
  holds(
    missing.length === 0 && unheard.length === 0 && new Set(told).size === told.length,
    'every change has one event',
    () => `missing: ${missing.join()}; unexpected: ${unheard.join()}; ${told.toSorted().join()}`,
  )
  checkAcknowledged(
    state,
    bySubject.map(({ event, id }) => `${event.type} ${id}`),
  )
}

/** Of acknowledged changes of resources whose lists do not show all that there ever were. */
const checkAcknowledged = ({ checkouts, subscriptions, readers }: State, told: readonly string[]): void => {
  const count = (of: string) => told.filter((one) => one === of).length
  const once = (of: string) => holds(count(of) === 1, 'every change has one event', () => `${of}: ${count(of)} times`)
  for (const { id, paid } of checkouts) {
    once(`checkout.created ${id}`)
    if (paid !== null && count(`checkout.completed ${id}`) > 0) once(`checkout.completed ${id}`)
  }
  for (const { id, gone } of subscriptions) {
    once(`subscription.created ${id}`)
    if (gone === 'yes') once(`subscription.canceled ${id}`)
  }
  for (const { id, gone } of readers) {
    once(`terminal.registered ${id}`)
    if (gone === 'yes') once(`terminal.deleted ${id}`)
  }
}
