import type { Gateway } from '../../app/gateway.ts'
import type { EndpointRegistration } from '../../store/webhooks/endpoints.ts'
import type { Message } from './attempt.ts'

/** A message that tests the connection to a receiver. Its type belongs to no event, so it cannot be mistaken for one. */
export const testMessage = (
  { id, url, enabled, kinds, types, account }: EndpointRegistration,
  { ids }: Pick<Gateway, 'ids'>,
  nowMs: number,
): Message => {
  const messageId = `evt-${ids.uuid()}`
  return {
    id: messageId,
    body: JSON.stringify({
      id: messageId,
      kind: null,
      type: 'webhook.test',
      timestamp: new Date(nowMs).toISOString(),
      apiVersion: 'v1',
      live: account.mode === 'live',
      requestId: null,
      sequence: 1,
      data: { webhook: { id, url, enabled, subscribedEvents: kinds, eventTypes: types } },
    }),
  }
}
