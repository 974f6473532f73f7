/** Why a request is not taken for a webhook, in sentences that quote nothing of it. */
const sentences = {
  header_missing: 'A header of the signature is missing.',
  header_invalid: 'A header of the signature comes twice, or is not as the specification says.',
  signature_wrong: 'No signature fits the body and a secret.',
  timestamp_too_old: 'It was signed too long ago.',
  timestamp_too_new: 'It was signed in the future.',
  body_invalid: 'The body was signed, but is no JSON object.',
} as const

/**
 * - `header_missing`: `webhook-id`, `webhook-timestamp` or `webhook-signature` is not there, or empty.
 * - `header_invalid`: one of them comes twice, or is no id or no time.
 * - `signature_wrong`: somebody else sent it, or the body is not as it was sent: parsed and printed again, say.
 * - `timestamp_too_old`, `timestamp_too_new`: rightly signed, but recorded and sent again, or one of the two clocks is wrong.
 * - `body_invalid`: rightly signed, but no JSON object.
 */
export type WebhookErrorReason = keyof typeof sentences

/** A request that is no webhook to act on. It quotes neither the body nor a secret. Answer it with a status such as 400. */
export class SluiceWebhookError extends Error {
  readonly reason: WebhookErrorReason

  constructor(reason: WebhookErrorReason) {
    super(sentences[reason])
    this.name = 'SluiceWebhookError'
    this.reason = reason
  }
}
