import type { Environment } from '../../app/env.ts'

const none = {
  getByName: (): never => {
    throw new Error('Durable Objects are not available.')
  },
} as never

/** Keepers that cannot store an outcome and have none. */
const keepsNothing = {
  getByName: () => ({
    keep: async () => {
      throw new Error('Durable Objects are not available.')
    },
    drop: async () => undefined,
    write: async () => false,
  }),
} as never

/** Bindings for a gateway in a process without Durable Objects. */
export const noObjects: Pick<
  Environment,
  | 'terminals'
  | 'pairings'
  | 'webhookEndpoints'
  | 'webhookSenders'
  | 'simulatorBooks'
  | 'outcomeKeepers'
  | 'accountWork'
  | 'laneWorkers'
  | 'allowLocalWebhooks'
> = {
  terminals: none,
  pairings: none,
  webhookEndpoints: none,
  webhookSenders: none,
  simulatorBooks: none,
  outcomeKeepers: keepsNothing,
  accountWork: none,
  laneWorkers: none,
  allowLocalWebhooks: false,
}
