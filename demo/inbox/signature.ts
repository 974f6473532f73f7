import type { IncomingHttpHeaders } from 'node:http'
// A third-party library instead of verifyWebhook of our client shows that the signatures follow Standard Webhooks.
import { Webhook, WebhookVerificationError } from 'standardwebhooks'

/**
 * Verifies the signature of a request. Returns the error text, or null if it is valid.
 *
 * @param body raw text
 */
export const signatureError = (body: string, headers: IncomingHttpHeaders, secret: string): string | null => {
  const webhook = new Webhook(secret)
  try {
    webhook.verify(body, headers as Record<string, string>)
    return null
  } catch (error) {
    return error instanceof WebhookVerificationError ? error.message : 'Signed, but the body is not JSON'
  }
}
