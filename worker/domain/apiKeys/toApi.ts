import type { ApiKeyRow } from '../../store/apiKeys/apiKeys.ts'
import { kindName } from './kinds.ts'

const time = (ms: number): string => new Date(ms).toISOString()
const timeOrNull = (ms: number | null): string | null => (ms === null ? null : time(ms))

/** Converts an API key to its resource: without its text, times in RFC 3339. */
export const toApiKey = (row: ApiKeyRow) => ({
  id: row.id,
  kind: kindName(row.kind),
  mode: row.mode,
  hint: row.hint,
  name: row.name,
  scopes: row.scopes,
  allowedOrigins: row.allowedOrigins,
  created: time(row.created),
  expires: timeOrNull(row.expires),
  revoked: timeOrNull(row.revoked),
  lastUsed: timeOrNull(row.lastUsed),
})
