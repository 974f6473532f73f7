import type { FormInput } from '#contract/checkouts/form'
import type { CustomFields } from '#contract/checkouts/customFields'

const maxTextLength = 500

/** A ticked checkbox is `true`, any other an empty text. */
const toText = (value: string | boolean | undefined, type: FormInput['type']): string => {
  if (type === 'checkbox') return value === true || value === 'true' ? 'true' : ''
  return value === undefined ? '' : String(value)
}

/** The merchant's own inputs, in the order in which they were named. */
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
