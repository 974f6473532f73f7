import { insertToken } from './tokens.ts'
import { storeOf } from '../sql/scope.ts'

/** The single-use tokens of one account and mode. */
export const tokenStore = storeOf({
  insert: insertToken,
})

export type TokenStore = ReturnType<typeof tokenStore>
