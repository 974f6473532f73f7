import type { Environment } from '../../app/env.ts'

const none = {
  getByName: (): never => {
    throw new Error('No Durable Objects here.')
  },
} as never

/** For the gateway in a process without the runtime, which alone has objects. */
export const noObjects: Pick<Environment, 'terminals' | 'pairings' | 'webhookEndpoints' | 'allowLocalWebhooks'> = {
  terminals: none,
  pairings: none,
  webhookEndpoints: none,
  allowLocalWebhooks: false,
}
