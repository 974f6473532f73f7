import { listTransactions as listTransactionsEndpoint } from '#contract/transactions/transactionList'
import {
  authorizeTransaction,
  captureTransaction,
  creditTransaction,
  getTransaction as getTransactionEndpoint,
  resolveTransaction as resolveTransactionEndpoint,
  saleTransaction,
  voidTransaction as voidTransactionEndpoint,
} from '#contract/transactions/transactions'
import { authorize } from '../../domain/transactions/authorize.ts'
import { capture } from '../../domain/transactions/capture.ts'
import { credit } from '../../domain/transactions/credit.ts'
import { getTransaction } from '../../domain/transactions/get.ts'
import { listTransactions } from '../../domain/transactions/list/list.ts'
import { resolveTransaction } from '../../domain/transactions/recovery/resolve.ts'
import { sale } from '../../domain/transactions/sale.ts'
import { voidTransaction } from '../../domain/transactions/void.ts'
import type { App } from '../../http/app.ts'
import { serve } from '../../http/serve.ts'

export const transactions = (app: App): void => {
  serve(app, authorizeTransaction, ({ body }, services) => authorize(body, services))
  serve(app, saleTransaction, ({ body }, services) => sale(body, services))
  serve(app, captureTransaction, ({ body }, services) => capture(body, services))
  serve(app, voidTransactionEndpoint, ({ body }, services) => voidTransaction(body, services))
  serve(app, creditTransaction, ({ body }, services) => credit(body, services))
  serve(app, getTransactionEndpoint, ({ params }, services) => getTransaction(params.id, services))
  serve(app, resolveTransactionEndpoint, ({ params, body }, services) => resolveTransaction(params.id, body, services))
  serve(app, listTransactionsEndpoint, ({ query }, services) => listTransactions(query, services))
}
