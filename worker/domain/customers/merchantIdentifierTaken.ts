import { refuse } from '#contract/refusal'
import type { Refusal } from '#contract/refusal'

/** The refusal (409 already_exists) of a merchantIdentifier that another customer has. */
export const merchantIdentifierTaken = (by: string): Refusal =>
  refuse('already_exists', { field: 'merchantIdentifier', details: { id: by } })
