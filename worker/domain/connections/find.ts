import { builtInConnection } from '#contract/connections/builtInConnection'
import { apiError } from '#contract/errors/apiError'
import type { StoredConnection } from '../../store/connections/connections.ts'
import type { ConnectionStore } from '../../store/connections/connectionStore.ts'
import type { Account } from '../accounts/account.ts'
import { notFound } from '../notFound.ts'
import { toBuiltInConnection, toConnection } from './toApi.ts'
import type { ToConnectionNeeds } from './toApi.ts'

export interface FindConnectionNeeds {
  readonly account: Pick<Account, 'mode'>
  readonly connections: Pick<ConnectionStore, 'find'>
}

/** A connection that can be changed. Errors: not_found (404); connection_built_in (409), for the simulator. */
export const findOwnConnection = async (
  id: string,
  { account, connections }: FindConnectionNeeds,
): Promise<StoredConnection> => {
  if (id === builtInConnection && account.mode === 'test') throw apiError('connection_built_in')
  const found = await connections.find(id)
  if (found === null) throw notFound('connection')
  return found
}

/** Reads a connection, also the built-in one. Error: not_found (404). */
export const getConnection = async (id: string, needs: FindConnectionNeeds & ToConnectionNeeds) => {
  const builtIn = id === builtInConnection ? toBuiltInConnection(needs) : null
  return { connection: builtIn ?? toConnection(await findOwnConnection(id, needs), needs), errors: null }
}
