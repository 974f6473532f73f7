import type { FormField } from '../../fields/formField.ts'

/** The name of a field, without the note of an optional one. */
export const nameOf = (field: FormField, optional: string): string => {
  const named = field.querySelector('[aria-label], label')!
  const name = named.getAttribute('aria-label') ?? named.textContent
  return name.replace(optional, '').replaceAll(/\s+/g, ' ').trim()
}
