import type { App } from '../../http/app.ts'
import { handleRequest } from '../../http/handleRequest.ts'
import type { RequestContext } from '../../http/handleRequest.ts'
import { limitNotification } from '../../http/rateLimits/rateLimit.ts'
import { receiveNotifications } from '../../http/receiveNotifications.ts'

/** Receives notifications of processors. No API key: the processor's signature is the credential. */
export const notifications = ({ hono, gateway }: App): void => {
  hono.post('/processors/:connection/notifications', ({ req, env, executionCtx }) => {
    const isolateGateway = gateway(env)
    const waitUntil = (work: Promise<unknown>) => executionCtx.waitUntil(work)
    const respond = async (context: RequestContext): Promise<Response> => {
      await limitNotification(context, isolateGateway)
      const receiving = receiveNotifications(req.param('connection'), context, isolateGateway)
      // What has begun is finished, even if the processor hangs up.
      waitUntil(receiving.catch(() => undefined))
      return receiving
    }
    const format = { name: 'processorNotification', errorFormat: 'envelope' } as const
    return handleRequest(req.raw, format, isolateGateway, respond, waitUntil)
  })
}
