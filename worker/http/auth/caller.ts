import type { Caller } from '../../domain/accounts/account.ts'
import type { KeyRecord } from '../../store/apiKeys/apiKeys.ts'
import { clientAddress } from '../rateLimits/address.ts'

/** The caller of a request: its key and, for browsers, its address. */
export const toCaller = (
  key: KeyRecord,
  shard: string,
  { request, baseUrl }: { readonly request: Request; readonly baseUrl: string },
): Caller => ({
  keyId: key.keyId,
  scopes: key.scopes,
  shard,
  address: key.kind === 'pk' ? clientAddress(request) : null,
  origin: baseUrl,
})
