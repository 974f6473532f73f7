import { legalTexts } from '#contract/checkouts/legalTexts'
import type { CheckoutView } from '#contract/checkouts/view'
import { bestLocale } from '../../locale.ts'
import type { Drawing } from '../viewModel.ts'
import { fillText } from '../fill.ts'
import { contactOf } from './links.ts'

export interface LegalText {
  readonly text: string
  /** BCP 47 tag of its language, which need not be the page's. */
  readonly locale: string
}

/** The account's own words in the language nearest to those that are wanted, else null. */
const own = (
  { legalTexts: given }: CheckoutView,
  kind: 'bankDebit' | 'subscription',
  wanted: readonly string[],
): LegalText | null => {
  const locales = Object.keys(given).filter((locale) => given[locale]?.[kind])
  // Where none is near, ours stands: it is in English too, and the account's are in some third language.
  const locale = bestLocale(wanted, [...locales, 'en'])
  const text = given[locale]?.[kind]
  return text ? { text, locale } : null
}

const ours = (kind: keyof typeof legalTexts): LegalText => ({ text: legalTexts[kind], locale: 'en' })

/**
 * What the shopper agrees to.
 *
 * @param wanted languages in order of preference, the page's among them
 */
export const legalOf = (
  { view, formats }: Pick<Drawing, 'view' | 'formats'>,
  wanted: readonly string[],
): { readonly bankDebit: LegalText; readonly subscription: LegalText | null } => {
  const { merchant, terms, invoice } = view
  const contact = contactOf(merchant)?.text
  const places = {
    merchant: merchant.name,
    contact: contact ? `${merchant.name} (${contact})` : merchant.name,
    amount: formats.money(invoice.dueToday),
  }
  const filled = ({ text, locale }: LegalText): LegalText => ({ text: fillText(text, places), locale })
  return {
    bankDebit: filled(own(view, 'bankDebit', wanted) ?? ours(terms ? 'bankDebits' : 'bankDebit')),
    subscription: terms && filled(own(view, 'subscription', wanted) ?? ours('subscription')),
  }
}
