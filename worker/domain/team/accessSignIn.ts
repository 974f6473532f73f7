import { apiError } from '#contract/errors/apiError'
import type { Secret } from '#contract/schema/secret'
import type { TeamStore } from '../../store/team/teamStore.ts'
import type { AccessTokens } from '../../vault/accessTokens.ts'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import { mintSession } from './mintSession.ts'

interface TokenNeeds {
  /** Null if the operator has not set up Cloudflare Access. */
  readonly accessTokens: AccessTokens | null
  readonly realClock: Clock
}

/** The email address that Cloudflare Access has checked. Errors: route_not_found (404), access_invalid (401), access_unavailable (503). */
export const readAccessEmail = async (
  token: string | null,
  { accessTokens, realClock }: TokenNeeds,
): Promise<string> => {
  if (accessTokens === null) throw apiError('route_not_found')
  if (token === null) throw apiError('access_invalid')
  const email = await accessTokens.emailOf(token, realClock.now()).catch((error: unknown) => {
    if ((error as Error).name === 'AccessKeysUnavailable') throw apiError('access_unavailable')
    throw error
  })
  if (email === null) throw apiError('access_invalid')
  return email
}

/** The people of a shard. */
interface ShardOfTeams {
  readonly shard: string
  readonly team: Pick<TeamStore, 'findMembersByEmail'>
}

/**
 * The memberships of an email address, one for each account: most people have one. Nobody becomes a member by signing in.
 *
 * Error: access_member_unknown (403).
 */
export const listAccessMembers = async (email: string, shards: readonly ShardOfTeams[]) => {
  const found = await Promise.all(
    shards.map(async ({ shard, team }) =>
      (await team.findMembersByEmail(email)).map(({ id, accountName, role }) => ({
        member: shard + id,
        account: accountName,
        role,
      })),
    ),
  )
  const members = found.flat()
  if (members.length === 0) throw apiError('access_member_unknown')
  return members
}

/**
 * Signs a member in whose email address Cloudflare Access has checked. What needs a fresh passkey still does: the session begins without a
 * confirmation.
 *
 * Error: access_member_unknown (403), for a member with another address, who was removed, or who does not exist.
 *
 * @returns the session's secret, for the cookie
 */
export const startAccessSession = async (
  { member, email, browser }: { readonly member: string; readonly email: string; readonly browser: string },
  needs: {
    readonly ids: Pick<Ids, 'uuid'>
    readonly realClock: Clock
    readonly shard: string
    readonly team: Pick<TeamStore, 'insertAccessSession'>
  },
): Promise<{ readonly secret: Secret }> => {
  const { secret, session, started } = await mintSession({ member, browser, at: needs.realClock.now() }, needs)
  const note = { ...started, detail: { ...started.detail, by: 'Cloudflare Access' } }
  const isStarted = await needs.team.insertAccessSession({ member, email }, { ...session, confirmed: 0 }, note)
  if (!isStarted) throw apiError('access_member_unknown')
  return { secret }
}
