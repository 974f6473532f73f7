/** Writing rules of each language. */

/** The scripts that a language is written in, by their names in Unicode, where it is not Latin. */
export const SCRIPTS: Record<string, readonly string[]> = {
  ar: ['Arabic'],
  bg: ['Cyrillic'],
  bn: ['Bengali'],
  el: ['Greek'],
  fa: ['Arabic'],
  gu: ['Gujarati'],
  he: ['Hebrew'],
  hi: ['Devanagari'],
  hy: ['Armenian'],
  ja: ['Han', 'Hiragana', 'Katakana'],
  ka: ['Georgian'],
  kk: ['Cyrillic'],
  ko: ['Hangul'],
  mk: ['Cyrillic'],
  mr: ['Devanagari'],
  ru: ['Cyrillic'],
  sr: ['Cyrillic'],
  ta: ['Tamil'],
  te: ['Telugu'],
  th: ['Thai'],
  uk: ['Cyrillic'],
  ur: ['Arabic'],
  'zh-Hans': ['Han'],
  'zh-Hant': ['Han'],
}

/** Whether a text has letters of another script than its language, beside the words that may stay Latin. */
export const isForeign = (text: string, locale: string, latin: RegExp): boolean => {
  const scripts = SCRIPTS[locale] ?? ['Latin']
  const own = new RegExp(`[${scripts.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`, 'u')
  const letters = text.replace(latin, '').match(/\p{L}/gu) ?? []
  return letters.some((letter) => !own.test(letter))
}

/** Whether a text has spaces at its ends, two in a row, or characters that are not seen. */
export const isSpacedBadly = (text: string): boolean =>
  text !== text.trim() || /\s{2}|[\t\n\p{Cc}\u200b\ufeff\u00ad]/u.test(text)

/** Whether a text has letters in parts, so that it would not equal the same text typed elsewhere. */
export const isDecomposed = (text: string): boolean => text !== text.normalize('NFC')

/** Whether a text has the quotation marks, apostrophes or dots of a typewriter. */
export const isTypewritten = (text: string): boolean => /['"`´]|\.\.\./.test(text)

/** How a sentence ends, in any of our languages; a capital with a dot is an abbreviation. */
const FULL_STOP = /(?<!\p{Lu})[.。।։۔]$/u

/** Whether a text ends like a sentence where English does not, or the other way round. Thai ends no sentence with a mark. */
export const endsOtherwise = (text: string, english: string, locale: string): boolean =>
  FULL_STOP.test(text) !== (locale !== 'th' && FULL_STOP.test(english))
