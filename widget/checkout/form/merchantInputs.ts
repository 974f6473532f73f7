import { html, type TemplateResult } from 'lit'
import type { FormInput } from '#contract/checkouts/form'
import '../../fields/check/check.ts'
import '../../fields/date/date.ts'
import { emailKind, numberKind, textKind } from '../../fields/kinds/text.ts'
import '../../fields/select/select.ts'
import { type Asking, labelled, textField } from './formContext.ts'

const KINDS = { text: textKind, email: emailKind, number: numberKind }

/** One of the merchant's own questions. */
const merchantInput = (
  asking: Asking,
  { name, label: words, type, options, required, value, maxLength }: FormInput,
  index: number,
): TemplateResult => {
  const {
    texts: {
      checkout: { errors, choose },
    },
    locked,
  } = asking
  const id = `merchant-${index}`
  const path = `answers.fields.${name}`
  // It may be of another language than the page.
  const own = html`
    <bdi>${words}</bdi>
  `
  const label = labelled(own, required, asking)
  switch (type) {
    case 'checkbox':
      return html`
        <sluice-check
          data-path=${path}
          name=${id}
          .label=${own}
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
      return textField(asking, {
        path,
        kind: KINDS[type as keyof typeof KINDS](id, {
          required,
          longest: maxLength,
          ...(type === 'email' && { autocomplete: 'email' }),
        }),
        label,
        value,
        wrong: { text: errors.wrong, email: errors.email, number: errors.number }[type as keyof typeof KINDS],
      })
  }
}

/** The merchant's own questions, but for the hidden ones. */
export const merchantInputs = (asking: Asking, inputs: readonly FormInput[]): TemplateResult[] =>
  inputs.filter(({ type }) => type !== 'hidden').map((input, index) => merchantInput(asking, input, index))
