import type { Context } from 'hono'
import { claimsKeyWithOperation } from '#contract/endpoint'
import type { Endpoint, HandlerInput } from '#contract/endpoint'
import { requestServices } from '../app/requestServices.ts'
import type { RequestServices } from '../app/requestServices.ts'
import { authenticateRequest } from './auth/authenticateRequest.ts'
import { toCaller } from './auth/caller.ts'
import { requireAcceptable } from './response/accept.ts'
import { toBody, toResponse } from './response/response.ts'
import type { ApiResult } from './response/response.ts'
import { withIdempotency } from './idempotency/withIdempotency.ts'
import type { App, AppEnvironment } from './app.ts'
import { handleRequest } from './handleRequest.ts'
import type { RequestContext } from './handleRequest.ts'
import { honoPath } from './honoPath.ts'
import { idempotencyKeyOf, idempotentRequest } from './idempotency/idempotency.ts'
import { recordKeyUse } from './auth/recordKeyUse.ts'
import { authorizeMembers, authorizeRequest } from './auth/authorizeRequest.ts'
import { requireQuotas } from './auth/requireQuotas.ts'
import { validate } from './body/validate.ts'

export type Handler<E extends Endpoint> = (input: HandlerInput<E>, services: RequestServices) => Promise<ApiResult>

/** Serves an endpoint of the contract: authenticate, authorize, validate, run the handler, send its response. */
export const serve = <E extends Endpoint>({ hono, gateway }: App, endpoint: E, handle: Handler<E>): void => {
  hono.on(endpoint.method, honoPath(endpoint.path), (c) => {
    const isolateGateway = gateway(c.env)
    const waitUntil = (work: Promise<unknown>) => c.executionCtx.waitUntil(work)
    const respond = async (context: RequestContext): Promise<Response> => {
      requireAcceptable(endpoint, context.request)
      const authenticated = await authenticateRequest(context, isolateGateway, endpoint)
      const { key, database, shard } = authenticated
      c.executionCtx.waitUntil(recordKeyUse(authenticated, isolateGateway))
      authorizeRequest(key, endpoint, context.request, {
        gatewayOrigin: context.baseUrl,
        nowMs: isolateGateway.clock.now(),
      })
      const idempotencyKey = idempotencyKeyOf(endpoint, context.request)
      const { rawBody, ...input } = await validate(endpoint, context, c.req.param(), key.account.settings)
      authorizeMembers(key, endpoint, input.body)
      const services = requestServices(
        isolateGateway,
        { ...context, account: key.account, database, keyId: key.keyId, shard },
        toCaller(key, shard, context, isolateGateway.environment),
      )
      context.wakeEndpoints = services.endpoints.wakeAll
      context.noteConnections = services.noteConnections
      const idempotent =
        idempotencyKey === null ? null : await idempotentRequest(idempotencyKey, context.request, rawBody, services)
      const bodyBytes = Number(context.request.headers.get('content-length') ?? 0)
      await requireQuotas(endpoint, idempotent, authenticated, bodyBytes, isolateGateway, context.warnings)
      const work = () => handle(input as HandlerInput<E>, { ...services, idempotent })
      const owner = { account: key.account.id, mode: key.account.mode }
      const responding =
        idempotent === null || claimsKeyWithOperation(endpoint)
          ? work().then((result) => toResponse(result, context))
          : withIdempotency(idempotent, { database, owner, secretMembers: endpoint.returnedOnce }, async () =>
              toBody(await work(), context),
            )
      const mustEnd = endpoint.reachesProcessor === true || idempotent !== null
      const { response, replayOf } = await keepAliveUntilEnd(c, mustEnd, responding)
      context.replayOf = replayOf
      return response
    }
    return handleRequest(c.req.raw, endpoint, isolateGateway, respond, waitUntil)
  })
}

/**
 * Workers cancel a request when its client disconnects, perhaps between a charge and its record. Work that may reach a processor or holds
 * an idempotency key is therefore kept alive until it ends.
 */
const keepAliveUntilEnd = <T>(c: Context<AppEnvironment>, mustEnd: boolean, work: Promise<T>): Promise<T> => {
  if (mustEnd) c.executionCtx.waitUntil(work.catch(() => undefined))
  return work
}
