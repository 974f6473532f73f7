import { insertToken } from './tokens.ts'
import { bindScope } from '../sql/scope.ts'
import type { StoreScope } from '../sql/scope.ts'

/** The single-use tokens of one account and mode. */
export const tokenStore = (scope: StoreScope) =>
  bindScope(scope, {
    insert: insertToken,
  })

export type TokenStore = ReturnType<typeof tokenStore>
