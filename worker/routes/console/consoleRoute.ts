import type { App } from '../../http/app.ts'
import { requireOwnPage } from '../../http/console/requireOwnPage.ts'
import { handleRequest } from '../../http/handleRequest.ts'
import type { RequestContext } from '../../http/handleRequest.ts'
import { limitSignIn } from '../../http/rateLimits/rateLimit.ts'
import { toResponse } from '../../http/response/response.ts'
import type { ApiResult } from '../../http/response/response.ts'

export type IsolateGateway = ReturnType<App['gateway']>

/** Handles a request of the console's own pages. */
export type ConsoleHandler = (
  context: RequestContext,
  gateway: IsolateGateway,
  waitUntil: (work: Promise<unknown>) => void,
  params: Readonly<Record<string, string>>,
) => Promise<Response>

/** How long a browser waits for the person and the passkey, in milliseconds. */
export const passkeyTimeout = 5 * 60_000

/** Free text of these pages is names and addresses of members. */
export const consolePolicies = { cardNumbersInText: 'refuse' } as const

/** Serves a request of the console's pages: with the errors, headers and log line of the API, of which it is no part. */
export const consoleRoute = (
  { hono, gateway }: App,
  request: `${'GET' | 'POST' | 'DELETE'} /${string}`,
  name: string,
  handle: ConsoleHandler,
): void => {
  const [method = '', path = ''] = request.split(' ')
  hono.on(method, path, ({ req, env, executionCtx }) => {
    const isolateGateway = gateway(env)
    const waitUntil = (work: Promise<unknown>) => executionCtx.waitUntil(work)
    const handled = (context: RequestContext) => handle(context, isolateGateway, waitUntil, req.param())
    return handleRequest(req.raw, { name, errorFormat: 'envelope' }, isolateGateway, handled, waitUntil)
  })
}

/** @param cookie the `Set-Cookie` header */
export const respond = (result: object, context: RequestContext, cookie?: string): Response => {
  const { response } = toResponse({ ...result, errors: null } as ApiResult, context)
  if (cookie !== undefined) response.headers.append('set-cookie', cookie)
  return response
}

/** Checks a request of somebody who is not signed in. Errors: origin_not_allowed (403), rate_limited (429). */
export const beforeSignIn = async (context: RequestContext, gateway: IsolateGateway): Promise<void> => {
  requireOwnPage(context.request)
  await limitSignIn(context, gateway)
}
