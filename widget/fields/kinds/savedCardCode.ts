import { CARD_FIELDS } from '../../card/fieldKinds.ts'
import type { Kind } from './text.ts'

/** The security code of a saved card, with the length of its field's network. */
export const savedCardCodeKind: Kind = {
  ...CARD_FIELDS.code,
  name: 'saved-code',
  id: 'saved-code',
  autocomplete: 'cc-csc',
}
