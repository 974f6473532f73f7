/**
 * Recorded examples of the API: requests that were sent to a real gateway, and its responses.
 *
 * - `stories/*.ts` have the requests as data, and the steps between them, such as a card at a terminal or a day that passes. All stories begin
 *   with the steps of `stories/shop.ts`: one shop, one webhook, and one customer with a stored card.
 * - `recorded/*.json` have the responses. `npm run contract` plays the stories with a fixed clock and fixed ids, and writes these files; a
 *   test fails while they are stale.
 * - This module is for printers: `examplesOf` for an operation, `eventExample` for an event. It imports only the recorded files.
 * - `worker/proof/examples/exampleGateway.ts` has `startExampleGateway()`: it serves a story over HTTP on this machine, for samples that
 *   send a printed request literally. The ids, keys and tokens are those of the recorded files.
 */
import type { Endpoint } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import type { EventType } from '../../../contract/events/events.ts'
import { errorResponseName } from '../openapi/errorStatuses.ts'
import type { RecordedDelivery, RecordedEvents } from './recordedEvents.ts'
import type { RecordedExample } from './recordedExample.ts'
import recordedEvents from './recorded/events.json' with { type: 'json' }
import { recordedFiles } from './recordedFiles.ts'

export type { RecordedExample } from './recordedExample.ts'

/** All examples, story by story, in the order in which they were sent. */
export const recordedExamples: readonly RecordedExample[] = recordedFiles

/** Errors that many operations return. */
const isGeneral = ({ story }: RecordedExample): boolean => story === 'errors'

const byOperation = Map.groupBy(
  recordedExamples.filter((example) => !isGeneral(example)),
  ({ operation }) => operation,
)

/** The examples of an operation: successes before errors, otherwise in the order in which they were sent. */
export const examplesOf = (operation: string): readonly RecordedExample[] =>
  (byOperation.get(operation) ?? []).toSorted((a, b) => a.response.status - b.response.status)

const nameOfError = ({ operation, response: { status } }: RecordedExample): string =>
  errorResponseName(
    endpoints.find(({ name }) => name === operation)!,
    status,
  )

const errorsByName = Map.groupBy(
  recordedExamples.filter(({ response }) => response.status !== 200),
  nameOfError,
)

/** Examples of errors with the same content as those of an endpoint with a status: the general ones, if there are any. */
export const sharedErrorExamples = (endpoint: Endpoint, status: number): readonly RecordedExample[] => {
  const all = errorsByName.get(errorResponseName(endpoint, status)) ?? []
  const general = all.filter(isGeneral)
  return general.length > 0 ? general : all.slice(0, 2)
}

const byId = new Map(recordedExamples.map((example) => [example.id, example]))

/** The example with an id. @throws Error if there is none */
export const exampleById = (id: string): RecordedExample => {
  const found = byId.get(id)
  if (found === undefined) throw new Error(`No example ${id}.`)
  return found
}

/** The examples that lead to an example, in the order in which they were sent: those whose responses it uses, and theirs. */
export const stepsTo = (id: string): readonly RecordedExample[] => {
  const found = new Set<string>()
  const visit = (example: string): void => {
    for (const given of exampleById(example).given) {
      visit(given)
      found.add(given)
    }
  }
  visit(id)
  return recordedExamples.filter((example) => found.has(example.id))
}

const { events, delivery } = recordedEvents as unknown as RecordedEvents

/** An event of a type, as it was delivered. @throws Error if there is none */
export const eventExample = (type: EventType | 'webhook.test'): unknown => {
  const found = events[type]
  if (found === undefined) throw new Error(`No event ${type}.`)
  return found
}

/** A whole delivery of an event with its signature, and the secret that verifies it. */
export const deliveryExample: RecordedDelivery = delivery
