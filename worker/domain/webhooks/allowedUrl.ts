import { refuse } from '#contract/refusal'
import { webhookUrlFault } from '#contract/webhookUrl'
import type { RequestServices } from '../../app/compose.ts'

/**
 * Judges where webhooks are to go by the rules of where this worker runs, which the contract does not know.
 *
 * Refusal: url_not_allowed, with the reason.
 */
export const requireAllowedUrl = (url: string, { webhookUrlRules }: RequestServices): void => {
  const reason = webhookUrlFault(url, webhookUrlRules)
  if (reason !== null) throw refuse('url_not_allowed', { field: 'url', details: { reason } })
}
