import { authorizeTransaction, getTransaction as getTransactionEndpoint } from '#contract/transactions'
import { authorize } from '../domain/transactions/authorize.ts'
import { getTransaction } from '../domain/transactions/get.ts'
import type { App } from '../http/app.ts'
import { serve } from '../http/serve.ts'

export const transactions = (app: App): void => {
  serve(app, authorizeTransaction, ({ body }, services) => authorize(body, services))
  serve(app, getTransactionEndpoint, ({ params }, services) => getTransaction(params.id, services))
}
