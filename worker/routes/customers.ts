import {
  addWalletEntry as addWalletEntryEndpoint,
  createCustomer as createCustomerEndpoint,
  getCustomer as getCustomerEndpoint,
  listWallet as listWalletEndpoint,
} from '#contract/customers'
import { addWalletEntry } from '../domain/customers/addWalletEntry.ts'
import { createCustomer } from '../domain/customers/create.ts'
import { getCustomer } from '../domain/customers/get.ts'
import { listWallet } from '../domain/customers/listWallet.ts'
import type { App } from '../http/app.ts'
import { serve } from '../http/serve.ts'

export const customers = (app: App): void => {
  serve(app, createCustomerEndpoint, ({ body }, services) => createCustomer(body, services))
  serve(app, getCustomerEndpoint, ({ params }, services) => getCustomer(params.Customer, services))
  serve(app, listWalletEndpoint, ({ params, query }, services) => listWallet(params.Customer, query, services))
  serve(app, addWalletEntryEndpoint, ({ params, body }, services) => addWalletEntry(params.Customer, body, services))
}
