import { createStore } from '../sql/scope.ts'
import { beginErasure, eraseNextPayments, findUnfinishedErasures } from './erasures.ts'
import { readCustomerData, readOrders } from './personalData.ts'

/** All that is stored about one customer: export and erasure. */
export const personalDataStore = createStore({
  read: readCustomerData,
  readOrders,
  beginErasure,
  eraseNext: eraseNextPayments,
})

export type PersonalDataStore = ReturnType<typeof personalDataStore>

/** Erasures of a whole shard that have begun and not ended. */
export const erasureSweepStore = createStore({
  findUnfinished: findUnfinishedErasures,
  eraseNext: eraseNextPayments,
})

export type ErasureSweepStore = ReturnType<typeof erasureSweepStore>
