import type { WebhookGateway } from '../../../../e2e/webhooks/gateway.ts'
import { capabilitySets } from '../../../processors/conformance/capabilitySets.ts'
import type { CapabilitySetName } from '../../../processors/conformance/capabilitySets.ts'
import { gatewayOrigin } from '../../../testing/requestDefaults.ts'
import { beforeCompletion, eventCommitted } from '../../acquirer/crashPoints.ts'
import { startAcquirer } from '../../acquirer/server.ts'
import type { Acquirer } from '../../acquirer/server.ts'
import type { Send } from '../../models/kernel/client.ts'
import type { KillSwitch } from './killSwitch.ts'

/** Starts an acquirer with this set of capabilities. It survives kills of the gateway. */
export const startSoakAcquirer = async (set: CapabilitySetName, { reached }: KillSwitch): Promise<Acquirer> => {
  const acquirer = await startAcquirer({
    // Operations are visible at once: recovery would wait for real time otherwise, and the test clock cannot shorten that.
    can: { ...capabilitySets[set], visibleAfterMs: 0 },
    onKillPoint: reached,
    onEffect: (type) => reached(`${type} executed`),
    onAcknowledged: (op) => {
      if (op === eventCommitted) return reached('committed')
      return reached(op === beforeCompletion ? 'completion' : `${acquirer.ledger.find(op)!.type} response received`)
    },
  })
  return acquirer
}

/** Starts the gateway with this acquirer. */
export const startSoakGateway = (
  gateway: WebhookGateway,
  { url }: Pick<Acquirer, 'url'>,
  set: CapabilitySetName,
): Promise<void> => gateway.start({ ALLOW_LOCAL_WEBHOOKS: '1', ACQUIRER_URL: url, ACQUIRER_SET: set })

/** Sends requests to the running gateway. */
export const sendTo =
  (gateway: WebhookGateway, { reached }: KillSwitch): Send =>
  async (request) => {
    const response = await fetch(new Request(request.url.replace(gatewayOrigin, gateway.running.url), request))
    // Read completely, since a kill may interrupt the body as well.
    const text = await response.text()
    void reached('response sent')
    return new Response(text, { status: response.status, headers: response.headers })
  }
