import type { FieldError } from '#contract/card/framePort'

/** What a form may ask of each of its fields, whatever they look like: text, list, date, box or choice. */
export interface FormField extends HTMLElement {
  /** The answer as text, empty for none; of a box `true` or empty. A page may set it: without an event, without an error. */
  value: string
  /** What is wrong with the answer, shown or not; null for nothing. */
  readonly problem: FieldError | null
  /** The error on display. */
  shown: FieldError | null
  disabled: boolean
  /** Stays as it is for a moment, while the form is being sent, and keeps the focus. */
  locked: boolean
  /** Shows what is wrong with the answer, if anything is. */
  report(): void
  /** Shows what the server found wrong with the answer; it stands until the answer changes. */
  refuse(error: FieldError): void
  /** Empties the field as a reset does, or starts it anew with an answer of the page's: without an event, without an error. */
  clear(value?: string): void
}
