import type { CheckoutView } from '#contract/checkouts/view'
import type { HtmlValue } from '../html.ts'
import { type Formats, formatsOf } from './formats.ts'
import { type Ink, inPlainText, onPage } from './textFormat.ts'
import { type LocaleFile, localeFile } from './texts.ts'

/** Everything that a part of the page is drawn from. */
export interface Drawing {
  readonly view: CheckoutView
  readonly locale: string
  readonly file: LocaleFile
  readonly texts: LocaleFile['checkout']
  readonly formats: Formats
  readonly ink: Ink
}

export const drawingOf = async (view: CheckoutView, locale: string, assets: Fetcher): Promise<Drawing> => {
  const file = await localeFile(locale, assets)
  const formats = formatsOf(locale, view.currency, view.merchant.timeZone)
  return { view, locale, file, texts: file.checkout, formats, ink: onPage }
}

/** The same, for plain text. */
export const inText = (drawing: Drawing): Drawing => ({ ...drawing, ink: inPlainText(drawing.file.card.direction) })

/** An amount of the checkout's currency. */
export const money = ({ formats, ink }: Drawing, amount: string): HtmlValue => ink.code(formats.money(amount))
