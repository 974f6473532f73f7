import type { IncomingHttpHeaders } from 'node:http'
// Not verifyWebhook of our own package: that anybody's library takes what the gateway signs is the point.
import { Webhook, WebhookVerificationError } from 'standardwebhooks'

/**
 * Why a request is not taken for a webhook of the gateway's; null where it is one.
 *
 * @param body exactly as it came
 */
export const complaintAbout = (body: string, headers: IncomingHttpHeaders, secret: string): string | null => {
  const webhook = new Webhook(secret)
  try {
    webhook.verify(body, headers as Record<string, string>)
    return null
  } catch (error) {
    return error instanceof WebhookVerificationError ? error.message : 'Signed, but its body is no JSON'
  }
}
