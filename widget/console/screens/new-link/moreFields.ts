import { html, nothing, type TemplateResult } from 'lit'
import { checkField, selectField, textField, type LinkForm } from './fields.ts'
import type { Draft } from './form.ts'
import { newLinkTexts } from './texts.ts'

const texts = newLinkTexts.more

/** The fields behind "More options" that can be wrong. */
export const foldedFields: ReadonlySet<string> = new Set([
  'name',
  'tax',
  'shippingCost',
  'discount',
  'consent',
  'button',
  'thankYou',
])

/** What the customer is asked for beside the payment. */
const questions = (form: LinkForm): TemplateResult => {
  const { phone, consent } = form.draft
  return html`
    <fieldset class="link-group">
      <legend>${texts.asks}</legend>
      ${checkField(form, 'asksAddress', texts.address)}
      ${selectField(form, { name: 'phone', label: texts.phone, value: phone }, Object.entries(texts.phones), (value) =>
        form.change({ phone: value as Draft['phone'] }),
      )}
      ${textField(form, 'consent', texts.consent, { help: texts.consentHelp, max: 500 })}
      ${consent.trim() ? checkField(form, 'isConsentRequired', texts.consentRequired) : nothing}
    </fieldset>
  `
}

/** What few links need, folded away. */
export const moreFields = (form: LinkForm): TemplateResult => html`
  <details class="more">
    <summary>${texts.title}</summary>
    <div class="link-fields">
      <div class="link-pair">
        ${textField(form, 'tax', texts.tax, { isAmount: true, max: 12 })}
        ${textField(form, 'shippingCost', texts.shippingCost, { isAmount: true, max: 12 })}
      </div>
      ${textField(form, 'discount', texts.discount, { isAmount: true, max: 12 })} ${textField(form, 'name', texts.name)}
      ${questions(form)}
      <div>
        ${checkField(form, 'bank', texts.bank)} ${checkField(form, 'keepsCustomer', texts.keep)}
        ${checkField(form, 'receipt', texts.receipt)}
      </div>
      ${textField(form, 'button', texts.button, { max: 60 })}
      ${textField(form, 'thankYou', texts.thankYou, { type: 'url', help: texts.thankYouHelp, max: 2048 })}
    </div>
  </details>
`
