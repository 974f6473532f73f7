/** The name that a Durable Object id is derived from: the shard of the account, a hyphen, the webhook's id. */
export const endpointObjectName = (shard: string, webhook: string): string => `${shard}-${webhook}`

/** @param name in that form: it is not checked here */
export const parseEndpointObjectName = (name: string): { readonly shard: string; readonly webhook: string } => ({
  shard: name.slice(0, 2),
  webhook: name.slice(3),
})
