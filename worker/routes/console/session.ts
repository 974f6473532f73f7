import { apiError } from '#contract/errors/apiError'
import { credentialBody, invitationBody, joinBody, recoverBody, recoveryBody } from '#contract/team/signIn'
import { acceptInvitation, invitedMember, openInvitation } from '../../domain/team/acceptInvitation.ts'
import { browserName } from '../../domain/team/browserName.ts'
import { confirm } from '../../domain/team/confirm.ts'
import { algorithms } from '../../domain/team/passkeys/publicKey.ts'
import type { RelyingParty } from '../../domain/team/passkeys/relyingParty.ts'
import { openRecovery, recover } from '../../domain/team/recover.ts'
import { shardOfRecoveryCode } from '../../domain/team/recoveryCode.ts'
import { signIn } from '../../domain/team/signIn.ts'
import { startDemoSession } from '../../domain/team/startDemoSession.ts'
import { shardOfSecret } from '../../domain/team/teamSecret.ts'
import { toSession } from '../../domain/team/toSession.ts'
import { readUserHandle, toUserHandle } from '../../domain/team/userHandle.ts'
import type { App } from '../../http/app.ts'
import { recordKeyUse } from '../../http/auth/recordKeyUse.ts'
import { validateBody } from '../../http/body/validate.ts'
import { authenticateSession } from '../../http/console/authenticateSession.ts'
import { relyingPartyOf } from '../../http/console/consoleHost.ts'
import { requireOwnPage } from '../../http/console/requireOwnPage.ts'
import { endedSessionCookie, sessionCookie } from '../../http/console/sessionCookie.ts'
import { teamNeeds } from '../../http/console/teamNeeds.ts'
import { handleRequest } from '../../http/handleRequest.ts'
import type { RequestContext } from '../../http/handleRequest.ts'
import { limitSignIn } from '../../http/rateLimits/rateLimit.ts'
import { toResponse } from '../../http/response/response.ts'
import type { ApiResult } from '../../http/response/response.ts'

type Gateway = ReturnType<App['gateway']>

/** How long a browser waits for the person, in milliseconds. */
const timeout = 5 * 60_000

/** Free text of the console's own pages is names and addresses of members. */
const policies = { cardNumbersInText: 'refuse' } as const

const respond = (result: object, context: RequestContext, cookie?: string): Response => {
  const { response } = toResponse({ ...result, errors: null } as ApiResult, context)
  if (cookie !== undefined) response.headers.append('set-cookie', cookie)
  return response
}

/** What a browser needs to make a passkey (PublicKeyCredentialCreationOptionsJSON). */
const registrationOptions = (
  challenge: string,
  of: {
    readonly member: { readonly id: string; readonly email: string }
    readonly shard: string
    readonly name: string
  },
  { relyingParty }: { readonly relyingParty: RelyingParty },
) => ({
  challenge,
  rp: { id: relyingParty.id, name: of.name },
  user: {
    id: toUserHandle({ shard: of.shard, member: of.member.id }),
    name: of.member.email,
    displayName: of.member.email,
  },
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
  timeout,
})

