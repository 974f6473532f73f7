import { findCustomer, insertCustomer, listCustomerRows, updateCustomerRow } from './customers.ts'
import { softDeleteCustomer } from './deletion.ts'
import { createStore } from '../sql/scope.ts'

/** The customers of one account and mode. */
export const customerStore = createStore({
  insert: insertCustomer,
  find: findCustomer,
  list: listCustomerRows,
  update: updateCustomerRow,
  delete: softDeleteCustomer,
})

export type CustomerStore = ReturnType<typeof customerStore>
