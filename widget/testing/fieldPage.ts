/** A page with single fields; `data-kind` is the name of the field's kind. For field.test.ts. */
import { CARD_FIELDS } from '../card/fieldKinds.ts'
import '../fields/field/field.ts'
import en from '../locales/card/en.json' with { type: 'json' }

for (const field of document.querySelectorAll('sluice-field')) {
  const name = field.dataset['kind'] as keyof typeof CARD_FIELDS
  field.kind = CARD_FIELDS[name]
  field.label = en.labels[name]
  field.errors = en.errors[name]
}
