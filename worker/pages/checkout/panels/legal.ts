import type { CheckoutView } from '#contract/checkouts/view'
import { bestLocale } from '../../locale.ts'
import { type Html, html } from '../../html.ts'
import { fill } from '../fill.ts'
import { createFormats } from '../formats.ts'
import { type LegalFile, legalFile } from '../texts.ts'
import { type ViewModel, asPlainText } from '../viewModel.ts'
import { toContact } from './links.ts'

type BuiltInText = 'bankDebit' | 'bankDebits' | 'subscription'

interface LegalText {
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
  // If none matches, the built-in text is used rather than the account's in a third language.
  const locale = bestLocale(wanted, [...locales, 'en'])
  const text = texts[locale]?.[kind]
  return text ? { text, locale } : null
}

/** A text, filled in with merchant, contact and amount. */
const paragraph = (model: ViewModel, { text, locale }: LegalText): Html => {
  const { bidi, formats, view } = model
  const { name } = view.merchant
  const contact = toContact(view.merchant)?.text
  const content = fill(text, {
    merchant: bidi.words(name),
    contact: bidi.words(contact ? `${name} (${contact})` : name),
    amount: bidi.code(formats.money(view.invoice.dueToday)),
  })
  return html`
    <p lang="${locale}" dir="auto">${content}</p>
  `
}

/** A built-in text. A translation is marked as one, with the English original behind a disclosure. */
const builtIn = (model: ViewModel, file: LegalFile, kind: BuiltInText): Html[] => {
  const { locale, view } = model
  const text = paragraph(model, { text: file[kind], locale })
  if (!('english' in file)) return [text]
  const inEnglish = { ...model, formats: createFormats('en', view.currency, view.merchant.timeZone) }
  return [
    text,
    html`
      <p>${file.translation}</p>
      <details>
        <summary>${file.original}</summary>
        ${paragraph(inEnglish, { text: file.english[kind], locale: 'en' })}
      </details>
    `,
  ]
}

export interface LegalTexts {
  /** Authorization of a bank debit; null if the checkout has no bank account. */
  readonly bankDebit: Html | readonly Html[] | null
  /** Terms of a subscription; null without one. */
  readonly subscription: Html | readonly Html[] | null
}

/**
 * The legal texts that a checkout shows: the account's own, else the built-in ones in the page's language, which are read only if needed.
 *
 * @param wanted languages in order of preference
 */
export const legalTextsFor = async (
  model: ViewModel,
  wanted: readonly string[],
  assets: Fetcher,
): Promise<LegalTexts> => {
  const { view, locale } = model
  const { form, saved, terms } = view
  const render = async (kind: 'bankDebit' | 'subscription', builtInText: BuiltInText) => {
    const own = accountText(view, kind, wanted)
    // Without elements, so that the text of a merchant never changes the page's structure.
    return own ? paragraph(asPlainText(model), own) : builtIn(model, await legalFile(locale, assets), builtInText)
  }
  const takesBankAccount = form.methods.includes('bank') || saved.some(({ network }) => network === 'ach')
  return {
    bankDebit: takesBankAccount ? await render('bankDebit', terms ? 'bankDebits' : 'bankDebit') : null,
    subscription: terms && (await render('subscription', 'subscription')),
  }
}
