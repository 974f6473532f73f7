import { json, nullable } from '../sql/row.ts'

/** A consent of the form, as the shopper left it. */
export interface GivenConsent {
  readonly name: string
  /** The merchant's text, as the shopper saw it. */
  readonly text: string
  readonly accepted: boolean
  /** Milliseconds since 1970. */
  readonly at: number
}

export const consentsColumn = nullable(json<readonly GivenConsent[]>())
