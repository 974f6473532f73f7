import type { AccountServices } from '../app/compose.ts'
import type { EndpointRegistration } from '../store/webhooks/endpoints.ts'
import type { Target } from './attempt.ts'

/** Opens what is sealed of a registration. During a rotation the secret before signs as well. */
export const openTarget = async (
  { id, url, headers, secret, previous }: EndpointRegistration,
  { webhookVault, clock }: Pick<AccountServices, 'webhookVault' | 'clock'>,
): Promise<Target> => {
  const sealed = previous !== null && clock.now() < previous.until ? [secret, previous] : [secret]
  return {
    url,
    headers: headers === null ? {} : await webhookVault.openHeaders(id, headers),
    secrets: await Promise.all(sealed.map((one) => webhookVault.openSecret(id, one))),
  }
}
