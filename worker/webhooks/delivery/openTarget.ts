import { webhookHostOf } from '#contract/webhooks/webhookHost'
import type { AccountServices } from '../../app/compose.ts'
import type { EndpointRegistration } from '../../store/webhooks/endpoints.ts'
import type { HostBoundHeaders } from '../../vault/webhookVault.ts'
import type { Target } from './attempt.ts'

type Needs = Pick<AccountServices, 'account' | 'clock' | 'webhookVault'>

/** The webhook's own headers, or the account's default headers; null for none. */
const openHeaders = async (
  { id, url, headers, usesDefaultHeaders }: EndpointRegistration,
  { account, webhookVault }: Needs,
): Promise<HostBoundHeaders | null> => {
  if (headers !== null) return webhookVault.openHeaders(id, headers, webhookHostOf(url))
  const { sealed } = account.settings.webhookDefaults
  return usesDefaultHeaders && sealed !== undefined ? webhookVault.openDefaultHeaders(sealed) : null
}

/** Opens the sealed members of a registration. During a rotation the previous secret signs too. */
export const openTarget = async (registration: EndpointRegistration, services: Needs): Promise<Target> => {
  const { id, url, secret, previous } = registration
  const { webhookVault, clock } = services
  const sealed = previous !== null && clock.now() < previous.until ? [secret, previous] : [secret]
  return {
    url,
    headers: await openHeaders(registration, services),
    secrets: await Promise.all(sealed.map((each) => webhookVault.openSecret(id, each))),
  }
}
