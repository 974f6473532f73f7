import { expect } from 'vitest'
import type { ReceivedDelivery, startWebhookReceivers } from '../../testing/fixtures/webhookFixture.ts'

export const second = 1000
export const hour = 60 * 60 * second
export const day = 24 * hour

export type ReceiverFixture = Awaited<ReturnType<ReturnType<typeof startWebhookReceivers>['open']>>

/** Creates a customer, which causes one event of kind 5. Returns its id. */
export const causeEvent = async ({ call }: ReceiverFixture, name = 'Ada'): Promise<string> =>
  (await call('POST', '/v1/customers', { body: { firstName: name } })).json.customers[0].id

/** Creates customers one after the other. Returns their ids. */
export const causeEvents = async (fixture: ReceiverFixture, count: number): Promise<string[]> => {
  const created = []
  for (let index = 0; index < count; index++) created.push(await causeEvent(fixture, `Ada ${'i'.repeat(index % 20)}`))
  return created
}

/** Expects all of these, each at most four places off: five deliveries are in flight at once and may overtake one another. */
export const expectInOrder = (received: readonly string[], all: readonly string[]): void => {
  expect(received.toSorted()).toEqual(all.toSorted())
  for (const [at, id] of received.entries()) expect(Math.abs(all.indexOf(id) - at)).toBeLessThan(5)
}

export const eventIds = (deliveries: readonly ReceivedDelivery[]): (string | null)[] =>
  deliveries.map(({ headers }) => headers.get('webhook-id'))

export const readWebhook = async ({ call }: ReceiverFixture, id: string) =>
  (await call('GET', '/v1/webhook')).json.webhooks.find((webhook: { id: string }) => webhook.id === id)

/** A response that a receiver holds back until `release`. */
export const createGate = () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  return {
    answering: () => promise.then((response) => response.clone()),
    release: (status = 204) => resolve(new Response(null, { status })),
  }
}

/** The deliveries to one receiver of the newest event, or of the newest event of a resource. */
export const deliveriesTo = async (
  { call, merchant }: ReceiverFixture,
  receiver: { readonly id: string },
  resource?: string,
): Promise<any[]> => {
  const rows = await merchant.rows(
    'SELECT id, resource FROM events WHERE account = ? ORDER BY position DESC',
    merchant.id,
  )
  const event = rows.find((row) => resource === undefined || row['resource'] === resource)?.['id'] as string
  const { deliveries } = (await call('GET', `/v1/events/${event}/attempts`)).json
  return deliveries.filter(({ webhook }: { webhook: string }) => webhook === receiver.id)
}
