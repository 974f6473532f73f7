import { ApiError, apiError } from '#contract/errors/apiError'
import { credentialBody } from '#contract/team/signIn'
import { browserName } from '../../domain/team/browserName.ts'
import { confirm } from '../../domain/team/confirm.ts'
import { signIn } from '../../domain/team/signIn.ts'
import { startDemoSession } from '../../domain/team/startDemoSession.ts'
import { toSession } from '../../domain/team/toSession.ts'
import { readUserHandle } from '../../domain/team/userHandle.ts'
import { errorOutsideApi } from '../../http/app.ts'
import type { App } from '../../http/app.ts'
import { recordKeyUse } from '../../http/auth/recordKeyUse.ts'
import { validateBody } from '../../http/body/validate.ts'
import { authenticateSession } from '../../http/console/authenticateSession.ts'
import { relyingPartyOf } from '../../http/console/consoleHost.ts'
import { newSession } from '../../http/console/newSession.ts'
import { endedSessionCookie, sessionCookie } from '../../http/console/sessionCookie.ts'
import { teamNeeds } from '../../http/console/teamNeeds.ts'
import { limitSignIn } from '../../http/rateLimits/rateLimit.ts'
import { beforeSignIn, consolePolicies, consoleRoute, passkeyTimeout, respond } from './consoleRoute.ts'

/** What a browser needs to sign with a passkey (PublicKeyCredentialRequestOptionsJSON). It offers the person those of this host. */
const signingOptions = (challenge: string, request: Request) => ({
  challenge,
  rpId: relyingPartyOf(request).id,
  timeout: passkeyTimeout,
  userVerification: 'required',
  allowCredentials: [],
})

const browserOf = ({ headers }: Request): string => browserName(headers.get('user-agent'))

/** Sign-in and sign-out, and what a signed-in person's browser needs to know. */
export const consoleSession = (app: App): void => {
  consoleRoute(app, 'GET /session', 'readSession', async (context, gateway, waitUntil) => {
    try {
      const signedIn = await authenticateSession(context, gateway)
      waitUntil(recordKeyUse(signedIn, gateway))
      return respond(toSession(signedIn.key.session), context)
    } catch (error) {
      const isSignedOut = error instanceof ApiError && error.status === 401
      const { consoleAccess, demoMember } = gateway.environment
      if (!isSignedOut || (demoMember === null && consoleAccess === null)) throw error
      // The sign-in page has one more button: in a local run, or for Cloudflare Access.
      const body = await errorOutsideApi(context.request, error).json<object>()
      const ways = { ...(demoMember && { demo: true }), ...(consoleAccess && { access: true }) }
      return Response.json({ ...body, ...ways }, { status: error.status })
    }
  })

  consoleRoute(app, 'DELETE /session', 'signOut', async (context, gateway) => {
    const { key, shard } = await authenticateSession(context, gateway)
    const { sessionId, memberId } = key.session
    const { realClock, team } = teamNeeds(shard, context, gateway)
    const detail = { member: memberId, session: sessionId }
    const note = { at: realClock.now(), action: 'session.ended', detail } as const
    await team.markSessionEnded(key.account.id, memberId, sessionId, note)
    return respond({}, context, endedSessionCookie(context.baseUrl))
  })

  consoleRoute(app, 'POST /session/options', 'signInOptions', async (context, gateway) => {
    await beforeSignIn(context, gateway)
    const challenge = await gateway.challenges.mint('sign-in', gateway.clock.now())
    return respond({ publicKey: signingOptions(challenge, context.request) }, context)
  })

  consoleRoute(app, 'POST /session', 'signIn', async (context, gateway) => {
    await beforeSignIn(context, gateway)
    const { credential } = await validateBody(credentialBody(), context, consolePolicies)
    const handle = readUserHandle(credential.response.userHandle ?? '')
    if (handle === null) throw apiError('passkey_invalid')
    const of = { member: handle.member, browser: browserOf(context.request) }
    const { secret } = await signIn(credential, of, teamNeeds(handle.shard, context, gateway))
    const session = await newSession(secret, handle.shard, context, gateway)
    return respond(session, context, sessionCookie(secret, context.baseUrl))
  })

  consoleRoute(app, 'POST /session/demo', 'signInDemo', async (context, gateway) => {
    await beforeSignIn(context, gateway)
    const { demoMember } = gateway.environment
    if (demoMember === null) throw apiError('route_not_found')
    const needs = teamNeeds(demoMember.shard, context, gateway)
    const { secret } = await startDemoSession(demoMember.member, browserOf(context.request), needs)
    const session = await newSession(secret, demoMember.shard, context, gateway)
    return respond(session, context, sessionCookie(secret, context.baseUrl))
  })

  consoleRoute(app, 'POST /session/confirm/options', 'confirmOptions', async (context, gateway) => {
    const { key } = await authenticateSession(context, gateway)
    const challenge = await gateway.challenges.mint(`confirm/${key.session.sessionId}`, gateway.clock.now())
    return respond({ publicKey: signingOptions(challenge, context.request) }, context)
  })

  consoleRoute(app, 'POST /session/confirm', 'confirmSession', async (context, gateway) => {
    const { key, shard } = await authenticateSession(context, gateway)
    await limitSignIn(context, gateway)
    const { credential } = await validateBody(credentialBody(), context, consolePolicies)
    const confirmed = await confirm(credential, key.session, teamNeeds(shard, context, gateway))
    return respond(toSession({ ...key.session, confirmed }), context)
  })
}
