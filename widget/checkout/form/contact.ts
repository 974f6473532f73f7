import { html, type TemplateResult } from 'lit'
import type { CheckoutPageData } from '#contract/checkouts/page'
import { emailKind, phoneKind } from '../../fields/kinds/text.ts'
import type { EmailSuggestion } from './emailSuggestion.ts'
import { type FormContext, fieldLabel, section, textField, when } from './formContext.ts'

/** The shopper's email address and telephone number, where the checkout asks for them. */
export const contact = (
  context: FormContext,
  { form, prefill }: Pick<CheckoutPageData, 'form' | 'prefill'>,
  emailSuggestion: EmailSuggestion,
): TemplateResult => {
  const { sections, labels, help, errors } = context.texts.checkout
  const [needsEmail, needsPhone] = [form.email === 'required', form.phone === 'required']
  return section(
    sections.contact,
    html`
      ${when(
        form.email !== 'none',
        () => html`
          ${textField(context, {
            path: 'answers.email',
            kind: emailKind('email', { autocomplete: 'email', isRequired: needsEmail }),
            label: fieldLabel(labels.email, needsEmail, context),
            value: prefill.email,
            wrong: errors.email,
            help: form.receipt ? help.email : '',
          })}
          ${emailSuggestion.render(help.emailTypo, context.locked)}
        `,
      )}
      ${when(form.phone !== 'none', () =>
        textField(context, {
          path: 'answers.phone',
          kind: phoneKind('phone', { autocomplete: 'tel', isRequired: needsPhone }),
          label: fieldLabel(labels.phone, needsPhone, context),
          wrong: errors.phone,
        }),
      )}
    `,
  )
}
