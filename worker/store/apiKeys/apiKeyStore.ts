import { insertKey, listKeys, revokeKey, rotateKey } from './apiKeys.ts'
import { bindScope } from '../sql/scope.ts'
import type { StoreScope } from '../sql/scope.ts'

/** The API keys of one account and mode. */
export const apiKeyStore = (scope: StoreScope) =>
  bindScope(scope, {
    insert: insertKey,
    list: listKeys,
    revoke: revokeKey,
    rotate: rotateKey,
  })

export type ApiKeyStore = ReturnType<typeof apiKeyStore>
