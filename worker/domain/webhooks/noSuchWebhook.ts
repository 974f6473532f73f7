import { refuse } from '#contract/refusal'
import type { Refusal } from '#contract/refusal'

/** The refusal (404 not_found) of an id that is unknown, deleted, of another account or of the other mode: nobody learns which. */
export const noSuchWebhook = (): Refusal => refuse('not_found', { details: { resource: 'webhook' } })
