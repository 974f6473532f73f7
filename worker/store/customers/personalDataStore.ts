import { createStore } from '../sql/scope.ts'
import { beginErasure, eraseNextPayments, findUnfinishedErasures } from './erasures.ts'
import { readCustomerData, readOrders } from './personalData.ts'

/** Export and erasure of one customer's data. */
export const personalDataStore = createStore({
  read: readCustomerData,
  readOrders,
  beginErasure,
  eraseNext: eraseNextPayments,
})

export type PersonalDataStore = ReturnType<typeof personalDataStore>

/** Unfinished erasures of a whole shard. */
export const erasureSweepStore = createStore({
  findUnfinished: findUnfinishedErasures,
  eraseNext: eraseNextPayments,
})

export type ErasureSweepStore = ReturnType<typeof erasureSweepStore>
