import type { Environment } from '../../app/env.ts'
import type { CallingMember, Caller } from '../../domain/accounts/account.ts'
import type { KeyRecord } from '../../store/apiKeys/apiKeys.ts'
import type { SessionRecord } from '../../store/team/consoleSessions.ts'
import { clientAddress } from '../rateLimits/address.ts'

const toMember = ({ memberId, role, refundLimit, confirmed }: SessionRecord): CallingMember => ({
  id: memberId,
  role,
  refundLimit,
  confirmed,
})

/** The caller of a request: its key and, for browsers, its address. A checkout made in the console has its page on the payment host. */
export const toCaller = (
  key: KeyRecord,
  shard: string,
  { request, baseUrl }: { readonly request: Request; readonly baseUrl: string },
  { paymentOrigin }: Pick<Environment, 'paymentOrigin'>,
): Caller => ({
  keyId: key.keyId,
  member: key.session ? toMember(key.session) : null,
  scopes: key.scopes,
  shard,
  address: key.kind === 'pk' ? clientAddress(request) : null,
  origin: key.session ? (paymentOrigin ?? baseUrl) : baseUrl,
})
