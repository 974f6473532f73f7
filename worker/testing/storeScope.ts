import type { Database } from '../store/sql/database.ts'
import type { Owner } from '../store/sql/owner.ts'
import type { StoreScope } from '../store/sql/scope.ts'

/** A scope for tests that call store functions without HTTP: changes are signed by `key` and caused by nobody. */
export const storeScope = (database: Database, owner: Owner): StoreScope => ({
  database,
  owner,
  key: 'key',
  cause: null,
  sign: (note) => ({ ...note, key: 'key', requestId: 'request' }),
})
