import { markPlanDeleted, findPlanByLabel, insertPlan, selectPlans } from './plans.ts'
import { bindScope } from '../sql/scope.ts'
import type { OwnerScope } from '../sql/scope.ts'

/** The plans of one account and mode. */
export const planStore = (scope: OwnerScope) =>
  bindScope(scope, {
    insert: insertPlan,
    findByLabel: findPlanByLabel,
    list: selectPlans,
    delete: markPlanDeleted,
  })

export type PlanStore = ReturnType<typeof planStore>
