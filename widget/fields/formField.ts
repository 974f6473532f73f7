import type { FieldError } from '#contract/card/framePort'

/** Interface of all form fields: text, select, date, checkbox and radio group. */
export interface FormField extends HTMLElement {
  /** The value as text, or empty; `true` or empty for a checkbox. Setting it fires no event and clears the error. */
  value: string
  /** Error of the value, displayed or not; null if valid. */
  readonly currentError: FieldError | null
  /** The displayed error. */
  shownError: FieldError | null
  disabled: boolean
  /** Read-only while the form is being sent, but keeps the focus. */
  locked: boolean
  /** Displays the error of the value, if any. */
  report(): void
  /** Displays the server's error, until the value changes. */
  showServerError(error: FieldError): void
  /** Resets the field to an empty or given value, without event or error. */
  clear(value?: string): void
}
