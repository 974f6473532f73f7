import type { FormInput } from '#contract/checkouts/form'
import type { CustomFields } from '#contract/checkouts/customFields'

const maxTextLength = 500

/** The value of a checked checkbox is `true`, of an unchecked one an empty text. */
const toText = (value: string | boolean | undefined, type: FormInput['type']): string => {
  if (type === 'checkbox') return value === true || value === 'true' ? 'true' : ''
  return value === undefined ? '' : String(value)
}

/** The merchant's inputs, in the order of the request. */
export const toFormInputs = (fields: CustomFields = {}): FormInput[] =>
  Object.entries(fields).map(([name, field]) => {
    const { type, value, required } = field
    const { label, options, maxLength } = 'label' in field || 'options' in field || 'maxLength' in field ? field : {}
    return {
      name,
      label: label ?? name,
      type,
      options: options ?? [],
      required,
      value: toText(value, type),
      maxLength: Math.min(maxLength ?? maxTextLength, maxTextLength),
    }
  })
