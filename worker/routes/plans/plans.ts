import { createSubscription, deleteSubscription, listSubscriptions } from '#contract/plans/plans'
import { createPlan } from '../../domain/plans/create.ts'
import { listPlans } from '../../domain/plans/list.ts'
import { deletePlan } from '../../domain/plans/delete.ts'
import type { App } from '../../http/app.ts'
import { serve } from '../../http/serve.ts'

/** Plans, which the API calls subscriptions. The subscriptions of customers are in subscriptions.ts. */
export const plans = (app: App): void => {
  serve(app, listSubscriptions, ({ query }, services) => listPlans(query, services))
  serve(app, createSubscription, ({ body }, services) => createPlan(body, services))
  serve(app, deleteSubscription, ({ params }, services) => deletePlan(params.Subscription, services))
}
