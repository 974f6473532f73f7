import { createStore } from '../sql/scope.ts'
import {
  deleteConnectionRow,
  findConnectionRow,
  insertConnection,
  listConnectionRows,
  noteConnectionHealth,
  noteConnectionHealths,
  updateConnectionRow,
} from './connections.ts'
import { readRouting } from './routing.ts'

/** The connections of one account and mode. */
export const connectionStore = createStore({
  insert: insertConnection,
  list: listConnectionRows,
  find: findConnectionRow,
  update: updateConnectionRow,
  delete: deleteConnectionRow,
  noteHealth: noteConnectionHealth,
  readRouting,
})

export type ConnectionStore = ReturnType<typeof connectionStore>

/** The connections that a sweep has called, of any accounts. */
export const connectionSweepStore = createStore({ noteHealths: noteConnectionHealths })

export type ConnectionSweepStore = ReturnType<typeof connectionSweepStore>
