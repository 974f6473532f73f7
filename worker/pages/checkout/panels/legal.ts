import { legalTexts } from '#contract/checkouts/legalTexts'
import type { CheckoutView } from '#contract/checkouts/view'
import { bestLocale } from '../../locale.ts'
import type { ViewModel } from '../viewModel.ts'
import { fillText } from '../fill.ts'
import { toContact } from './links.ts'

export interface LegalText {
  readonly text: string
  /** BCP 47 tag of the text's language, which may differ from the page's. */
  readonly locale: string
}

/** The account's legal text in the best available language, else null. */
const accountText = (
  { legalTexts: texts }: CheckoutView,
  kind: 'bankDebit' | 'subscription',
  wanted: readonly string[],
): LegalText | null => {
  const locales = Object.keys(texts).filter((locale) => texts[locale]?.[kind])
  // If none matches, the default text in English is used rather than the account's in a third language.
  const locale = bestLocale(wanted, [...locales, 'en'])
  const text = texts[locale]?.[kind]
  return text ? { text, locale } : null
}

const defaultText = (kind: keyof typeof legalTexts): LegalText => ({ text: legalTexts[kind], locale: 'en' })

/**
 * The legal texts of a checkout.
 *
 * @param wanted languages in order of preference
 */
export const legalTextsFor = (
  { view, formats }: Pick<ViewModel, 'view' | 'formats'>,
  wanted: readonly string[],
): { readonly bankDebit: LegalText; readonly subscription: LegalText | null } => {
  const { merchant, terms, invoice } = view
  const contact = toContact(merchant)?.text
  const places = {
    merchant: merchant.name,
    contact: contact ? `${merchant.name} (${contact})` : merchant.name,
    amount: formats.money(invoice.dueToday),
  }
  const filled = ({ text, locale }: LegalText): LegalText => ({ text: fillText(text, places), locale })
  return {
    bankDebit: filled(accountText(view, 'bankDebit', wanted) ?? defaultText(terms ? 'bankDebits' : 'bankDebit')),
    subscription: terms && filled(accountText(view, 'subscription', wanted) ?? defaultText('subscription')),
  }
}
