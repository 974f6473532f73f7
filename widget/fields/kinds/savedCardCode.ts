import { FIELDS } from '../../card/fieldKinds.ts'
import type { Kind } from './text.ts'

/** The security code of a saved card: as long as the network wants it that its field is told. */
export const savedCodeKind: Kind = { ...FIELDS.code, name: 'saved-code', id: 'saved-code', autocomplete: 'cc-csc' }
