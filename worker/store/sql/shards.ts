/**
 * The databases by shard. A binding DB_00 holds the accounts of shard 00, DB_0A those of 0a: two characters in every API key name the
 * shard, so no directory is asked, and more capacity is one more binding.
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
