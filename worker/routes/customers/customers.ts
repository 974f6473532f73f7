import {
  addWalletEntry as addWalletEntryEndpoint,
  createCustomer as createCustomerEndpoint,
  deleteCustomer as deleteCustomerEndpoint,
  deleteWalletEntry as deleteWalletEntryEndpoint,
  getCustomer as getCustomerEndpoint,
  listCustomers as listCustomersEndpoint,
  listWallet as listWalletEndpoint,
  updateCustomer as updateCustomerEndpoint,
  updateWalletEntry as updateWalletEntryEndpoint,
} from '#contract/customers/customers'
import { addWalletEntry } from '../../domain/customers/addWalletEntry.ts'
import { createCustomer } from '../../domain/customers/create.ts'
import { deleteCustomer } from '../../domain/customers/delete.ts'
import { deleteWalletEntry } from '../../domain/customers/deleteWalletEntry.ts'
import { getCustomer } from '../../domain/customers/get.ts'
import { listCustomers } from '../../domain/customers/list.ts'
import { listWallet } from '../../domain/customers/listWallet.ts'
import { updateCustomer } from '../../domain/customers/update.ts'
import { updateWalletEntry } from '../../domain/customers/updateWalletEntry.ts'
import type { App } from '../../http/app.ts'
import { serve } from '../../http/serve.ts'

const toWalletPath = ({ Customer, Wallet }: { readonly Customer: string; readonly Wallet: string }) => ({
  customer: Customer,
  wallet: Wallet,
})

export const customers = (app: App): void => {
  serve(app, listCustomersEndpoint, ({ query }, services) => listCustomers(query, services))
  serve(app, createCustomerEndpoint, ({ body }, services) => createCustomer(body, services))
  serve(app, getCustomerEndpoint, ({ params }, services) => getCustomer(params.Customer, services))
  serve(app, updateCustomerEndpoint, ({ params, body }, services) => updateCustomer(params.Customer, body, services))
  serve(app, deleteCustomerEndpoint, ({ params }, services) => deleteCustomer(params.Customer, services))
  serve(app, listWalletEndpoint, ({ params, query }, services) => listWallet(params.Customer, query, services))
  serve(app, addWalletEntryEndpoint, ({ params, body }, services) => addWalletEntry(params.Customer, body, services))
  serve(app, updateWalletEntryEndpoint, ({ params, body }, services) =>
    updateWalletEntry(toWalletPath(params), body, services),
  )
  serve(app, deleteWalletEntryEndpoint, ({ params }, services) => deleteWalletEntry(toWalletPath(params), services))
}
