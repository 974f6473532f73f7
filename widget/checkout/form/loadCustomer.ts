import type { LitElement } from 'lit'
import type { CheckoutPageData, PageCustomer } from '#contract/checkouts/page'
import { type CustomerForm, type CustomerPart, customerParts } from './customerParts.ts'

/** Loads the script of customers, once more if it fails: browsers cache a failed module under its URL. */
export const loadCustomer = async (
  { script }: PageCustomer,
  form: LitElement & { data: CheckoutPageData },
): Promise<CustomerPart> => {
  const loaded = (await import(/* @vite-ignore */ script).catch(
    () => import(/* @vite-ignore */ `${script}?${Date.now()}`),
  )) as typeof import('./customer.ts')
  return loaded.connectCustomer(form as CustomerForm, customerParts)
}
