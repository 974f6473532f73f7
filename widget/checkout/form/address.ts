import { html, type TemplateResult } from 'lit'
import type { PageAddress } from '#contract/checkouts/form'
import { type AddressLine, addressKind } from '../../fields/kinds/address.ts'
import '../../fields/select/select.ts'
import { type Asking, labelled, textField, when } from './formContext.ts'
import { countries } from './countries.ts'

/**
 * The rows of an address, country first: what the others mean depends on it. Who pays has told a name already.
 *
 * @param use as autofill tells addresses apart
 * @param required whether it is needed at all
 * @param known to start with
 */
export const addressRows = (
  asking: Asking,
  use: 'shipping' | 'billing',
  required: boolean,
  known: PageAddress,
): TemplateResult => {
  const {
    texts: {
      checkout: { labels, errors, choose },
    },
    locale,
    locked,
  } = asking
  const isShipping = use === 'shipping'
  const path = isShipping ? 'answers.shipTo' : 'answers.billTo'
  const row = (line: AddressLine) =>
    textField(asking, {
      path: `${path}.${line}`,
      kind: addressKind(use, line, required),
      label: labelled(labels[line], line !== 'line2', asking),
      value: known[line],
      ...(line === 'name' && { wrong: errors.name }),
    })
  return html`
    ${when(isShipping, () => row('name'))}
    <sluice-select
      data-path="${path}.country"
      name="${use}-country"
      autocomplete="${use} country"
      hint=${choose}
      .label=${labels.country}
      .options=${countries(locale, known.country)}
      .errors=${{ missing: errors.choose, wrong: errors.wrong }}
      .value=${known.country}
      ?required=${required}
      ?locked=${locked}
    ></sluice-select>
    ${row('line1')} ${row('line2')}
    <div class="pair">${row('city')} ${row('state')}</div>
    ${row('postalCode')}
  `
}
