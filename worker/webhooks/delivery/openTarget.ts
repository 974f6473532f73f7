import type { AccountServices } from '../../app/compose.ts'
import type { EndpointRegistration } from '../../store/webhooks/endpoints.ts'
import type { Target } from './attempt.ts'

/** Opens the sealed members of a registration. During a rotation the previous secret signs too. */
export const openTarget = async (
  { id, url, headers, secret, previous }: EndpointRegistration,
  { webhookVault, clock }: Pick<AccountServices, 'webhookVault' | 'clock'>,
): Promise<Target> => {
  const sealed = previous !== null && clock.now() < previous.until ? [secret, previous] : [secret]
  return {
    url,
    headers: headers === null ? {} : await webhookVault.openHeaders(id, headers),
    secrets: await Promise.all(sealed.map((each) => webhookVault.openSecret(id, each))),
  }
}
