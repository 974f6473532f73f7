import type { FormField } from '../../fields/formField.ts'

/** A consent may be a long text; its beginning names it. */
const MAX_LENGTH = 60

/** The name of a field, without the note of an optional one. */
export const nameOf = (field: FormField, optional: string): string => {
  const named = field.querySelector('[aria-label], label')!
  const label = named.getAttribute('aria-label') ?? named.textContent
  const name = label.replace(optional, '').replaceAll(/\s+/g, ' ').trim()
  return name.length > MAX_LENGTH ? `${name.slice(0, MAX_LENGTH).trim()}…` : name
}
