import { insertKey, selectKeys, markKeyRevoked, replaceKey } from './apiKeys.ts'
import { bindScope } from '../sql/scope.ts'
import type { StoreScope } from '../sql/scope.ts'

/** The API keys of one account and mode. */
export const apiKeyStore = (scope: StoreScope) =>
  bindScope(scope, {
    insert: insertKey,
    list: selectKeys,
    revoke: markKeyRevoked,
    rotate: replaceKey,
  })

export type ApiKeyStore = ReturnType<typeof apiKeyStore>
