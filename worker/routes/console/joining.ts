import { invitationBody, joinBody, recoverBody, recoveryBody } from '#contract/team/signIn'
import { acceptInvitation, invitedMember, openInvitation } from '../../domain/team/acceptInvitation.ts'
import { browserName } from '../../domain/team/browserName.ts'
import { openRecovery, recover } from '../../domain/team/recover.ts'
import { shardOfRecoveryCode } from '../../domain/team/recoveryCode.ts'
import { shardOfSecret } from '../../domain/team/teamSecret.ts'
import type { App } from '../../http/app.ts'
import { validateBody } from '../../http/body/validate.ts'
import { sessionCookie } from '../../http/console/sessionCookie.ts'
import { teamNeeds } from '../../http/console/teamNeeds.ts'
import { beforeSignIn, consolePolicies, consoleRoute, respond } from './consoleRoute.ts'
import { registrationOptions } from './registrationOptions.ts'

/** How a person gets a passkey: by an invitation, or by a recovery code after a loss. */
export const joining = (app: App): void => {
  consoleRoute(app, 'POST /invitation', 'openInvitation', async (context, gateway) => {
    await beforeSignIn(context, gateway)
    const { secret } = await validateBody(invitationBody(), context, consolePolicies)
    const shard = shardOfSecret(secret) ?? ''
    const needs = teamNeeds(shard, context, gateway)
    const { id: invitation, accountName, email, role } = await openInvitation(secret, needs)
    const challenge = await gateway.challenges.mint(`register/${invitation}`, gateway.clock.now())
    const registrant = { id: await invitedMember(secret), email, shard, account: accountName ?? 'Sluice' }
    const publicKey = registrationOptions(challenge, registrant, needs.relyingParty)
    return respond({ account: accountName, email, role, publicKey }, context)
  })

  consoleRoute(app, 'POST /invitation/accept', 'acceptInvitation', async (context, gateway) => {
    await beforeSignIn(context, gateway)
    const body = await validateBody(joinBody(), context, consolePolicies)
    const browser = browserName(context.request.headers.get('user-agent'))
    const needs = teamNeeds(shardOfSecret(body.secret) ?? '', context, gateway)
    const { session, recoveryCode } = await acceptInvitation({ ...body, browser }, needs)
    return respond({ recoveryCode: recoveryCode.reveal() }, context, sessionCookie(session, context.baseUrl))
  })

  consoleRoute(app, 'POST /recovery', 'openRecovery', async (context, gateway) => {
    await beforeSignIn(context, gateway)
    const { code } = await validateBody(recoveryBody(), context, consolePolicies)
    const shard = shardOfRecoveryCode(code) ?? ''
    const needs = teamNeeds(shard, context, gateway)
    const { id, email } = await openRecovery(code, needs)
    const challenge = await gateway.challenges.mint(`register/${id}`, gateway.clock.now())
    const publicKey = registrationOptions(challenge, { id, email, shard, account: 'Sluice' }, needs.relyingParty)
    return respond({ publicKey }, context)
  })

  consoleRoute(app, 'POST /recovery/accept', 'recover', async (context, gateway) => {
    await beforeSignIn(context, gateway)
    const body = await validateBody(recoverBody(), context, consolePolicies)
    const browser = browserName(context.request.headers.get('user-agent'))
    const needs = teamNeeds(shardOfRecoveryCode(body.code) ?? '', context, gateway)
    const { session, recoveryCode } = await recover({ ...body, browser }, needs)
    return respond({ recoveryCode: recoveryCode.reveal() }, context, sessionCookie(session, context.baseUrl))
  })
}
