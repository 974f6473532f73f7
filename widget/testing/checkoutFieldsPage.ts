/** A page with single fields of the checkout, in the order of the page's HTML. For the tests of fields/. */
import '../fields/card-form/card-form.ts'
import '../fields/check/check.ts'
import '../fields/date/date.ts'
import '../fields/options/options.ts'
import '../fields/select/select.ts'
import '../fields/field/field.ts'
import '../fields/tabs/tabs.ts'
import { textKind } from '../fields/kinds/text.ts'
import { brandMark } from '../fields/brand-mark/brand-mark.ts'
import { bankIcon, cardIcon } from '../fields/icons.ts'
import en from '../locales/card/en.json' with { type: 'json' }
import type { Texts } from '../locales/cardTexts.ts'

const errors = { missing: 'Fill in this field', incomplete: 'Enter all of it', wrong: 'Check this field' }

const setProperties = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
) => {
  for (const [index, element] of document.querySelectorAll(tag).entries()) {
    Object.assign(element, properties)
    // Names are ids of the inputs, and must be unique.
    if ('name' in element && index > 0) element.name += String(index)
  }
}

setProperties('sluice-card-form', { texts: en as Texts })
setProperties('sluice-field', { kind: textKind('note', { isRequired: true }), label: 'Note', errors })
setProperties('sluice-select', {
  label: 'Country',
  name: 'country',
  autocomplete: 'shipping country',
  hint: 'Choose',
  errors,
  options: [
    { value: 'CA', label: 'Canada' },
    { value: 'NZ', label: 'New Zealand' },
    { value: 'US', label: 'United States' },
  ],
})
setProperties('sluice-date', { label: 'Delivery on', name: 'delivery', errors })
setProperties('sluice-check', {
  label:
    'I authorize the merchant to debit my bank account for the amount above, once or as often as the terms say, until I withdraw this authorization in writing.',
  name: 'agreed',
  errors,
})
setProperties('sluice-options', {
  label: 'Saved payment methods',
  name: 'saved',
  errors,
  options: [
    { value: 'w1', text: 'Visa ending in 4242', mark: brandMark('visa') },
    { value: 'w2', text: 'Bank account ending in 6789', mark: bankIcon },
    { value: 'new', text: 'Another payment method' },
  ],
})
setProperties('sluice-tabs', {
  label: 'Payment method',
  selected: 'card',
  tabs: [
    { value: 'card', label: 'Card', icon: cardIcon },
    { value: 'bank', label: 'Bank account', icon: bankIcon },
  ],
})
