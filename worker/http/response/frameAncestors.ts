import type { Gateway } from '../../app/gateway.ts'
import { Meter } from '../../app/meter.ts'
import { allowedOrigins } from '../../domain/accounts/origins.ts'
import { lookUpKey } from '../auth/authenticate.ts'

/** The origins that may frame the card form of a publishable key. Null for any other key, and for one that no longer holds. */
export const frameAncestors = async (keyText: string | undefined, gateway: Gateway): Promise<string[] | '*' | null> => {
  const found = keyText === undefined ? null : await lookUpKey(keyText, gateway, new Meter())
  if (found === null) return null
  const { kind, revoked, expires, account } = found.key
  const now = gateway.clock.now()
  const isGood = (revoked ?? Infinity) > now && (expires ?? Infinity) > now && !account.suspended
  if (kind !== 'pk' || !isGood) return null
  const origins = allowedOrigins(found.key)
  return origins === '*' ? origins : [...origins]
}
