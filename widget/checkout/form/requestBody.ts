import type { PayBody } from '#contract/checkouts/page'
import type { FormField } from '../../fields/formField.ts'
import { SluiceField } from '../../fields/field/field.ts'

/** Every element that holds an answer. */
const FIELDS = 'sluice-field, sluice-select, sluice-check, sluice-date, sluice-options'

/** The fields on display, in their order. Those of a way to pay that was not chosen stay as they are, and do not count. */
export const fieldsOf = (form: Element): FormField[] =>
  [...form.querySelectorAll<FormField>(FIELDS)].filter((field) => !field.closest('[hidden]'))

const textOf = (field: FormField): string => (field instanceof SluiceField ? field.kind.wire(field.value) : field.value)

/** `answers.fields.` and then a name of the merchant's, which may have dots in it. */
const PATH = /^(\w+)\.(\w+)(?:\.(.+))?$/s

type Branch = { [member: string]: string | boolean | Branch }

/** The body of a try, by the paths that the fields carry; those of the card have none. */
export const bodyOf = (fields: readonly FormField[], head: Pick<PayBody, 'nonce' | 'locale'>): PayBody => {
  const body: Branch & { payment: Branch; answers: Branch } = { ...head, payment: {}, answers: {} }
  for (const field of fields) {
    const [, top, member, leaf] = PATH.exec(field.dataset['path'] ?? '') ?? []
    const text = textOf(field)
    if (!top || !member || (top === 'payment' && !text)) continue
    const branch = body[top as 'payment' | 'answers']
    if (leaf) Object.assign((branch[member] ??= {}), { [leaf]: text })
    else branch[member] = member === 'save' ? text === 'true' : text
  }
  return body as unknown as PayBody
}

type ErrorItem = { type?: unknown; message?: { field?: unknown } | null }

/** Shows what the gateway found wrong, at the fields that it is about. Answers whether there was any. */
export const blame = (fields: readonly FormField[], errors: unknown): boolean => {
  const items: ErrorItem[] = Array.isArray(errors) ? errors : []
  const blamed = items.flatMap(({ type, message }) => {
    const field = fields.find(({ dataset }) => dataset['path'] && dataset['path'] === message?.field)
    field?.refuse(type === 'required' ? 'missing' : 'wrong')
    return field ?? []
  })
  return blamed.length > 0
}
