/**
 * The databases by shard. The binding DB_00 has the accounts of shard 00, DB_0A those of shard 0a. Every API key contains the two
 * characters of its shard, so no directory is needed, and a new binding adds capacity.
 */
export type Shards = ReadonlyMap<string, D1Database>

export const bindShards = (bindings: Readonly<Record<string, unknown>>): Shards => {
  const shards = new Map<string, D1Database>()
  for (const [name, binding] of Object.entries(bindings)) {
    const [, shard] = /^DB_([0-9A-Z]{2})$/.exec(name) ?? []
    if (shard !== undefined) shards.set(shard.toLowerCase(), binding as D1Database)
  }
  return shards
}
