import { newPasskeyBody } from '#contract/team/signIn'
import { browserName } from '../../domain/team/browserName.ts'
import {
  addOwnPasskey,
  listOwnPasskeys,
  removeOwnPasskey,
  replaceOwnRecoveryCode,
  requireFresh,
} from '../../domain/team/ownPasskeys.ts'
import type { App } from '../../http/app.ts'
import { validateBody } from '../../http/body/validate.ts'
import { authenticateSession } from '../../http/console/authenticateSession.ts'
import { teamNeeds } from '../../http/console/teamNeeds.ts'
import type { RequestContext } from '../../http/handleRequest.ts'
import { consolePolicies, consoleRoute, respond } from './consoleRoute.ts'
import type { IsolateGateway } from './consoleRoute.ts'
import { registrationOptions } from './registrationOptions.ts'

const authenticate = async (context: RequestContext, gateway: IsolateGateway) => {
  const { key, shard } = await authenticateSession(context, gateway)
  return { session: key.session, shard, needs: teamNeeds(shard, context, gateway) }
}

/** A signed-in person's own passkeys and recovery code. */
export const ownPasskeys = (app: App): void => {
  consoleRoute(app, 'GET /session/passkeys', 'listOwnPasskeys', async (context, gateway) => {
    const { session, needs } = await authenticate(context, gateway)
    return respond(await listOwnPasskeys(session, needs), context)
  })

  consoleRoute(app, 'POST /session/passkeys/options', 'ownPasskeyOptions', async (context, gateway) => {
    const { session, shard, needs } = await authenticate(context, gateway)
    requireFresh(session, gateway.clock.now())
    const { passkeys } = await listOwnPasskeys(session, needs)
    const challenge = await gateway.challenges.mint(`register/${session.sessionId}`, gateway.clock.now())
    const registrant = {
      id: session.memberId,
      email: session.email,
      shard,
      account: session.account.settings.name ?? 'Sluice',
      passkeys: passkeys.map(({ id }) => id),
    }
    return respond({ publicKey: registrationOptions(challenge, registrant, needs.relyingParty) }, context)
  })

  consoleRoute(app, 'POST /session/passkeys', 'addOwnPasskey', async (context, gateway) => {
    const { session, needs } = await authenticate(context, gateway)
    const { credential, name } = await validateBody(newPasskeyBody(), context, consolePolicies)
    const shown = name ?? browserName(context.request.headers.get('user-agent'))
    return respond(await addOwnPasskey(credential, shown, session, needs), context)
  })

  consoleRoute(
    app,
    'DELETE /session/passkeys/:passkey',
    'removeOwnPasskey',
    async (context, gateway, _waitUntil, { passkey = '' }) => {
      const { session, needs } = await authenticate(context, gateway)
      await removeOwnPasskey(passkey, session, needs)
      return respond({}, context)
    },
  )

  consoleRoute(app, 'POST /session/recoverycode', 'replaceOwnRecoveryCode', async (context, gateway) => {
    const { session, needs } = await authenticate(context, gateway)
    const code = await replaceOwnRecoveryCode(session, needs)
    return respond({ recoveryCode: code.reveal() }, context)
  })
}
