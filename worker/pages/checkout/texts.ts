import type { CheckoutTexts } from '../../../widget/locales/checkoutTexts.ts'
import type { LegalTexts, TranslatedLegalTexts } from '../../../widget/locales/legalTexts.ts'
import type { Texts } from '../../../widget/locales/cardTexts.ts'
import { readBuiltJson } from './builtJson.ts'

/** The built file of one locale: the texts of card form and checkout, and the page's style sheet. */
export interface LocaleFile {
  readonly card: Texts
  readonly checkout: CheckoutTexts
  readonly style: string
  /** Styles of the shopper's choices and of pictures. */
  readonly orderStyle: string
  /** Styles of receipts and of closed pages. */
  readonly outcomeStyle: string
}

/** Reads the texts of a locale that the build has written. */
export const localeFile = (locale: string, assets: Fetcher): Promise<LocaleFile> =>
  readBuiltJson(`/checkout/${locale}.json`, assets)

/** The built file of one locale's legal texts. Translations have the English texts beside them. */
export type LegalFile = LegalTexts | (TranslatedLegalTexts & { readonly english: LegalTexts })

/** Reads the legal texts of a locale, which only some checkouts show. */
export const legalFile = (locale: string, assets: Fetcher): Promise<LegalFile> =>
  readBuiltJson(`/legal/${locale}.json`, assets)
