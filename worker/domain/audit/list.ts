import { listAuditEntries as endpoint } from '#contract/audit/audit'
import type { AuditSearch } from '#contract/audit/audit'
import { apiError } from '#contract/errors/apiError'
import type { AuditStore } from '../../store/audit/auditStore.ts'
import { pageHeaders } from '../pageHeaders.ts'
import { toAuditEntry } from './toApi.ts'

interface Needs {
  readonly audit: Pick<AuditStore, 'list'>
}

/**
 * Lists a page of the account's audit entries that match, newest first.
 *
 * Error: query_invalid, for a cursor that is not an entry of this list.
 */
export const listAuditEntries = async ({ filters, page, query }: AuditSearch, { audit }: Needs) => {
  const list = await audit.list(filters, page)
  if (list === 'cursor_not_found') throw apiError('query_invalid', { field: 'cursor' })
  return {
    entries: list.entries.map(toAuditEntry),
    headers: pageHeaders(endpoint.path, page, list, query),
    errors: null,
  }
}
