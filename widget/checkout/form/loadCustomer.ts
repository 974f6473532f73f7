import type { LitElement } from 'lit'
import type { CheckoutPageData, PageCustomer } from '#contract/checkouts/page'
import { type CustomerForm, type CustomerPart, customerParts } from './customerParts.ts'
import { loadPart } from './loadPart.ts'

/** Loads the script of customers, and connects it to the form. */
export const loadCustomer = async (
  { script }: PageCustomer,
  form: LitElement & { data: CheckoutPageData },
): Promise<CustomerPart> => {
  const { connectCustomer } = await loadPart<typeof import('./customer.ts')>(script)
  return connectCustomer(form as CustomerForm, customerParts)
}
