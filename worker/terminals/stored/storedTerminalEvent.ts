import type { SessionState } from '#contract/terminals/device'
import type { TerminalState } from '#contract/terminals/terminals'
import type { ReaderNews } from '../../store/terminals/terminalEvents.ts'

interface EventMembers {
  readonly type: ReaderNews['type']
  readonly occasion: string
  /** Milliseconds since 1970, by the gateway's clock. */
  readonly at: number
  readonly requestId: string | null
  readonly status: TerminalState
  readonly session: { readonly transactionId: string; readonly state: SessionState } | null
}

/** One event that the database does not have yet. Version 1 has no number and the same members. */
export interface StoredTerminalEvent extends EventMembers {
  readonly version: 2
}

const members = ({ type, occasion, at, requestId, status, session }: EventMembers): EventMembers => ({
  type,
  occasion,
  at,
  requestId,
  status,
  session: session && { transactionId: session.transactionId, state: session.state },
})

export const encodeTerminalEvent = (news: ReaderNews): StoredTerminalEvent => ({ version: 2, ...members(news) })

export const decodeTerminalEvent = (stored: EventMembers): ReaderNews => members(stored)
