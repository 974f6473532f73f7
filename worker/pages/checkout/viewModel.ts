import type { CheckoutView } from '#contract/checkouts/view'
import type { HtmlValue } from '../html.ts'
import { type Formats, createFormats } from './formats.ts'
import { type Bidi, plainTextBidi, htmlBidi } from './bidi.ts'
import { type LocaleFile, localeFile } from './texts.ts'

/** The input of every part of the page. */
export interface ViewModel {
  readonly view: CheckoutView
  readonly locale: string
  readonly file: LocaleFile
  readonly texts: LocaleFile['checkout']
  readonly formats: Formats
  readonly bidi: Bidi
}

/** @param timeZone of the reader; by default the merchant's */
export const createViewModel = async (
  view: CheckoutView,
  locale: string,
  assets: Fetcher,
  timeZone?: string,
): Promise<ViewModel> => {
  const file = await localeFile(locale, assets)
  const formats = createFormats(locale, view.currency, view.merchant.timeZone, timeZone)
  return { view, locale, file, texts: file.checkout, formats, bidi: htmlBidi }
}

/** The view model for plain text. */
export const asPlainText = (model: ViewModel): ViewModel => ({
  ...model,
  bidi: plainTextBidi(model.file.card.direction),
})

/** Formats an amount in the checkout's currency. */
export const money = ({ formats, bidi }: ViewModel, amount: string): HtmlValue => bidi.code(formats.money(amount))
