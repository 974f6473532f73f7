import { html, type TemplateResult } from 'lit'
import type { FormInput } from '#contract/checkouts/form'
import '../../fields/check/check.ts'
import '../../fields/date/date.ts'
import { emailKind, numberKind, textKind } from '../../fields/kinds/text.ts'
import '../../fields/select/select.ts'
import { type FormContext, fieldLabel, textField } from './formContext.ts'

const KINDS = { text: textKind, email: emailKind, number: numberKind }

/** Renders one of the merchant's fields. */
const merchantInput = (
  context: FormContext,
  { name, label: text, type, options, required, value, maxLength }: FormInput,
  index: number,
): TemplateResult => {
  const {
    texts: {
      checkout: { errors, choose },
    },
    locked,
  } = context
  const id = `merchant-${index}`
  const path = `answers.fields.${name}`
  // The merchant's label may be in another language than the page.
  const ownLabel = html`
    <bdi>${text}</bdi>
  `
  const label = fieldLabel(ownLabel, required, context)
  switch (type) {
    case 'checkbox':
      return html`
        <sluice-check
          data-path=${path}
          name=${id}
          .label=${ownLabel}
          .errors=${{ missing: errors.tick, wrong: errors.wrong }}
          .value=${value}
          ?required=${required}
          ?locked=${locked}
        ></sluice-check>
      `
    case 'date':
      return html`
        <sluice-date
          data-path=${path}
          name=${id}
          .label=${label}
          .errors=${{ missing: errors.required, incomplete: errors.date, wrong: errors.date }}
          .value=${value}
          ?required=${required}
          ?locked=${locked}
        ></sluice-date>
      `
    case 'select':
      return html`
        <sluice-select
          data-path=${path}
          name=${id}
          hint=${choose}
          .label=${label}
          .options=${options.map((option) => ({ value: option, label: option }))}
          .errors=${{ missing: errors.choose, wrong: errors.wrong }}
          .value=${value}
          ?required=${required}
          ?locked=${locked}
        ></sluice-select>
      `
    default:
      return textField(context, {
        path,
        kind: KINDS[type as keyof typeof KINDS](id, {
          isRequired: required,
          maxLength,
          ...(type === 'email' && { autocomplete: 'email' }),
        }),
        label,
        value,
        wrong: { text: errors.wrong, email: errors.email, number: errors.number }[type as keyof typeof KINDS],
      })
  }
}

/** Renders the merchant's fields, except hidden ones. */
export const merchantInputs = (context: FormContext, inputs: readonly FormInput[]): TemplateResult[] =>
  inputs.filter(({ type }) => type !== 'hidden').map((input, index) => merchantInput(context, input, index))
