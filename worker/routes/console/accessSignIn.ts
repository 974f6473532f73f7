import { accessSignInBody } from '#contract/team/signIn'
import { listAccessMembers, readAccessEmail, startAccessSession } from '../../domain/team/accessSignIn.ts'
import { browserName } from '../../domain/team/browserName.ts'
import type { App } from '../../http/app.ts'
import { validateBody } from '../../http/body/validate.ts'
import { newSession } from '../../http/console/newSession.ts'
import { sessionCookie } from '../../http/console/sessionCookie.ts'
import { teamNeeds } from '../../http/console/teamNeeds.ts'
import type { RequestContext } from '../../http/handleRequest.ts'
import { beforeSignIn, consolePolicies, consoleRoute, respond } from './consoleRoute.ts'
import type { IsolateGateway } from './consoleRoute.ts'

/** Reads the token that Cloudflare Access adds to requests that it lets through. */
const emailOf = ({ request }: RequestContext, { accessTokens, clock }: IsolateGateway): Promise<string> =>
  readAccessEmail(request.headers.get('cf-access-jwt-assertion'), { accessTokens, realClock: clock })

/** Sign-in of people whom Cloudflare Access has let through. */
export const accessSignIn = (app: App): void => {
  consoleRoute(app, 'POST /session/access/options', 'accessSignInOptions', async (context, gateway) => {
    await beforeSignIn(context, gateway)
    const email = await emailOf(context, gateway)
    const shards = [...gateway.environment.shards.keys()].map((shard) => teamNeeds(shard, context, gateway))
    return respond({ email, members: await listAccessMembers(email, shards) }, context)
  })

  consoleRoute(app, 'POST /session/access', 'signInWithAccess', async (context, gateway) => {
    await beforeSignIn(context, gateway)
    const email = await emailOf(context, gateway)
    const { member: id } = await validateBody(accessSignInBody(), context, consolePolicies)
    const [shard, member] = [id.slice(0, 2), id.slice(2)]
    const browser = browserName(context.request.headers.get('user-agent'))
    const { secret } = await startAccessSession({ member, email, browser }, teamNeeds(shard, context, gateway))
    const session = await newSession(secret, shard, context, gateway)
    return respond(session, context, sessionCookie(secret, context.baseUrl))
  })
}
