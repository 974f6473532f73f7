import { html, nothing, type TemplateResult } from 'lit'
import { selectField, textField, type LinkForm } from './fields.ts'
import type { Draft } from './form.ts'
import { newLinkTexts } from './texts.ts'

const { title, day, due, date } = newLinkTexts.expiry

/** How long the link can be paid. */
export const expiryFields = (form: LinkForm): TemplateResult => {
  const { expiry } = form.draft
  return html`
    ${selectField(form, { name: 'expiry', label: title, value: expiry }, Object.entries({ day, due }), (value) =>
      form.change({ expiry: value as Draft['expiry'] }),
    )}
    ${expiry === 'due' ? textField(form, 'dueDate', date, { type: 'date', isOptional: false }) : nothing}
  `
}
