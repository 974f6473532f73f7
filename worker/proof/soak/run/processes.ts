import type { WebhookGateway } from '../../../../e2e/webhooks/gateway.ts'
import { gatewayOrigin } from '../../../testing/requestDefaults.ts'
import type { Send } from '../../models/kernel/client.ts'
import type { KillSwitch } from './killSwitch.ts'
import type { OutsideProcessor } from './outsideProcessor.ts'

/** Starts the gateway with this processor. */
export const startSoakGateway = (gateway: WebhookGateway, { vars }: Pick<OutsideProcessor, 'vars'>): Promise<void> =>
  gateway.start({ ALLOW_LOCAL_WEBHOOKS: '1', ...vars })

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
