import { apiError } from '#contract/errors/apiError'
import { findPublicUrlError } from '#contract/schema/publicUrl'

export interface WebhookUrlNeeds {
  readonly webhookUrlRules: { readonly allowLocal: boolean }
}

/** Checks a URL by the rules of this deployment, which the contract does not know. Error: url_not_allowed, with a reason. */
export const requireAllowedUrl = (url: string, { webhookUrlRules }: WebhookUrlNeeds): void => {
  const reason = findPublicUrlError(url, webhookUrlRules)
  if (reason !== null) throw apiError('url_not_allowed', { field: 'url', details: { reason } })
}
