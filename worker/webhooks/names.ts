/** What the object of a webhook is called by: the shard of its account, a hyphen, the id of the webhook. */
export const endpointName = (shard: string, webhook: string): string => `${shard}-${webhook}`

/** A name, taken apart. Only of a text that has the form of one. */
export const partsOfEndpoint = (name: string): { readonly shard: string; readonly webhook: string } => ({
  shard: name.slice(0, 2),
  webhook: name.slice(3),
})
