import type { PayBody } from '#contract/checkouts/page'
import type { FormField } from '../../fields/formField.ts'
import { SluiceField } from '../../fields/field/field.ts'

/** All field elements. */
const FIELD_SELECTOR = 'sluice-field, sluice-select, sluice-check, sluice-date, sluice-options'

/** The visible fields in document order. Fields of an unselected payment method are hidden and excluded, and so are those with a known value. */
export const visibleFields = (form: Element): FormField[] =>
  [...form.querySelectorAll<FormField>(FIELD_SELECTOR)].filter((field) => !field.closest('[hidden], [data-known]'))

const fieldValue = (field: FormField): string =>
  field instanceof SluiceField ? field.kind.toApi(field.value) : field.value

/** The leaf is a merchant's field name after `answers.fields.`, and may contain dots. */
const PATH = /^(\w+)\.(\w+)(?:\.(.+))?$/s

/** Answers that are true or false. */
const CHOICES: ReadonlySet<string> = new Set(['save', 'consents'])

type Branch = { [member: string]: string | boolean | Branch }

/** Builds the pay request from the fields' paths. Card fields have no path. */
export const toPayBody = (fields: readonly FormField[], head: Pick<PayBody, 'nonce' | 'locale'>): PayBody => {
  const body: Branch & { payment: Branch; answers: Branch } = { ...head, payment: {}, answers: {} }
  for (const field of fields) {
    const [, top, member, leaf] = PATH.exec(field.dataset['path'] ?? '') ?? []
    const text = fieldValue(field)
    if (!top || !member || (top === 'payment' && !text)) continue
    const branch = body[top as 'payment' | 'answers']
    const value = CHOICES.has(member) ? text === 'true' : text
    if (leaf) Object.assign((branch[member] ??= {}), { [leaf]: value })
    else branch[member] = value
  }
  return body as unknown as PayBody
}

type ErrorItem = { type?: unknown; message?: { field?: unknown } | null }

/** Displays the gateway's error items at their fields. Returns whether any field matched. */
export const showFieldErrors = (fields: readonly FormField[], errors: unknown): boolean => {
  const items: ErrorItem[] = Array.isArray(errors) ? errors : []
  const invalid = items.flatMap(({ type, message }) => {
    const field = fields.find(({ dataset }) => dataset['path'] && dataset['path'] === message?.field)
    field?.showServerError(type === 'required' ? 'missing' : 'wrong')
    return field ?? []
  })
  return invalid.length > 0
}
