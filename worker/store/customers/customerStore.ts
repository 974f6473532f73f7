import { findCustomer, insertCustomer, listCustomers, updateCustomer } from './customers.ts'
import { deleteCustomer } from './deletion.ts'
import { bindScope } from '../sql/scope.ts'
import type { StoreScope } from '../sql/scope.ts'

/** The customers of one account and mode. */
export const customerStore = (scope: StoreScope) =>
  bindScope(scope, {
    insert: insertCustomer,
    find: findCustomer,
    list: listCustomers,
    update: updateCustomer,
    delete: deleteCustomer,
  })

export type CustomerStore = ReturnType<typeof customerStore>
