import type { Scope } from '#contract/endpoint'
import { refuse } from '#contract/errors/apiError'

/**
 * No key makes one that may do more than itself, or a restricted key with keys:admin would be a secret one.
 *
 * Refusal: scope_missing (403), with the first scope that the caller lacks.
 */
export const requireScopes = (wanted: readonly Scope[], caller: { readonly scopes: readonly Scope[] }): void => {
  const missing = wanted.find((scope) => !caller.scopes.includes(scope))
  if (missing !== undefined) throw refuse('scope_missing', { details: { scope: missing } })
}
