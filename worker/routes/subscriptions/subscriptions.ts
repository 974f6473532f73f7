import {
  cancelCustomerSubscription,
  createCustomerSubscription,
  listBills as listBillsEndpoint,
  listCustomerSubscriptions,
  updateCustomerSubscription,
} from '#contract/subscriptions/subscriptions'
import { listAllCustomerSubscriptions } from '#contract/subscriptions/subscriptionList'
import { listBills } from '../../domain/subscriptions/billing/listBills.ts'
import { cancelSubscription } from '../../domain/subscriptions/cancel.ts'
import { createSubscription } from '../../domain/subscriptions/create.ts'
import { listSubscriptions } from '../../domain/subscriptions/list.ts'
import { listAllSubscriptions } from '../../domain/subscriptions/listAll.ts'
import { updateSubscription } from '../../domain/subscriptions/update.ts'
import type { App } from '../../http/app.ts'
import { serve } from '../../http/serve.ts'

export const subscriptions = (app: App): void => {
  serve(app, listCustomerSubscriptions, ({ params, query }, services) =>
    listSubscriptions(params.Customer, query, services),
  )
  serve(app, createCustomerSubscription, ({ params, body }, services) =>
    createSubscription(params.Customer, body, services),
  )
  serve(app, updateCustomerSubscription, ({ params, body }, services) => updateSubscription(params, body, services))
  serve(app, cancelCustomerSubscription, ({ params }, services) => cancelSubscription(params, services))
  serve(app, listBillsEndpoint, ({ params, query }, services) => listBills(params, query, services))
  serve(app, listAllCustomerSubscriptions, ({ query }, services) => listAllSubscriptions(query, services))
}
