import { eraseCustomer, exportCustomer } from '#contract/customers/customerData'
import { eraseCustomer as erase } from '../../domain/customerData/erase.ts'
import { exportCustomer as exportData } from '../../domain/customerData/export.ts'
import type { App } from '../../http/app.ts'
import { serve } from '../../http/serve.ts'

export const customerData = (app: App): void => {
  serve(app, exportCustomer, ({ params }, services) => exportData(params.Customer, services))
  serve(app, eraseCustomer, ({ params }, services) => erase(params.Customer, services))
}
