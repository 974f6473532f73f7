import { en } from './en.ts'
import type { CheckoutTexts } from './texts.ts'

/** The checkout's texts in every locale that the card form has, by its BCP 47 tag. Read at build time only: a page carries the texts of one. */
export const CHECKOUT_LOCALES: Record<string, CheckoutTexts> = {
  en,
}
