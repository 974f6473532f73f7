import type { FieldName } from '#contract/card/framePort'
import { FIELDS } from '../card/fieldKinds.ts'

/** The selector of a field's input. Its name is for browsers and password managers to know it by, and not ours for it. */
export const inputOf = (name: FieldName): string => `input[name=${FIELDS[name].id}]`
