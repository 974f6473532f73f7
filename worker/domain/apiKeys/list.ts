import type { Paging } from '#contract/schema/paging'
import { apiError } from '#contract/errors/apiError'
import type { ApiKeyStore } from '../../store/apiKeys/apiKeyStore.ts'
import { toApiKey } from './toApi.ts'

interface Needs {
  readonly apiKeys: Pick<ApiKeyStore, 'list'>
}

/**
 * Lists a page of the account's keys in the mode of the caller's key, newest first.
 *
 * Error: query_invalid, for a cursor, since pages of keys only have numbers.
 */
export const listKeys = async ({ cursor, ...page }: Paging, { apiKeys }: Needs) => {
  if (cursor !== null) throw apiError('query_invalid', { field: 'cursor' })
  return { apiKeys: (await apiKeys.list(page)).map(toApiKey), errors: null }
}
