import { apiError } from '#contract/errors/apiError'
import { claimKey, releaseKey, storeResponse } from '../../store/sql/idempotency.ts'
import type { ClaimedKey, IdempotentRequest } from '../../store/sql/idempotency.ts'
import type { Database } from '../../store/sql/database.ts'
import type { Owner } from '../../store/sql/owner.ts'
import { jsonResponse } from '../response/response.ts'
import type { SentResponse } from '../response/response.ts'

type Members = Readonly<Record<string, unknown>>

/** Replaces the member at a dotted path by null, if it is there. */
const withNullAt = (members: Members, path: string): Members => {
  const [name = '', ...rest] = path.split('.')
  const member = members[name]
  if (member === undefined || member === null) return members
  return { ...members, [name]: rest.length === 0 ? null : withNullAt(member as Members, rest.join('.')) }
}

/** Returns the response of the first request with this key. Errors: idempotency_mismatch (422), idempotency_in_progress (409). */
const replay = ({ fingerprint, requestId, status, body }: ClaimedKey, request: IdempotentRequest): SentResponse => {
  if (fingerprint !== request.fingerprint) throw apiError('idempotency_mismatch')
  if (status === null || body === null) throw apiError('idempotency_in_progress')
  return { response: jsonResponse(body, status), replayOf: requestId }
}

export interface IdempotencyScope {
  readonly database: Database
  readonly owner: Owner
  /** Dotted paths of members that are returned once and never stored. */
  readonly secretMembers: readonly string[] | undefined
}

/**
 * Executes work once per Idempotency-Key: claims the key, does the work and saves its response, which a repeated request gets. Two round
 * trips beside those of the work.
 *
 * If the work fails the key is released, since a rejected request changed nothing and an internal error may be retried. Operations that
 * reach a processor do not use this: they claim the key in the batch that creates the pending operation.
 *
 * @param work returns the members of the response body
 */
export const withIdempotency = async (
  request: IdempotentRequest,
  { database, owner, secretMembers = [] }: IdempotencyScope,
  work: () => Promise<Members>,
): Promise<SentResponse> => {
  const claimed = await claimKey({ database, owner }, request)
  if (claimed !== null) return replay(claimed, request)
  try {
    const members = await work()
    const body = JSON.stringify(secretMembers.reduce(withNullAt, members))
    // The work is done: if its response cannot be saved the claim expires, and the client still gets it.
    await storeResponse({ database, owner }, request, { status: 200, body }).catch(() => undefined)
    return { response: jsonResponse(JSON.stringify(members)), replayOf: null }
  } catch (thrown) {
    await releaseKey({ database, owner }, request).catch(() => undefined)
    throw thrown
  }
}
