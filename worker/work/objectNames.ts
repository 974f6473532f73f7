import type { Owner } from '../store/sql/owner.ts'

/** The name that a Durable Object id is derived from: the shard of the account, the account and its mode. */
export const accountWorkName = (shard: string, { account, mode }: Owner): string => `${shard}-${mode}-${account}`

/** @param name in that form: it is not checked here */
export const parseAccountWorkName = (name: string): { readonly shard: string; readonly owner: Owner } => {
  const [shard = '', mode = '', ...account] = name.split('-')
  return { shard, owner: { account: account.join('-'), mode: mode as Owner['mode'] } }
}

/** The name of one of an account's objects that work on a lane. @param number from 1 */
export const laneWorkerName = (account: string, lane: string, number: number): string => `${account}-${lane}-${number}`
