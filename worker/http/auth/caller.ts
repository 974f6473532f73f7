import type { Caller } from '../../domain/accounts/account.ts'
import type { KeyRecord } from '../../store/apiKeys/apiKeys.ts'
import { addressOf } from '../rateLimits/address.ts'

/** The caller of a request: its key, and of a browser its address. */
export const callerOf = (
  key: KeyRecord,
  shard: string,
  { request, baseUrl }: { readonly request: Request; readonly baseUrl: string },
): Caller => ({
  keyId: key.keyId,
  scopes: key.scopes,
  shard,
  address: key.kind === 'pk' ? addressOf(request) : null,
  origin: baseUrl,
})
