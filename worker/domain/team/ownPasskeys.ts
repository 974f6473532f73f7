import { apiError } from '#contract/errors/apiError'
import type { Secret } from '#contract/schema/secret'
import type { Registration } from '#contract/team/credentials'
import type { OwnPasskeyRow } from '../../store/team/ownPasskeys.ts'
import type { TeamStore } from '../../store/team/teamStore.ts'
import { notFound } from '../notFound.ts'
import { isFresh } from './confirm.ts'
import type { CurrentSession } from './confirm.ts'
import { readNewPasskey } from './passkeys/readNewPasskey.ts'
import { mintRecoveryCode } from './recoveryCode.ts'
import type { SignInNeeds } from './signIn.ts'
import { hashTeamSecret } from './teamSecret.ts'

/** Passkeys of one person: some devices, security keys and password managers. */
const maxPasskeys = 10

type OwnStore = Pick<TeamStore, 'readOwnPasskeys' | 'addPasskey' | 'removePasskey' | 'replaceRecoveryCode'>

type Needs = Pick<SignInNeeds, 'challenges' | 'realClock' | 'relyingParty' | 'shard'> & { readonly team: OwnStore }

/** The session of a request, and the account of its member. */
export interface OwnSession extends CurrentSession {
  readonly account: { readonly id: string }
}

const time = (ms: number): string => new Date(ms).toISOString()

const toPasskey = ({ id, name, created, lastUsed }: OwnPasskeyRow) => ({
  id,
  name,
  created: time(created),
  lastUsed: lastUsed === null ? null : time(lastUsed),
})

/** Requires a passkey's signature of the last minutes, so that a browser that was left open changes no passkey. Error: passkey_required (403). */
export const requireFresh = (session: Pick<CurrentSession, 'confirmed'>, nowMs: number): void => {
  if (!isFresh(session, nowMs)) throw apiError('passkey_required')
}

const signedIn = ({ memberId, account }: OwnSession) => ({ memberId, account: account.id })

/** The member's own passkeys, newest first, and whether there is an unused recovery code. */
export const listOwnPasskeys = async (
  { memberId }: Pick<OwnSession, 'memberId'>,
  { team }: { readonly team: Pick<OwnStore, 'readOwnPasskeys'> },
) => {
  const { passkeys, hasRecoveryCode } = await team.readOwnPasskeys(memberId)
  return { passkeys: passkeys.map(toPasskey), hasRecoveryCode }
}

/**
 * Registers one more passkey of a signed-in member.
 *
 * Errors: passkey_required (403), passkey_invalid (401), passkey_exists (409), limit_reached (409).
 *
 * @param name for the person's list of passkeys
 */
export const addOwnPasskey = async (
  credential: Registration,
  name: string,
  session: OwnSession,
  needs: Pick<Needs, 'challenges' | 'realClock' | 'relyingParty'> & { readonly team: Pick<OwnStore, 'addPasskey'> },
) => {
  const at = needs.realClock.now()
  requireFresh(session, at)
  const passkey = await readNewPasskey(credential, { of: session.sessionId, at, name }, needs)
  const detail = { member: session.memberId, name }
  const note = { at, action: 'passkey.added', detail } as const
  const isAdded = await needs.team.addPasskey(signedIn(session), passkey, maxPasskeys, note)
  if (isAdded === 'passkey_exists') throw apiError('passkey_exists')
  if (!isAdded) throw apiError('limit_reached', { details: { max: maxPasskeys } })
  return { passkey: toPasskey({ id: passkey.id, name, created: at, lastUsed: null }) }
}

/**
 * Removes an own passkey, and ends the member's other sessions: they may be those of a device that was lost.
 *
 * Errors: passkey_required (403), not_found (404), last_passkey (409).
 */
export const removeOwnPasskey = async (
  passkey: string,
  session: OwnSession,
  { realClock, team }: Pick<Needs, 'realClock'> & { readonly team: Pick<OwnStore, 'removePasskey'> },
): Promise<void> => {
  const at = realClock.now()
  requireFresh(session, at)
  const note = { at, action: 'passkey.removed', detail: { member: session.memberId } } as const
  const { isFound, isRemoved } = await team.removePasskey(
    signedIn(session),
    { passkey, session: session.sessionId },
    note,
  )
  if (!isFound) throw notFound('passkey')
  if (!isRemoved) throw apiError('last_passkey')
}

/**
 * Makes a new recovery code, in place of the one before.
 *
 * Error: passkey_required (403).
 *
 * @returns the code, which is shown once
 */
export const replaceOwnRecoveryCode = async (
  session: OwnSession,
  {
    realClock,
    shard,
    team,
  }: Pick<Needs, 'realClock' | 'shard'> & {
    readonly team: Pick<OwnStore, 'replaceRecoveryCode'>
  },
): Promise<Secret> => {
  const at = realClock.now()
  requireFresh(session, at)
  const code = mintRecoveryCode(shard)
  const note = { at, action: 'recoverycode.replaced', detail: { member: session.memberId } } as const
  if (!(await team.replaceRecoveryCode(signedIn(session), await hashTeamSecret(code.reveal()), note)))
    throw apiError('session_missing')
  return code
}
