import { apiError } from '#contract/errors/apiError'
import { builtInConnection } from '#contract/connections/builtInConnection'
import type { ConnectionStore } from '../../store/connections/connectionStore.ts'
import type { Account } from '../accounts/account.ts'
import type { Clock } from '../clock.ts'
import { notFound } from '../notFound.ts'

interface Needs {
  readonly account: Pick<Account, 'mode'>
  readonly clock: Clock
  readonly connections: Pick<ConnectionStore, 'delete'>
  /** Removes the account's keys from this isolate's cache: connections travel with them. */
  readonly dropCachedKeys: () => void
}

/**
 * Deletes a connection with its secrets permanently.
 *
 * Errors: not_found (404); connection_built_in (409); connection_in_use (409), if a payment has used it or a routing rule names it.
 */
export const deleteConnection = async (id: string, { account, clock, connections, dropCachedKeys }: Needs) => {
  if (id === builtInConnection && account.mode === 'test') throw apiError('connection_built_in')
  const result = await connections
    .delete(id, { at: clock.now(), action: 'connection.deleted', detail: { connection: id } })
    // Also if the response of the database is lost: the row may have been deleted.
    .finally(dropCachedKeys)
  if (result === 'connection_not_found') throw notFound('connection')
  if (result !== 'deleted') throw apiError('connection_in_use', { details: { by: result } })
  return { errors: null }
}
