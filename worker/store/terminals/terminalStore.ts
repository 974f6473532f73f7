import { tryCode } from './pairingAttempts.ts'
import {
  confirmTerminal,
  findTerminal,
  findWaitingTerminals,
  insertTerminal,
  listTerminals,
  withdrawTerminal,
} from './terminals.ts'
import { bindScope } from '../sql/scope.ts'
import type { StoreScope } from '../sql/scope.ts'

/** The terminals of one account and mode. */
export const terminalStore = (scope: StoreScope) =>
  bindScope(scope, {
    find: findTerminal,
    list: listTerminals,
    insert: insertTerminal,
    confirm: confirmTerminal,
    withdraw: withdrawTerminal,
    findWaiting: findWaitingTerminals,
    tryCode,
  })

export type TerminalStore = ReturnType<typeof terminalStore>
