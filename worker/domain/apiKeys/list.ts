import type { Paging } from '#contract/schema/paging'
import { apiError } from '#contract/errors/apiError'
import type { ApiKeyStore } from '../../store/apiKeys/apiKeyStore.ts'
import { pageHeaders } from '../pageHeaders.ts'
import { toApiKey } from './toApi.ts'

interface Needs {
  readonly apiKeys: Pick<ApiKeyStore, 'list'>
}

/**
 * Lists a page of the account's keys in the mode of the caller's key, newest first.
 *
 * Error: query_invalid, for a cursor that is no key of this account and mode.
 */
export const listKeys = async (page: Paging, { apiKeys }: Needs) => {
  const list = await apiKeys.list(page)
  if (list === 'cursor_not_found') throw apiError('query_invalid', { field: 'cursor' })
  return { apiKeys: list.entries.map(toApiKey), headers: pageHeaders('/v1/apikeys', page, list), errors: null }
}
