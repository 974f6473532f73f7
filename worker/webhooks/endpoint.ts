import { DurableObject } from 'cloudflare:workers'
import type { Bindings } from '../env.ts'
import { gatewayOf } from '../services.ts'
import type { Gateway } from '../services.ts'
import type { Attempted, Delivery } from './endpoints.ts'

const gateways = gatewayOf({})

/** The endpoint of a webhook: one object each, which delivers to it what happened, so that a slow receiver delays nobody else. */
export class WebhookEndpoint extends DurableObject<Bindings> {
  /** Tests give it a clock and receivers of theirs. */
  protected gateway(): Gateway {
    return gateways(this.env)
  }

  async wake(_clockOffsetMs: number): Promise<void> {}

  async catchUp(_clockOffsetMs: number): Promise<void> {}

  async replay(_position: number): Promise<void> {}

  async replayRange(_since: number, _until: number): Promise<void> {}

  async test(): Promise<Attempted | null> {
    return null
  }

  async deliveryOf(_position: number): Promise<Delivery | null> {
    return null
  }

  async forget(): Promise<void> {}
}
