import * as v from 'valibot'
import { notFreeText, patterned, text } from '../schema/fields.ts'
import { int32 } from '../schema/numbers.ts'
import { strictObject } from '../schema/objects.ts'

/** A way of shipping, as offered. The amount is decimal text in currency units. */
export interface ShippingOption {
  readonly id: string
  readonly label: string
  readonly amount: string
  readonly estimate: string | null
}

/**
 * The order that a shopper's choices make, as it is charged and stored. Amounts are decimal text in currency units: total = subtotal - discount
 * + tax + surcharge + shipping, where null is 0.
 */
export interface PricedOrder {
  /** By item; 0 for an item that the shopper removed. */
  readonly quantities: readonly number[]
  readonly subtotal: string
  readonly discount: string | null
  readonly tax: string | null
  readonly surcharge: string | null
  readonly shipping: string | null
  readonly total: string
  /** The discount's code as the merchant writes it. */
  readonly code: string | null
  readonly shippingOption: ShippingOption | null
}

const choices = () => ({
  /** By item. */
  quantities: v.optional(v.pipe(v.array(int32(0, 999_999)), v.maxLength(200))),
  code: v.optional(notFreeText(text(0, 100)), ''),
  shippingOption: v.optional(notFreeText(patterned(/^[0-9A-Za-z_-]*$/, 0, 40)), ''),
})

/** Body of `POST /checkout/{id}/order`: choices, never sums. Unknown members are refused. */
export const orderBody = () =>
  strictObject({
    locale: v.optional(text(0, 35), ''),
    ...choices(),
    country: v.optional(text(0, 50), ''),
    state: v.optional(text(0, 50), ''),
  })
export type OrderRequest = v.InferOutput<ReturnType<typeof orderBody>>

/** The order in the body of a payment: the choices, and the quote of the figures that the shopper saw. Country and state are in the address. */
export const orderedChoices = () =>
  strictObject({ ...choices(), quote: notFreeText(patterned(/^[0-9A-Za-z_-]*$/, 1, 64)) })

/** A row of the sums. */
export interface ShownSum {
  readonly label: string
  readonly amount: string
  readonly total: boolean
}

/** What the page shows of an order, all of it text in the page's language. */
export interface ShownOrder {
  /** Proves that the shopper saw these figures. A payment sends it back. */
  readonly quote: string
  /** By item. */
  readonly items: readonly { readonly quantity: number; readonly amount: string }[]
  readonly sums: readonly ShownSum[]
  /** The amount to pay, as the headline has it. */
  readonly amount: string
  /** The same as an English text has it, such as the original of a legal text. */
  readonly amountInEnglish: string
  /** Spoken after a change. */
  readonly announcement: string
  /** Text of the pay button. */
  readonly button: string
  /** The applied code, or null. */
  readonly code: string | null
  /** Why the code was refused, or null. */
  readonly codeError: string | null
  /** The ways of shipping to the address, the chosen one marked. */
  readonly options: readonly {
    readonly id: string
    readonly label: string
    readonly estimate: string
    readonly amount: string
    readonly selected: boolean
  }[]
  /** Whether nothing is shipped to the country of the address. */
  readonly noShipping: boolean
}

/** Response of `POST /checkout/{id}/order`. */
export type OrderResponse = { readonly order: ShownOrder }

/** What the page's script knows of an order from the beginning. */
export interface OrderStart {
  /** Path of the script of choices. */
  readonly script: string
  readonly quote: string
  /** The member with the address that the price depends on, or null. */
  readonly address: 'shipTo' | 'billTo' | null
}
