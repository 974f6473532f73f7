import { refuse } from '#contract/errors/apiError'
import { webhookUrlFault } from '#contract/webhooks/webhookUrl'

export interface WebhookUrlNeeds {
  readonly webhookUrlRules: { readonly allowLocal: boolean }
}

/** Checks a URL by the rules of this deployment, which the contract does not know. Error: url_not_allowed, with a reason. */
export const requireAllowedUrl = (url: string, { webhookUrlRules }: WebhookUrlNeeds): void => {
  const reason = webhookUrlFault(url, webhookUrlRules)
  if (reason !== null) throw refuse('url_not_allowed', { field: 'url', details: { reason } })
}
