import { insertKey, selectKeys, markKeyRevoked, replaceKey } from './apiKeys.ts'
import { storeOf } from '../sql/scope.ts'

/** The API keys of one account and mode. */
export const apiKeyStore = storeOf({
  insert: insertKey,
  list: selectKeys,
  revoke: markKeyRevoked,
  rotate: replaceKey,
})

export type ApiKeyStore = ReturnType<typeof apiKeyStore>
