import type { FieldError, FieldName } from '#contract/card/framePort'

/** Every text of the card form. A locale is one value of this type, so none can lack a key. */
export type Texts = {
  direction: 'ltr' | 'rtl'
  /** What a screen reader calls the frame, and the one sentence the browser shows when it is not filled. */
  frameTitle: string
  missing: string
  labels: Record<FieldName, string>
  optional: string
  /** The pattern of an expiry in the locale's letters. */
  expiryHint: string
  errors: {
    number: Record<'missing' | 'wrong', string>
    expiry: Record<FieldError, string>
    code: Record<'missing' | 'wrong', string>
    name: Record<'missing' | 'wrong', string>
    postalCode: Record<'wrong', string>
  }
  processing: string
  failures: Record<Failure, string>
}

/** What can go wrong with the whole form: see tokenize.ts, and `declined` of the element. */
export type Failure = 'card_invalid' | 'declined' | 'network' | 'rate_limited' | 'refused' | 'unavailable'
