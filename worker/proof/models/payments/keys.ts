import { assertInvariant } from '../kernel/invariant.ts'
import type { Operation } from './model.ts'
import type { SentRequest } from './requests.ts'
import { acceptedCode, resultOfUnknown } from './results.ts'
import type { ClientResponse, ResponseResult } from './results.ts'
import type { State } from './state.ts'

/** Idempotency keys: how long they are valid, and what repeated requests get. */

const minute = 60_000
const day = 24 * 60 * minute

/** A key is valid for a day, or for a week while the outcome of its operation is unknown. */
const isKeyValid = (claimed: number | null, operation: Operation, now: number): boolean =>
  claimed !== null && now < claimed + (operation.status === 'pending' ? 7 * day : day)

/** The operation of a valid key: the newest that did not fail before it was sent. Null for an expired or unused key. */
export const operationOfKey = (sent: SentRequest, state: State): Operation | null => {
  const newest = newestOperation(sent, state)
  return newest !== undefined && isKeyValid(sent.claimed, newest, state.system.now()) ? newest : null
}

const newestOperation = (sent: SentRequest, state: State): Operation | undefined =>
  requestOperations(sent, state).findLast(
    ({ firstSeen, status }) => status !== 'failed' && firstSeen >= (sent.claimed ?? Infinity),
  )

/** Whether the key's expiry is uncertain, since the exact time of its claim is unknown. */
export const mayHaveExpired = (sent: SentRequest, state: State): boolean => {
  const newest = newestOperation(sent, state)
  return (
    operationOfKey(sent, state) === null &&
    newest !== undefined &&
    isKeyValid(sent.claimedAtLatest, newest, state.system.now())
  )
}

/** A request claims its key unless the key is already in use. */
export const claimKey = (sent: SentRequest, state: State): void => {
  if (sent.http.key === null || operationOfKey(sent, state) !== null) return
  if (sent.claimed !== null && requestOperations(sent, state).some(({ status }) => status !== 'failed'))
    sent.allowedEffects += 1
  sent.claimed = sent.claimedAtLatest = state.system.now()
  sent.finalResponse = null
}

const requestOperations = ({ tag, type }: SentRequest, { payments }: State): Operation[] =>
  payments
    .flatMap(({ operations }) => operations)
    .filter((operation) => operation.tag === tag && operation.type === type)

const hasBeenResolved = (payment: string, { attended }: State): boolean => [...attended.values()].includes(payment)

/** Stores the first final response, and compares later ones with it. */
export const checkReplay = (sent: SentRequest, response: ClientResponse, state: State): void => {
  if (sent.http.key === null || response.kind !== 'ok' || operationOfKey(sent, state) === null) return
  // Never sent to the processor: the key is free again.
  if (response.code === '92') return
  // The outcome comes later.
  if (response.code === acceptedCode) return
  // A person may find that a payment stands which its client knows as unknown.
  if (sent.finalCode === '68' && response.code !== '68' && hasBeenResolved(response.id, state))
    sent.finalResponse = null
  sent.finalResponse ??= response.text
  sent.finalCode = response.code
  assertInvariant(
    sent.finalResponse === response.text,
    'a repeated request gets the first response',
    () => `${response.text} is not ${sent.finalResponse}`,
  )
}

export const replayedResult = ({ http }: SentRequest, { status, code }: Operation): ResponseResult => {
  if (status !== 'pending' || code === acceptedCode) return code ?? 'no code'
  if (code === null) return 'idempotency_in_progress'
  return resultOfUnknown(http.verb)
}
