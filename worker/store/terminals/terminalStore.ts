import { countPairingAttempt } from './pairingAttempts.ts'
import {
  confirmTerminal,
  findTerminalRow,
  findWaitingTerminals,
  insertTerminal,
  listTerminalRows,
  withdrawTerminal,
} from './terminals.ts'
import { createStore } from '../sql/scope.ts'

/** The terminals of one account and mode. */
export const terminalStore = createStore({
  find: findTerminalRow,
  list: listTerminalRows,
  insert: insertTerminal,
  confirm: confirmTerminal,
  withdraw: withdrawTerminal,
  findWaiting: findWaitingTerminals,
  countPairingAttempt,
})

export type TerminalStore = ReturnType<typeof terminalStore>
