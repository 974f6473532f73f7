import type { Owner } from '../store/sql/owner.ts'

/** The name that a Durable Object id is derived from: the shard of the account, the account and its mode. */
export const keeperObjectName = (shard: string, { account, mode }: Owner): string => `${shard}-${mode}-${account}`

/** The shard of an object's name. */
export const shardOfKeeper = (name: string): string => name.slice(0, 2)
