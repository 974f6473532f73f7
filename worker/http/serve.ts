import type { Context } from 'hono'
import { claimsKeyItself } from '#contract/endpoint'
import type { Endpoint, Given } from '#contract/endpoint'
import { unknownMembers } from '#contract/schema/unknownMembers'
import { requestServices } from '../app/compose.ts'
import type { RequestServices } from '../app/compose.ts'
import { admit } from './auth/authenticateRequest.ts'
import { callerOf } from './auth/caller.ts'
import { bodyOf, send } from './response/response.ts'
import type { Answer } from './response/response.ts'
import { answerOnce } from './idempotency/withIdempotency.ts'
import type { App, AppEnvironment } from './app.ts'
import { exchange } from './handleRequest.ts'
import type { Exchange } from './handleRequest.ts'
import { honoPath } from './honoPath.ts'
import { idempotencyKeyOf, idempotentRequest } from './idempotency/idempotency.ts'
import { noteUse } from './auth/touchKey.ts'
import { permit } from './auth/authorizeRequest.ts'
import { limitBrowser } from './rateLimits/rateLimit.ts'
import { validate } from './body/validate.ts'

export type Handler<E extends Endpoint> = (given: Given<E>, services: RequestServices) => Promise<Answer>

/** Serves an endpoint of the contract: who asks, may they, what do they say, then the business, then its answer. */
export const serve = <E extends Endpoint>({ hono, gateway }: App, endpoint: E, handle: Handler<E>): void => {
  hono.on(endpoint.method, honoPath(endpoint.path), (context) => {
    const wired = gateway(context.env)
    const outlive = (work: Promise<unknown>) => context.executionCtx.waitUntil(work)
    const answered = async (going: Exchange): Promise<Response> => {
      const authenticated = await admit(going, wired)
      const { key, database, shard } = authenticated
      context.executionCtx.waitUntil(noteUse(authenticated, wired))
      permit(key, endpoint, going.request, going.baseUrl)
      await limitBrowser(endpoint, key, going, wired)
      const idempotencyKey = idempotencyKeyOf(endpoint, going.request)
      const { rawBody, ...given } = await validate(endpoint, going.request, context.req.param())
      if (endpoint.body !== undefined && rawBody !== null) going.unknownMembers = unknownMembers(endpoint.body, rawBody)
      const services = requestServices(
        wired,
        { ...going, account: key.account, database, keyId: key.keyId, shard },
        callerOf(key, shard, going),
      )
      going.wakeEndpoints = services.endpoints.wakeAll
      const idempotent =
        idempotencyKey === null ? null : await idempotentRequest(idempotencyKey, going.request, rawBody, services)
      const work = () => handle(given as Given<E>, { ...services, idempotent })
      const owner = { account: key.account.id, mode: key.account.mode }
      const answering =
        idempotent === null || claimsKeyItself(endpoint)
          ? work().then((answer) => send(answer, going))
          : answerOnce(idempotent, { database, owner, secretMembers: endpoint.secretMembers }, async () =>
              bodyOf(await work(), going),
            )
      const mustEnd = endpoint.reachesProcessor === true || idempotent !== null
      const { response, replayOf } = await finished(context, mustEnd, answering)
      going.replayOf = replayOf
      return response
    }
    return exchange(context.req.raw, endpoint, wired, answered, outlive)
  })
}

/**
 * In production a Worker is canceled when its client hangs up, between the charge and its record perhaps. What may reach a processor, or
 * holds a key that others wait for, is therefore kept alive until it has ended.
 */
const finished = <T>(context: Context<AppEnvironment>, mustEnd: boolean, work: Promise<T>): Promise<T> => {
  if (mustEnd) context.executionCtx.waitUntil(work.catch(() => undefined))
  return work
}
