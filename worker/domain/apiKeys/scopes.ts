import type { Scope } from '#contract/scopes'
import { apiError } from '#contract/errors/apiError'

/**
 * Requires that the caller has all scopes. A key cannot issue one with more scopes than its own, or a restricted key with
 * keys:admin would equal a secret key.
 *
 * Error: scope_missing (403), with the first missing scope.
 */
export const requireScopes = (required: readonly Scope[], caller: { readonly scopes: readonly Scope[] }): void => {
  const missing = required.find((scope) => !caller.scopes.includes(scope))
  if (missing !== undefined) throw apiError('scope_missing', { details: { scope: missing } })
}
