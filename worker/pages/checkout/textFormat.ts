import { Html, type HtmlValue, escapeHtml } from '../html.ts'

/** How what is no text of ours is set among it. */
export interface Ink {
  /** Amounts, numbers and codes: they run from left to right in every language. */
  code(text: string): HtmlValue
  /** Words of a merchant or shopper: which way they run is told by their letters. */
  words(text: string): HtmlValue
}

export const onPage: Ink = {
  code: (text) => new Html(`<bdi dir="ltr">${escapeHtml(text)}</bdi>`),
  words: (text) => new Html(`<bdi>${escapeHtml(text)}</bdi>`),
}

/** Of plain text: characters that isolate, where the text around runs from right to left. */
export const inPlainText = (direction: 'ltr' | 'rtl'): Ink => ({
  code: (text) => (direction === 'rtl' ? `\u2066${text}\u2069` : text),
  words: (text) => text,
})

/** What was set in plain text, as one text. */
export const plain = (value: HtmlValue): string => [value].flat(9).join('')
