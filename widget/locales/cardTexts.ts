import type { FieldError, FieldName } from '#contract/card/framePort'

/**
 * Every text of the card form. `card/<locale>.json` has a value of this type for each locale. Names in braces are filled in
 * when a text is shown: `{name}` is what the card's network calls its security code.
 */
export type Texts = {
  direction: 'ltr' | 'rtl'
  /** What a screen reader calls the frame, and the one sentence the browser shows when it is not filled. */
  frameTitle: string
  missing: string
  labels: Record<FieldName, string>
  optional: string
  /** The pattern of an expiry in the locale's letters. In a script from right to left a mark (U+200E) keeps the month left of the slash, where it is typed. */
  expiryHint: string
  /** Where the security code is printed. */
  help: {
    /** Three digits, on the back: has `{name}`. */
    codeBack: string
    /** Four digits, on the front: has `{name}`. */
    codeFront: string
  }
  /** For a card of two networks: the label of the choice, and its announcement by screen readers. */
  choice: { label: string; announcement: string }
  errors: {
    number: Record<'missing' | 'incomplete' | 'wrong', string>
    expiry: Record<Exclude<FieldError, 'notAccepted'>, string>
    code: Record<'missing' | 'incomplete' | 'wrong', string>
    name: Record<'missing' | 'wrong', string>
    postalCode: Record<'wrong', string>
  }
  processing: string
  failures: Record<Failure, string>
}

/** What can go wrong with the whole form: see tokenize.ts, and `declined` of the element. */
export type Failure = 'card_invalid' | 'declined' | 'network' | 'rate_limited' | 'refused' | 'unavailable'

/** A part of an object of texts, at any depth. */
type Part<T> = { [K in keyof T]?: T[K] extends string ? string : Part<T[K]> }

/** A merchant's own words, in place of those with the same key. */
export type TextOverrides = Part<Omit<Texts, 'direction'>>
