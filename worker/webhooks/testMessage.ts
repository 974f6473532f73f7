import type { Gateway } from '../app/gateway.ts'
import type { EndpointRegistration } from '../store/webhooks/endpoints.ts'
import type { Message } from './attempt.ts'

/**
 * What a receiver is sent to see whether it gets anything. Its type is that of no event, so that nobody takes it for one: nothing has
 * happened.
 */
export const testMessage = (
  { id, url, enabled, kinds, account }: EndpointRegistration,
  { ids }: Pick<Gateway, 'ids'>,
  nowMs: number,
): Message => {
  const event = `evt-${ids.uuid()}`
  return {
    id: event,
    body: JSON.stringify({
      id: event,
      kind: null,
      type: 'webhook.test',
      timestamp: new Date(nowMs).toISOString(),
      apiVersion: 'v1',
      live: account.mode === 'live',
      requestId: null,
      sequence: 1,
      data: { webhook: { id, url, enabled, subscribedEvents: kinds } },
    }),
  }
}
