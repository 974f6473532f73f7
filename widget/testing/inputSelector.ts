import type { FieldName } from '#contract/card/framePort'
import { CARD_FIELDS } from '../card/fieldKinds.ts'

/** Selector of a field's input. The input's name is its autocomplete token, not the field's name. */
export const inputSelector = (name: FieldName): string => `input[name=${CARD_FIELDS[name].id}]`