/** Sign-in to the console, and what a signed-in person's browser needs to know. */
export const consoleSession = ({ hono, gateway }: App): void => {
  const route = (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    name: string,
    handle: (
      context: RequestContext,
      isolateGateway: Gateway,
      waitUntil: (work: Promise<unknown>) => void,
    ) => Promise<Response>,
  ): void => {
    hono.on(method, path, ({ req, env, executionCtx }) => {
      const isolateGateway = gateway(env)
      const waitUntil = (work: Promise<unknown>) => executionCtx.waitUntil(work)
      return handleRequest(
        req.raw,
        { name, errorFormat: 'envelope' },
        isolateGateway,
        (context) => handle(context, isolateGateway, waitUntil),
        waitUntil,
      )
    })
  }

  /** The needs of somebody who is not signed in. Errors: origin_not_allowed (403), rate_limited (429). */
  const beforeSignIn = async (context: RequestContext, isolateGateway: Gateway): Promise<void> => {
    requireOwnPage(context.request)
    await limitSignIn(context, isolateGateway)
  }

  route('GET', '/session', 'readSession', async (context, isolateGateway, waitUntil) => {
    const signedIn = await authenticateSession(context, isolateGateway)
    waitUntil(recordKeyUse(signedIn, isolateGateway))
    return respond(toSession(signedIn.key.session), context)
  })

  route('DELETE', '/session', 'endSession', async (context, isolateGateway) => {
    const { key, shard } = await authenticateSession(context, isolateGateway)
    const { sessionId, memberId } = key.session
    const { realClock, team } = teamNeeds(shard, context, isolateGateway)
    const detail = { member: memberId, session: sessionId }
    await team.markSessionEnded(key.account.id, memberId, sessionId, {
      at: realClock.now(),
      action: 'session.ended',
      detail,
    })
    return respond({}, context, endedSessionCookie(context.baseUrl))
  })

  route('POST', '/session/options', 'signInOptions', async (context, isolateGateway) => {
    await beforeSignIn(context, isolateGateway)
    const challenge = await isolateGateway.challenges.mint('sign-in', isolateGateway.clock.now())
    const { id } = relyingPartyOf(context.request)
    const publicKey = { challenge, rpId: id, timeout, userVerification: 'required', allowCredentials: [] }
    return respond({ publicKey, demo: isolateGateway.environment.demoMember !== null }, context)
  })

  route('POST', '/session', 'signIn', async (context, isolateGateway) => {
    await beforeSignIn(context, isolateGateway)
    const { credential } = await validateBody(credentialBody(), context, policies)
    const handle = readUserHandle(credential.response.userHandle ?? '')
    if (handle === null) throw apiError('passkey_invalid')
    const browser = browserName(context.request.headers.get('user-agent'))
    const needs = teamNeeds(handle.shard, context, isolateGateway)
    const { secret } = await signIn(credential, { member: handle.member, browser }, needs)
    return respond({}, context, sessionCookie(secret, context.baseUrl))
  })

  route('POST', '/session/demo', 'signInDemo', async (context, isolateGateway) => {
    await beforeSignIn(context, isolateGateway)
    const { demoMember } = isolateGateway.environment
    if (demoMember === null) throw apiError('route_not_found')
    const browser = browserName(context.request.headers.get('user-agent'))
    const needs = teamNeeds(demoMember.shard, context, isolateGateway)
    const { secret } = await startDemoSession(demoMember.member, browser, needs)
    return respond({}, context, sessionCookie(secret, context.baseUrl))
  })

  route('POST', '/session/confirm/options', 'confirmOptions', async (context, isolateGateway) => {
    const { key } = await authenticateSession(context, isolateGateway)
    const { challenges, clock } = isolateGateway
    const challenge = await challenges.mint(`confirm/${key.session.sessionId}`, clock.now())
    const { id } = relyingPartyOf(context.request)
    return respond(
      { publicKey: { challenge, rpId: id, timeout, userVerification: 'required', allowCredentials: [] } },
      context,
    )
  })

  route('POST', '/session/confirm', 'confirmSession', async (context, isolateGateway) => {
    const { key, shard } = await authenticateSession(context, isolateGateway)
    await limitSignIn(context, isolateGateway)
    const { credential } = await validateBody(credentialBody(), context, policies)
    const confirmed = await confirm(credential, key.session, teamNeeds(shard, context, isolateGateway))
    return respond(toSession({ ...key.session, confirmed }), context)
  })

  route('POST', '/invitation', 'openInvitation', async (context, isolateGateway) => {
    await beforeSignIn(context, isolateGateway)
    const { secret } = await validateBody(invitationBody(), context, policies)
    const shard = shardOfSecret(secret) ?? ''
    const needs = teamNeeds(shard, context, isolateGateway)
    const { id, accountName, email, role } = await openInvitation(secret, needs)
    const challenge = await isolateGateway.challenges.mint(`register/${id}`, isolateGateway.clock.now())
    const member = { id: await invitedMember(secret), email }
    const publicKey = registrationOptions(challenge, { member, shard, name: accountName ?? 'Sluice' }, needs)
    return respond({ account: accountName, email, role, publicKey }, context)
  })

  route('POST', '/invitation/accept', 'acceptInvitation', async (context, isolateGateway) => {
    await beforeSignIn(context, isolateGateway)
    const body = await validateBody(joinBody(), context, policies)
    const browser = browserName(context.request.headers.get('user-agent'))
    const needs = teamNeeds(shardOfSecret(body.secret) ?? '', context, isolateGateway)
    const { session, recoveryCode } = await acceptInvitation({ ...body, browser }, needs)
    return respond({ recoveryCode: recoveryCode.reveal() }, context, sessionCookie(session, context.baseUrl))
  })

  route('POST', '/recovery', 'openRecovery', async (context, isolateGateway) => {
    await beforeSignIn(context, isolateGateway)
    const { code } = await validateBody(recoveryBody(), context, policies)
    const shard = shardOfRecoveryCode(code) ?? ''
    const needs = teamNeeds(shard, context, isolateGateway)
    const member = await openRecovery(code, needs)
    const challenge = await isolateGateway.challenges.mint(`register/${member.id}`, isolateGateway.clock.now())
    return respond({ publicKey: registrationOptions(challenge, { member, shard, name: 'Sluice' }, needs) }, context)
  })

  route('POST', '/recovery/accept', 'recover', async (context, isolateGateway) => {
    await beforeSignIn(context, isolateGateway)
    const body = await validateBody(recoverBody(), context, policies)
    const browser = browserName(context.request.headers.get('user-agent'))
    const needs = teamNeeds(shardOfRecoveryCode(body.code) ?? '', context, isolateGateway)
    const { session, recoveryCode } = await recover({ ...body, browser }, needs)
    return respond({ recoveryCode: recoveryCode.reveal() }, context, sessionCookie(session, context.baseUrl))
  })
}
