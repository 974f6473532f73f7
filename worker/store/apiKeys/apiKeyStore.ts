import { insertKey, listKeyRows, markKeyRevoked, replaceKey } from './apiKeys.ts'
import { createStore } from '../sql/scope.ts'

/** The API keys of one account and mode. */
export const apiKeyStore = createStore({
  insert: insertKey,
  list: listKeyRows,
  revoke: markKeyRevoked,
  rotate: replaceKey,
})

export type ApiKeyStore = ReturnType<typeof apiKeyStore>
