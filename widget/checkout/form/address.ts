import { html, type TemplateResult } from 'lit'
import type { PageAddress } from '#contract/checkouts/form'
import { type AddressLine, addressLineKind } from '../../fields/kinds/address.ts'
import '../../fields/select/select.ts'
import { type FormContext, fieldLabel, textField, when } from './formContext.ts'
import { countries } from './countries.ts'

/**
 * The rows of an address, country first, since the other rows depend on it. A billing address has no name: the payment
 * method has one.
 *
 * @param section autocomplete section of the address
 * @param required whether the address is required
 * @param initial values
 */
export const addressRows = (
  context: FormContext,
  section: 'shipping' | 'billing',
  required: boolean,
  initial: PageAddress,
): TemplateResult => {
  const {
    texts: {
      checkout: { labels, errors, choose },
    },
    locale,
    locked,
  } = context
  const isShipping = section === 'shipping'
  const path = isShipping ? 'answers.shipTo' : 'answers.billTo'
  const row = (line: AddressLine) =>
    textField(context, {
      path: `${path}.${line}`,
      kind: addressLineKind(section, line, required),
      label: fieldLabel(labels[line], line !== 'line2', context),
      value: initial[line],
      ...(line === 'name' && { wrong: errors.name }),
    })
  return html`
    ${when(isShipping, () => row('name'))}
    <sluice-select
      data-path="${path}.country"
      name="${section}-country"
      autocomplete="${section} country"
      hint=${choose}
      .label=${labels.country}
      .options=${countries(locale, initial.country)}
      .errors=${{ missing: errors.choose, wrong: errors.wrong }}
      .value=${initial.country}
      ?required=${required}
      ?locked=${locked}
    ></sluice-select>
    ${row('line1')} ${row('line2')}
    <div class="pair">${row('city')} ${row('state')}</div>
    ${row('postalCode')}
  `
}
