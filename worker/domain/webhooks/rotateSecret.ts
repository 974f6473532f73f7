import { secretOverlapHours } from '#contract/webhooks/webhooks'
import type { WebhookStore } from '../../store/webhooks/webhookStore.ts'
import type { WebhookVault } from '../../vault/webhookVault.ts'
import { notFound } from '../notFound.ts'
import { notifyEndpoint } from './notify.ts'
import type { Endpoints } from './endpoints.ts'
import { mintWebhookSecret } from './secret.ts'
import { toWebhook } from './toApi.ts'
import type { ToWebhookNeeds } from './toApi.ts'

interface Needs extends ToWebhookNeeds {
  readonly endpoints: Pick<Endpoints, 'failingSince' | 'forget' | 'refresh'>
  readonly webhooks: Pick<WebhookStore, 'replaceSecret'>
  readonly webhookVault: Pick<WebhookVault, 'openHeaders' | 'sealSecret'>
}

const hourMs = 3_600_000

/**
 * Replaces the secret of a webhook. Only this response contains the new secret. The previous secret also signs for some hours, an older one does
 * not.
 *
 * Error: not_found (404).
 */
export const rotateWebhookSecret = async (id: string, needs: Needs) => {
  const { webhooks, webhookVault, clock } = needs
  const now = clock.now()
  const until = now + secretOverlapHours * hourMs
  const secret = mintWebhookSecret()
  const rotated = await webhooks.replaceSecret(
    id,
    { secret: await webhookVault.sealSecret(id, secret), until },
    { at: now, action: 'webhook.rotated', detail: { webhook: id } },
  )
  if (rotated === null) throw notFound('webhook')
  await notifyEndpoint(id, 'refresh', needs)
  return { webhook: { ...(await toWebhook(rotated, needs)), secret: secret.reveal() }, errors: null }
}
