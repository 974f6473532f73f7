import { markPlanDeleted, findPlanByLabel, insertPlan, selectPlans } from './plans.ts'
import { storeOf } from '../sql/scope.ts'

/** The plans of one account and mode. */
export const planStore = storeOf({
  insert: insertPlan,
  findByLabel: findPlanByLabel,
  list: selectPlans,
  delete: markPlanDeleted,
})

export type PlanStore = ReturnType<typeof planStore>
