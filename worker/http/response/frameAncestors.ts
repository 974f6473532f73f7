import type { Gateway } from '../../app/gateway.ts'
import { Meter } from '../../app/meter.ts'
import { allowedOrigins } from '../../domain/accounts/origins.ts'
import { findApiKey } from '../auth/authenticate.ts'

/** The origins that may frame the card form of a publishable key. Null for any other key and for a revoked or expired one. */
export const frameAncestors = async (keyText: string | undefined, gateway: Gateway): Promise<string[] | '*' | null> => {
  const found = keyText === undefined ? null : await findApiKey(keyText, gateway, new Meter())
  if (found === null) return null
  const { kind, revoked, expires, account } = found.key
  const now = gateway.clock.now()
  const isValid = (revoked ?? Infinity) > now && (expires ?? Infinity) > now && !account.suspended
  if (kind !== 'pk' || !isValid) return null
  const origins = allowedOrigins(found.key)
  return origins === '*' ? origins : [...origins]
}
