import { Html, type HtmlValue, escapeHtml } from '../html.ts'

/** Isolates inserted values from the direction of the text around them (Unicode bidi). */
export interface Bidi {
  /** Amounts, numbers and codes, left to right in every language. */
  code(text: string): HtmlValue
  /** Words of a merchant or shopper, in the direction of their letters. */
  words(text: string): HtmlValue
}

export const htmlBidi: Bidi = {
  code: (text) => new Html(`<bdi dir="ltr">${escapeHtml(text)}</bdi>`),
  words: (text) => new Html(`<bdi>${escapeHtml(text)}</bdi>`),
}

/** Plain text: isolate characters if the text around is right to left. */
export const plainTextBidi = (direction: 'ltr' | 'rtl'): Bidi => ({
  code: (text) => (direction === 'rtl' ? `\u2066${text}\u2069` : text),
  words: (text) => text,
})

/** Joins values of `plainTextBidi` to one text. */
export const joinPlainText = (value: HtmlValue): string => [value].flat(9).join('')
