import { DurableObject } from 'cloudflare:workers'
import type { Bindings } from '../app/env.ts'
import { memoizedGateway } from '../app/gateway.ts'
import type { Gateway } from '../app/gateway.ts'
import type { WebhookSenderRpc } from '../app/objects.ts'
import { sendRequest } from './delivery/attempt.ts'
import type { SignedRequest } from './delivery/attempt.ts'
import type { DeliveryResponse } from './delivery/retrySchedule.ts'

const gateways = memoizedGateway({})

/**
 * Sends deliveries for a busy endpoint and returns the receiver's responses. Stores nothing. An object may wait for the headers of six
 * responses at a time, so an endpoint with more deliveries at once uses several senders. Queue, order and results stay in its own object.
 */
export class WebhookSender extends DurableObject<Bindings> implements WebhookSenderRpc {
  /** Overridden in tests with other receivers. */
  protected gateway(): Gateway {
    return gateways(this.env)
  }

  async send(request: SignedRequest): Promise<DeliveryResponse> {
    return sendRequest(request, this.gateway().fetch)
  }
}
