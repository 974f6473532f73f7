import { apiError } from '#contract/errors/apiError'
import { findWebhookUrlError } from '#contract/webhooks/webhookUrl'

export interface WebhookUrlNeeds {
  readonly webhookUrlRules: { readonly allowLocal: boolean }
}

/** Checks a URL by the rules of this deployment, which the contract does not know. Error: url_not_allowed, with a reason. */
export const requireAllowedUrl = (url: string, { webhookUrlRules }: WebhookUrlNeeds): void => {
  const reason = findWebhookUrlError(url, webhookUrlRules)
  if (reason !== null) throw apiError('url_not_allowed', { field: 'url', details: { reason } })
}
