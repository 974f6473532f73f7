/** Why a request is rejected, without quoting it. */
export const webhookErrorSentences = {
  header_missing: 'A header of the signature is missing.',
  header_invalid: 'A header of the signature is repeated or malformed.',
  signature_wrong: 'No signature matches the body and a secret.',
  timestamp_too_old: 'The timestamp is too old.',
  timestamp_too_new: 'The timestamp is in the future.',
  body_invalid: 'The body is signed but is not a JSON object.',
} as const

/**
 * - `header_missing`: `webhook-id`, `webhook-timestamp` or `webhook-signature` is missing or empty.
 * - `header_invalid`: one of them is repeated or malformed.
 * - `signature_wrong`: another sender, or the body was changed, for example parsed and serialized again.
 * - `timestamp_too_old`, `timestamp_too_new`: signed correctly, but replayed, or one of the clocks is wrong.
 * - `body_invalid`: signed correctly, but not a JSON object.
 */
export type WebhookErrorReason = keyof typeof webhookErrorSentences

/** A request that must be rejected, for example with status 400. The error quotes neither the body nor a secret. */
export class SluiceWebhookError extends Error {
  readonly reason: WebhookErrorReason

  constructor(reason: WebhookErrorReason) {
    super(webhookErrorSentences[reason])
    this.name = 'SluiceWebhookError'
    this.reason = reason
  }
}
