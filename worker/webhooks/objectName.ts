/** The name that a Durable Object id is derived from: the shard of the account, a hyphen, the webhook's id. */
export const endpointObjectName = (shard: string, webhook: string): string => `${shard}-${webhook}`

/** The name of one of a webhook's senders. @param number from 1 */
export const senderObjectName = (endpoint: string, number: number): string => `${endpoint}-${number}`

/** @param name in that form: it is not checked here */
export const parseEndpointObjectName = (name: string): { readonly shard: string; readonly webhook: string } => ({
  shard: name.slice(0, 2),
  webhook: name.slice(3),
})
