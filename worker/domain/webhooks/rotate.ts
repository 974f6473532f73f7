import { rotationHours } from '#contract/webhooks'
import type { RequestServices } from '../../app/compose.ts'
import { noSuchWebhook } from './noSuchWebhook.ts'
import { mintWebhookSecret } from './secret.ts'
import { shownWebhook } from './shown.ts'
import { tellEndpoint } from './tell.ts'

const hourMs = 3_600_000

/**
 * Gives a webhook another secret, shown in this answer alone. The one before signs, too, until its time is over; one from before that does
 * not any more.
 *
 * Refusal: not_found (404).
 */
export const rotateWebhookSecret = async (id: string, services: RequestServices) => {
  const { webhooks, webhookVault, clock } = services
  const now = clock.now()
  const until = now + rotationHours * hourMs
  const secret = mintWebhookSecret()
  const rotated = await webhooks.rotate(
    id,
    { secret: await webhookVault.sealSecret(id, secret), until },
    { at: now, action: 'webhook.rotated', detail: { webhook: id, until } },
  )
  if (rotated === null) throw noSuchWebhook()
  await tellEndpoint(id, 'lookAnew', services)
  return { webhook: { ...(await shownWebhook(rotated, services)), secret: secret.reveal() }, errors: null }
}
