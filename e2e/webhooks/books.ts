import { isDeepStrictEqual } from 'node:util'
import type { WebhookEvent } from '../../widget/client/index.ts'
import type { DeliveringGateway } from './gateway.ts'
import type { Receiver } from './receiver.ts'

/** A change that the gateway has said was made: the event that must be there for it. */
export interface Acknowledged {
  readonly requestId: string
  readonly type: string
}

/** Which events a payment must have, and have once, by what has become of it. */
const eventsOfStatus: Readonly<Record<string, readonly string[]>> = {
  pending: [],
  authorized: ['transaction.authorized'],
  captured: ['transaction.authorized', 'transaction.captured'],
  voided: ['transaction.authorized', 'transaction.voided'],
  reversed: ['transaction.reversed'],
  failed: ['transaction.failed'],
}

/** The resource that an event happened to: its kind and its id. */
const resourceOf = ({ type, data }: WebhookEvent): string => {
  const [resource = ''] = type.split('.')
  const { originalTransactionId, id } = data[resource] as Readonly<Record<string, string | undefined>>
  return `${resource} ${originalTransactionId ?? id}`
}

const gapsIn = (events: readonly WebhookEvent[]): string[] =>
  [...Map.groupBy(events, resourceOf)].flatMap(([resource, own]) => {
    const numbers = own.map(({ sequence }) => sequence).toSorted((one, other) => one - other)
    return numbers.every((number, at) => number === at + 1) ? [] : [`${resource} has the events ${numbers.join(', ')}.`]
  })

/** Which changes the gateway shows, whether their requests were answered or not, and what must have been told of each. */
const changesShownBy = async (gateway: DeliveringGateway): Promise<ReadonlyMap<string, readonly string[]>> => {
  const customers = await gateway.list('/v1/customers', 'customers')
  const payments = await gateway.list('/v1/transactions', 'transactions')
  return new Map<string, readonly string[]>([
    ...customers.map(({ id }) => [`customer ${id}`, ['customer.created']] as const),
    ...payments.map(
      ({ transactionId, status }) =>
        [`transaction ${transactionId}`, eventsOfStatus[status] ?? ['unheard of']] as const,
    ),
  ])
}

/**
 * Compares what the gateway shows, what it lists of events, and what a receiver has got, when nothing is under way any more.
 *
 * @returns what is wrong, in sentences
 */
export const compareBooks = async (
  gateway: DeliveringGateway,
  receiver: Receiver,
  acknowledged: readonly Acknowledged[],
): Promise<string[]> => {
  // In this order: events may still be added, and none goes.
  const received = new Map(receiver.events)
  const shown = await changesShownBy(gateway)
  const events = await gateway.listEvents()
  const listed = new Map(events.map((event) => [event.id, event]))
  const told = Map.groupBy(events, resourceOf)
  const requests = new Set(events.map(({ requestId, type }) => `${requestId} ${type}`))
  return [
    ...receiver.faults,
    ...events.filter(({ id }) => !received.has(id)).map(({ id, type }) => `${type} ${id} never arrived.`),
    ...[...received.values()]
      .filter((event) => !isDeepStrictEqual(event, listed.get(event.id)))
      .map(({ id, type }) => `${type} ${id} arrived, and is listed otherwise or not at all.`),
    ...gapsIn(events),
    ...acknowledged
      .filter(({ requestId, type }) => !requests.has(`${requestId} ${type}`))
      .map(({ requestId, type }) => `Request ${requestId} was acknowledged, and there is no ${type} of it.`),
    ...[...shown].flatMap(([resource, types]) => {
      const own = (told.get(resource) ?? []).map(({ type }) => type)
      return types
        .filter((type) => own.filter((one) => one === type).length !== 1)
        .map((type) => `${resource} was told of by ${own.join(', ') || 'nothing'}, not once by ${type}.`)
    }),
    ...[...told.keys()].filter((resource) => !shown.has(resource)).map((resource) => `There is no ${resource}.`),
  ]
}
