import { deletePlan, findPlanByLabel, insertPlan, listPlans } from './plans.ts'
import { bindScope } from '../sql/scope.ts'
import type { OwnerScope } from '../sql/scope.ts'

/** The plans of one account and mode. */
export const planStore = (scope: OwnerScope) =>
  bindScope(scope, {
    insert: insertPlan,
    findByLabel: findPlanByLabel,
    list: listPlans,
    delete: deletePlan,
  })

export type PlanStore = ReturnType<typeof planStore>
