import type { TemplateResult } from 'lit'
import type { FormConsent } from '#contract/checkouts/form'
import type * as shared from './consentParts.ts'
import type { FormContext } from './formContext.ts'

const link = (text: string, href: string): HTMLAnchorElement =>
  Object.assign(document.createElement('a'), { href, textContent: text, target: '_blank', rel: 'noopener' })

/** The texts of consents, which stay when the form is rendered again, so that a link keeps the focus. */
const texts = new WeakMap<FormConsent, HTMLElement>()

/** The text of a consent, in the merchant's language. Only its links are markup, and the worker has parsed them. */
const consentText = (consent: FormConsent): HTMLElement => {
  const known = texts.get(consent)
  if (known) return known
  const text = document.createElement('bdi')
  text.append(...consent.parts.map((part) => (part.url ? link(part.text, part.url) : part.text)))
  texts.set(consent, text)
  return text
}

/**
 * The boxes that the shopper checks to agree to something. This script is loaded only by a form with consents.
 *
 * @param parts of the checkout's script, so that this one does not contain them again
 */
export const consentBoxes =
  ({ html }: typeof shared) =>
  ({ texts: { checkout }, locked }: FormContext, consents: readonly FormConsent[]): TemplateResult[] =>
    consents.map(
      (consent, index) => html`
        <sluice-check
          data-path="answers.consents.${consent.name}"
          name="consent-${index}"
          .label=${html`
            ${consentText(consent)}
          `}
          .errors=${{ missing: checkout.errors.tick, wrong: checkout.errors.wrong }}
          ?required=${consent.required}
          ?locked=${locked}
        ></sluice-check>
      `,
    )
