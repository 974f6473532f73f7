import { html, type LitElement, type TemplateResult } from 'lit'
import type { SavedMethod } from '#contract/checkouts/form'
import type { CheckoutPageData } from '#contract/checkouts/page'
import type { CheckoutTexts } from '../../locales/checkoutTexts.ts'
import { requestCheckout } from '../payment/request.ts'
import { interpolate, type PageTexts } from './formContext.ts'

/** What the checkout's script shares with that of customers. */
export const customerParts = { html, interpolate, requestCheckout }
export type CustomerParts = typeof customerParts

/** The form, as the script of customers uses it. */
export type CustomerForm = LitElement & {
  data: CheckoutPageData
  readonly texts: PageTexts & { readonly checkout: Pick<CheckoutTexts, 'customer'> }
  savedMethod: SavedMethod | undefined
  readonly paying: boolean
  failure: string
}

/** What that script adds to the form. */
export type CustomerPart = {
  /** Shows the stored values masked in place of their fields. */
  readonly showKnown: () => Promise<void>
  /** Removes a saved payment method, beside its row. */
  readonly action: (method: SavedMethod, name: string) => TemplateResult | undefined
}
