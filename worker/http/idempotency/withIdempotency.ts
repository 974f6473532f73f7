import { refuse } from '#contract/errors/apiError'
import { claimKey, freeKey, saveAnswer } from '../../store/sql/idempotency.ts'
import type { ClaimedKey, IdempotentRequest } from '../../store/sql/idempotency.ts'
import type { Database } from '../../store/sql/database.ts'
import type { Owner } from '../../store/sql/owner.ts'
import { sendJson } from '../response/response.ts'
import type { Sent } from '../response/response.ts'

type Members = Readonly<Record<string, unknown>>

/** The members with null in place of the one at a dotted path, where there is one. */
const withNullAt = (members: Members, path: string): Members => {
  const [name = '', ...rest] = path.split('.')
  const member = members[name]
  if (member === undefined || member === null) return members
  return { ...members, [name]: rest.length === 0 ? null : withNullAt(member as Members, rest.join('.')) }
}

/** The answer of the first request under a key. Refusals: idempotency_mismatch (422), idempotency_in_progress (409). */
const replay = ({ fingerprint, requestId, status, body }: ClaimedKey, asked: IdempotentRequest): Sent => {
  if (fingerprint !== asked.fingerprint) throw refuse('idempotency_mismatch')
  if (status === null || body === null) throw refuse('idempotency_in_progress')
  return { response: sendJson(body, status), replayOf: requestId }
}

export interface Place {
  readonly database: Database
  readonly owner: Owner
  /** Dotted paths of members that are shown once, and kept nowhere. */
  readonly secretMembers: readonly string[] | undefined
}

/**
 * Does a piece of work once for each Idempotency-Key, and gives its answer again to whoever repeats the request: the key is claimed, the
 * work done, its answer saved. That is two round trips beside those of the work.
 *
 * Work that fails gives its key back, since a refusal has done nothing and a failure of ours asks to be repeated. Where a processor is
 * reached that is not good enough: there the key is claimed in the batch that opens the operation, and nothing of this is used.
 *
 * @param work answers the members of the body
 */
export const answerOnce = async (
  asked: IdempotentRequest,
  { database, owner, secretMembers = [] }: Place,
  work: () => Promise<Members>,
): Promise<Sent> => {
  const claimed = await claimKey({ database, owner }, asked)
  if (claimed !== null) return replay(claimed, asked)
  try {
    const members = await work()
    const body = JSON.stringify(secretMembers.reduce(withNullAt, members))
    // The work is done, and its answer must not be lost because it could not be kept: the claim then lapses.
    await saveAnswer({ database, owner }, asked, { status: 200, body }).catch(() => undefined)
    return { response: sendJson(JSON.stringify(members)), replayOf: null }
  } catch (thrown) {
    await freeKey({ database, owner }, asked).catch(() => undefined)
    throw thrown
  }
}
