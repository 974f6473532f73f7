import { createStore } from '../sql/scope.ts'
import {
  deleteConnectionRow,
  findConnectionRow,
  insertConnection,
  listConnectionRows,
  noteConnectionHealth,
  updateConnectionRow,
} from './connections.ts'

/** The connections of one account and mode. */
export const connectionStore = createStore({
  insert: insertConnection,
  list: listConnectionRows,
  find: findConnectionRow,
  update: updateConnectionRow,
  delete: deleteConnectionRow,
  noteHealth: noteConnectionHealth,
})

export type ConnectionStore = ReturnType<typeof connectionStore>
