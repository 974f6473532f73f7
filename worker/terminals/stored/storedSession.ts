import type { Prompts, SessionState } from '#contract/terminals/device'
import type { Session } from '../session/session.ts'
import { decodeDecision, encodeDecision } from './storedDecision.ts'
import type { StoredDecision } from './storedDecision.ts'
import { decodePayment, encodePayment } from './storedPayment.ts'
import type { StoredPayment } from './storedPayment.ts'

interface SessionMembers {
  readonly id: string
  readonly opened: StoredPayment
  readonly prompts: Prompts
  readonly state: SessionState
  /** Milliseconds since 1970, by the account's clock. */
  readonly begun: number
  readonly received: number | null
  readonly presented: number | null
  readonly judged: StoredDecision | null
}

/** Version 1 has no version number: domain objects were stored directly. */
export interface StoredSession1 extends SessionMembers {
  readonly version?: undefined
}

/** The open session of a terminal. Keeps the members of version 1, so that a deploy can be rolled back while sessions are open. */
export interface StoredSession extends SessionMembers {
  readonly version: 2
}

export const encodeSession = (session: Session): StoredSession => ({
  version: 2,
  id: session.id,
  opened: encodePayment(session.opened),
  prompts: session.prompts,
  state: session.state,
  begun: session.startedAt,
  received: session.receivedAt,
  presented: session.presentedAt,
  judged: session.decision && encodeDecision(session.decision),
})

/** @throws Error for an unsupported version */
export const decodeSession = (stored: StoredSession | StoredSession1): Session => {
  if (stored.version !== undefined && stored.version !== 2) throw new Error('Unsupported version of a stored session.')
  return {
    id: stored.id,
    opened: decodePayment(stored.opened),
    prompts: stored.prompts,
    state: stored.state,
    startedAt: stored.begun,
    receivedAt: stored.received,
    presentedAt: stored.presented,
    decision: stored.judged && decodeDecision(stored.judged),
  }
}
