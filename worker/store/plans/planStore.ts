import { markPlanDeleted, findPlanByLabel, insertPlan, listPlanRows } from './plans.ts'
import { createStore } from '../sql/scope.ts'

/** The plans of one account and mode. */
export const planStore = createStore({
  insert: insertPlan,
  findByLabel: findPlanByLabel,
  list: listPlanRows,
  delete: markPlanDeleted,
})

export type PlanStore = ReturnType<typeof planStore>
