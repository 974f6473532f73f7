import type { FormInput, PageAddress } from './form.ts'

/**
 * What a merchant offers in a checkout, as it is kept: the request after its checks, with what follows from it filled in. Amounts are decimal
 * text in units of the currency.
 */
export interface Offer {
  readonly items: readonly {
    readonly name: string
    readonly description: string
    readonly price: string
    readonly quantity: number
  }[]
  readonly subtotal: string | null
  readonly tax: string | null
  readonly surcharge: string | null
  readonly discount: string | null
  readonly number: string | null
  /** Dates or date-times of RFC 3339, as they were sent. */
  readonly invoiceDate: string | null
  readonly dueDate: string | null
  readonly prefill: { readonly email: string; readonly address: PageAddress }
  readonly appearance: Readonly<Record<string, string>>
  /** May be framed by the account's origins. */
  readonly framed: boolean
  /** Nothing is stored and no customer is made. */
  readonly oneTime: boolean
  readonly shipping: boolean
  /** Whether a receipt goes out; null where it does if an email address is known. */
  readonly receipt: boolean | null
  readonly thankYouUrl: string | null
  readonly subscription: {
    /** Of its plan; null for the name that we give. */
    readonly label: string | null
    readonly unit: 'day' | 'week' | 'month' | 'year'
    readonly interval: number
    /** 0 for no end. */
    readonly installments: number
    /** Local date of the first payment, YYYY-MM-DD. */
    readonly firstDate: string
  } | null
  readonly fields: readonly FormInput[]
  readonly submitButtonText: string | null
  readonly bank: boolean
}
