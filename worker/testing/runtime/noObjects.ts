import type { Environment } from '../../app/env.ts'

const none = {
  getByName: (): never => {
    throw new Error('Durable Objects are not available.')
  },
} as never

/** Bindings for a gateway in a process without Durable Objects. */
export const noObjects: Pick<
  Environment,
  'terminals' | 'pairings' | 'webhookEndpoints' | 'simulatorBooks' | 'allowLocalWebhooks'
> = {
  terminals: none,
  pairings: none,
  webhookEndpoints: none,
  simulatorBooks: none,
  allowLocalWebhooks: false,
}
