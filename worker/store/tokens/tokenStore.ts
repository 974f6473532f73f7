import { insertToken } from './tokens.ts'
import { createStore } from '../sql/scope.ts'

/** The single-use tokens of one account and mode. */
export const tokenStore = createStore({
  insert: insertToken,
})

export type TokenStore = ReturnType<typeof tokenStore>
