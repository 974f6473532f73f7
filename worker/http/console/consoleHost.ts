import type { Environment } from '../../app/env.ts'
import type { RelyingParty } from '../../domain/team/passkeys/relyingParty.ts'

/** Whether a request is to the console's host: there a session stands in for a key, and no payment page is served. */
export const isForConsole = (request: Request, { consoleHost }: Pick<Environment, 'consoleHost'>): boolean =>
  consoleHost !== null && new URL(request.url).host === consoleHost

/** The console as passkeys know it: its host without the port. */
export const relyingPartyOf = (request: Request): RelyingParty => {
  const { hostname, origin } = new URL(request.url)
  return { id: hostname, origin }
}
