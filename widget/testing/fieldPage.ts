/** A page of fields without a card form around them; each by its kind's name. For field.test.ts. */
import { FIELDS } from '../card/fieldKinds.ts'
import '../fields/field/field.ts'
import en from '../locales/card/en.json' with { type: 'json' }

for (const field of document.querySelectorAll('sluice-field')) {
  const name = field.dataset['kind'] as keyof typeof FIELDS
  field.kind = FIELDS[name]
  field.label = en.labels[name]
  field.errors = en.errors[name]
}
