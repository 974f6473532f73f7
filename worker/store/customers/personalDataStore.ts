import { bindScope } from '../sql/scope.ts'
import type { ShardScope, StoreScope } from '../sql/scope.ts'
import { beginErasure, eraseNextPayments, findUnfinishedErasures } from './erasures.ts'
import { readCustomerData, readOrders } from './personalData.ts'

/** All that is stored about one customer: export and erasure. */
export const personalDataStore = (scope: StoreScope) =>
  bindScope(scope, {
    read: readCustomerData,
    readOrders,
    beginErasure,
    eraseNext: eraseNextPayments,
  })

export type PersonalDataStore = ReturnType<typeof personalDataStore>

/** Erasures of a whole shard that have begun and not ended. */
export const erasureSweepStore = (scope: ShardScope) =>
  bindScope(scope, {
    findUnfinished: findUnfinishedErasures,
    eraseNext: eraseNextPayments,
  })

export type ErasureSweepStore = ReturnType<typeof erasureSweepStore>
